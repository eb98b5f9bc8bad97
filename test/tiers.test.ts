// The tiers of the tests: each file has one, each line of the lists names something, and files that
// share a process fail each for itself.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { DURATIONS, slowest } from './durations.ts'
import {
  APART,
  beginningOf,
  EXTERNAL,
  filesOf,
  leftOut,
  processesFor,
  SHORT,
  SHORT_EXTERNAL,
  TIERS,
} from './tiers.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.test.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).sort()

test('each test file belongs to a tier', () => {
  assert.deepEqual(
    files.filter((file) => beginningOf(file) === undefined),
    [],
    'give it a line in TIERS of test/tiers.ts',
  )
})

test('each line of the tiers names a file', () => {
  const told = new Set(files.map(beginningOf))
  const named = [...EXTERNAL, ...APART, ...Object.keys({ ...SHORT, ...SHORT_EXTERNAL })]
  assert.deepEqual(
    [
      ...Object.keys(TIERS).filter((beginning) => !told.has(beginning)),
      ...named.filter((beginning) => !files.some((file) => file.startsWith(beginning))),
    ],
    [],
  )
})

test('what is proved anywhere is proved by npm test, test:all, test:external or check', () => {
  const checked = readFileSync(join(root, 'test/check.ts'), 'utf8')
  const proved = (['test', 'all', 'external'] as const).flatMap((each) => filesOf(each, files))
  const rest = files.filter((file) => !proved.includes(file))
  assert.deepEqual(rest, [
    'test/architecture.test.ts',
    'test/glossary.test.ts',
    'test/lint.test.ts',
  ])
  for (const file of rest) assert.ok(checked.includes(`'${file}'`), file)
})

test('the last line says what was left out, and what was run in short', () => {
  const some = ['src/a.test.ts', 'test/crash/a.test.ts', 'test/crash/b.test.ts', 'test/c.test.ts']
  assert.equal(
    leftOut(some),
    'Left out, for npm run test:all: 2 of test/crash, 1 of test (2 of them were run in short).',
  )
  const short = filesOf('test', files).filter((file) => filesOf('all', files).includes(file))
  assert.deepEqual(short, ['test/crash/storm.test.ts', 'test/races/one-invoice.test.ts'])
})

test('each file is in one process, and some in one of their own', () => {
  const processes = processesFor(files)
  assert.deepEqual(processes.flat().sort(), files)
  const own = processes.find((group) => group.includes('test/bench.test.ts'))
  assert.deepEqual(own, ['test/bench.test.ts'])
  assert.deepEqual(
    processes.filter((group) => group.length > 8),
    [],
  )
})

/** A process of test files as a run makes it: what begins it, and where it writes down its times. */
function made(t: TestContext, files: Record<string, string[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-tiers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, lines.join('\n'))
    return path
  }
  const opening = "import { after, beforeEach, test } from 'node:test'"
  const group = Object.entries(files).map(([name, lines]) => write(name, [opening, ...lines]))
  const importer = JSON.stringify(join(import.meta.dirname, 'importer.ts'))
  const entry = write('entry.mjs', [
    `import { importAll } from ${importer}`,
    `importAll(${JSON.stringify(group)})`,
  ])
  const durations = join(folder, 'durations')
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  return { group, entry, durations, env: { ...environment, [DURATIONS]: durations } }
}

test('files that share a process fail each for itself, and are told with their times', (t) => {
  const { group, entry, durations, env } = made(t, {
    'thrower.mjs': ["throw new Error('not even loaded')"],
    'red.mjs': ["beforeEach(() => { throw new Error('not for others') })", 'test("a")'],
    'unclean.mjs': ["after(() => { throw new Error('left open') })", 'test("b")'],
    'late.mjs': [
      "test('early', () => {})",
      'await new Promise((done) => setTimeout(done, 20))',
      "test('late', () => new Promise((done) => setTimeout(done, 20)))",
      "test('later', () => {})",
    ],
  })
  const options = ['--test', '--test-reporter=tap', entry]
  const { stdout, status } = spawnSync(process.execPath, options, { encoding: 'utf8', env })
  assert.equal(status, 1)
  const verdicts = [...stdout.matchAll(/^(not ok|ok) \d+ - .*\/(\w+)\.mjs$/gm)]
  assert.deepEqual(
    verdicts.map(([, verdict, name]) => [name, verdict]),
    [
      ['thrower', 'not ok'],
      ['red', 'not ok'],
      ['unclean', 'not ok'],
      ['late', 'ok'],
    ],
  )
  for (const reason of ['not even loaded', 'not for others', 'left open']) {
    assert.ok(stdout.includes(reason), reason)
  }
  const lines = slowest(durations)
  assert.equal(lines[0], 'The slowest of 4 files:')
  for (const path of group)
    assert.ok(
      lines.some((line) => line.endsWith(path)),
      path,
    )
})

test('a run that is stopped says what had not ended, and ends what it started', async (t) => {
  const { entry, durations, env } = made(t, {
    'endless.mjs': [
      "test('endless', () => new Promise(() => setInterval(() => {}, 1_000)))",
      "process.once('exit', () => console.log('cleared away'))",
      "console.log('begun')",
    ],
  })
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('begun')) child.kill('SIGTERM')
  })
  assert.deepEqual(await once(child, 'close'), [1, null])
  assert.match(said, /cleared away/)
  const [first, second] = slowest(durations)
  assert.equal(first, 'The slowest of 0 files:')
  assert.match(second ?? '', /^Not ended after \d+ s: .*endless\.mjs$/)
})
