// Benchmarks refuse unknown options, and the smallest one runs. Their figures are not checked: other tests run on this
// machine at the same time.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { difference } from '../bench/compare-report.ts'
import { ProcessorTime } from '../bench/processes.ts'
import { findPgbench } from '../bench/reference.ts'

const run = promisify(execFile)
/** Enough on any loaded machine. */
const MOST_MS = 600_000
const root = join(import.meta.dirname, '..')
const skip = !process.env.CI && whyNot()

/** Returns why benchmarks cannot run here; false if they can. */
function whyNot(): string | false {
  try {
    findPgbench()
    return false
  } catch (error) {
    return String(error)
  }
}

/** Imports each script with an unknown option; prints what it wrote to standard error before it exited. */
const ASK_EACH = `
  process.exit = (code) => { throw new Error('exit ' + code) }
  const ends = {}
  for (const script of process.argv.slice(1)) {
    let written = ''
    process.stderr.write = (text) => { written += text }
    process.argv = [process.execPath, '--nonsense']
    const end = await import(process.cwd() + '/' + script).then(() => 'ran', ({ message }) => message)
    ends[script] = [end, written]
  }
  process.stdout.write(JSON.stringify(ends))
`

test('every benchmark refuses an unknown option before it starts anything', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const found: string[] = Object.values<string>(scripts).flatMap(
    (line) => /--run (bench\/[\w-]+\.ts)$/.exec(line)?.[1] ?? [],
  )
  assert.equal(found.length, 10)
  const args = ['--input-type=module', '--eval', ASK_EACH, '--', ...found]
  const { stdout } = await run(process.execPath, args, { cwd: root })
  const refusal = ['exit 1', "Unknown option '--nonsense'\n"]
  assert.deepEqual(JSON.parse(stdout), Object.fromEntries(found.map((each) => [each, refusal])))
})

test('the smallest benchmark runs and its books verify', {
  skip,
  timeout: MOST_MS,
}, async () => {
  const args = ['bench/run.ts', '--quick', '--rounds', '1', '--only', 'memory']
  const env = { ...process.env, BENCH_ENVIRONMENTS: '4' }
  const { stdout } = await run(process.execPath, args, { cwd: root, env, timeout: MOST_MS })
  assert.match(stdout, /64 connections creating +\| +\d/)
})

test('a difference within the spread of two versions is reported as no difference', () => {
  const before = [100, 200, 100, 400, 100, 200, 100, 100, 200]
  // Two of nine rounds were disturbed; the rounds themselves differ by a factor of four.
  const after = (ratio: number) =>
    before.map(
      (value, round) => value * ratio * ([1, 1.02, 0.98, 1, 3, 1.01, 0.99, 1, 0.2][round] ?? 1),
    )
  assert.equal(difference({ before, after: after(1) }).word, 'none')
  assert.equal(difference({ before, after: after(1.01) }).word, 'none')
  assert.equal(difference({ before, after: after(1.1) }).word, 'more')
  assert.equal(difference({ before, after: after(0.9) }).word, 'less')
})

test('the processor time of a process includes only what it has used', () => {
  const processor = new ProcessorTime(process.pid)
  const [before, since] = [processor.readUs(), process.cpuUsage()]
  const isShort = () => {
    const { user, system } = process.cpuUsage(since)
    return user + system < 200_000
  }
  while (isShort());
  const used = processor.readUs()
  const node = used.node - before.node
  assert.ok(node > 180_000 && node < 400_000, `${node} µs of some 200 000`)
  assert.equal(used.postgres, 0)
})
