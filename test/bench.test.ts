// The benchmark runs, and finds its own books right. What it measures is judged by people: this machine
// is busy with other tests meanwhile.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { difference } from '../bench/compare-report.ts'
import { ProcessorTime } from '../bench/processes.ts'
import { findPgbench } from '../bench/reference.ts'

const run = promisify(execFile)
/** However busy the machine is. */
const MOST_MS = 600_000
const root = join(import.meta.dirname, '..')
const skip = !process.env.CI && whyNot()

/** Why nothing can be compared here, if nothing can. */
function whyNot(): string | false {
  try {
    findPgbench()
    return false
  } catch (error) {
    return String(error)
  }
}

test('a quick run prints its ratios and nothing else', { skip, timeout: MOST_MS }, async () => {
  const args = ['bench/run.ts', '--quick', '--rounds', '1', '--json', '--only', 'create,finalize']
  const { stdout } = await run(process.execPath, args, {
    cwd: root,
    maxBuffer: 2 ** 24,
    timeout: MOST_MS,
  })
  const told = JSON.parse(stdout)
  for (const name of ['create_vs_pgbench', 'finalize_vs_pgbench']) {
    const { min, median, max } = told[name]
    assert.ok(min > 0 && min <= median && median <= max, `${name}: ${min}, ${median}, ${max}`)
  }
})

test('of two versions, a difference within the spread is none', () => {
  const before = [100, 200, 100, 400, 100, 200, 100, 100, 200]
  // Two rounds of nine were disturbed; the rounds themselves differ by a factor of four.
  const after = (ratio: number) =>
    before.map(
      (value, round) => value * ratio * ([1, 1.02, 0.98, 1, 3, 1.01, 0.99, 1, 0.2][round] ?? 1),
    )
  assert.equal(difference({ before, after: after(1) }).word, 'none')
  assert.equal(difference({ before, after: after(1.01) }).word, 'none')
  assert.equal(difference({ before, after: after(1.1) }).word, 'more')
  assert.equal(difference({ before, after: after(0.9) }).word, 'less')
})

test('the processor time of a process is what it has used', () => {
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
