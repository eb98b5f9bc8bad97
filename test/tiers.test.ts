// The tiers of the tests: each file has one, each line of the lists names a file, and files that share a process fail
// independently.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { dearest, NOTES, readCosts } from './costs.ts'
import {
  APART,
  EXTERNAL,
  EXTERNAL_IN_TURNS,
  filesOf,
  leftOut,
  onTurn,
  prefixOf,
  processesFor,
  TIERS,
} from './tiers.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.test.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).sort()

test('each test file belongs to a tier', () => {
  assert.deepEqual(
    files.filter((file) => prefixOf(file) === undefined),
    [],
    'give it a line in TIERS of test/tiers.ts',
  )
})

test('each line of the tiers names a file', () => {
  const used = new Set(files.map(prefixOf))
  assert.deepEqual(
    [
      ...Object.keys(TIERS).filter((prefix) => !used.has(prefix)),
      ...[...EXTERNAL, ...EXTERNAL_IN_TURNS, ...APART].filter(
        (prefix) => !files.some((file) => file.startsWith(prefix)),
      ),
    ],
    [],
  )
})

test('every file is run by test:all or by check', () => {
  const checked = readFileSync(join(root, 'test/check.ts'), 'utf8')
  const { embedded, external } = filesOf('all', files)
  const rest = files.filter((file) => !embedded.includes(file) && !external.includes(file))
  assert.ok(rest.length > 0)
  for (const file of rest) assert.ok(checked.includes(`'${file}'`), file)
})

test('each file that takes turns runs on one day of five, and the others on each', () => {
  const all = filesOf('all', files)
  const recorded = Object.fromEntries(all.embedded.map((file, index) => [file, { seconds: index }]))
  const days = [0, 1, 2, 3, 4].map((day) =>
    onTurn(all, recorded, (list, parts) => list.filter((_, index) => index % parts === day)),
  )
  for (const server of ['embedded', 'external'] as const) {
    const ran = days.flatMap((day) => day[server])
    for (const file of all[server]) {
      const times = ran.filter((each) => each === file).length
      assert.ok([1, 5].includes(times), `${file} runs on ${times} days`)
    }
    assert.ok(new Set(ran).size < ran.length)
  }
  const quick = filesOf('test', files).embedded
  for (const { embedded } of days) assert.ok(quick.every((file) => embedded.includes(file)))
})

test('npm test is part of test:all', () => {
  const { embedded } = filesOf('all', files)
  const quick = filesOf('test', files)
  assert.deepEqual(
    quick.embedded.filter((file) => !embedded.includes(file)),
    [],
  )
  assert.deepEqual(quick.external, [])
})

test('the last line says what was skipped', () => {
  const some = [
    'src/a.test.ts',
    'test/crash/a.test.ts',
    'test/crash/b.test.ts',
    'test/backup.test.ts',
  ]
  assert.equal(
    leftOut(some),
    'Left out, for npm run test:all: 2 of test/crash, 1 of test, 1 of test on PostgreSQL 15.',
  )
})

test('each file is in one process on each of its servers, and some have their own process', () => {
  const chosen = filesOf('all', files)
  const processes = processesFor(chosen, {})
  for (const server of ['embedded', 'external'] as const) {
    const on = processes.filter((each) => each.server === server)
    assert.deepEqual(on.flatMap((each) => each.files).toSorted(), chosen[server])
  }
  const own = processes.find((each) => each.files.includes('test/bench.test.ts'))
  assert.deepEqual(own?.files, ['test/bench.test.ts'])
  assert.deepEqual(
    processes.filter((each) => each.files.length > 24),
    [],
  )
})

test('the longest process comes first, and a file without a record counts as long', () => {
  const recorded = {
    'src/a.test.ts': { seconds: 29 },
    'src/b.test.ts on PostgreSQL 15': { seconds: 40 },
  }
  const chosen = {
    embedded: ['src/a.test.ts', 'test/outages.test.ts'],
    external: ['src/b.test.ts'],
  }
  assert.deepEqual(
    processesFor(chosen, recorded).map(({ files }) => files),
    [['test/outages.test.ts'], ['src/b.test.ts'], ['src/a.test.ts']],
  )
})

/** A process of test files as a run starts it: its entry, and the path of its notes. */
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
  const notes = join(folder, 'notes')
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  return { group, entry, notes, env: { ...environment, [NOTES]: notes } }
}

test('files that share a process fail independently, and are listed with their costs', (t) => {
  const { group, entry, notes, env } = made(t, {
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
  const lines = dearest(readCosts(notes))
  assert.equal(lines[0], 'The dearest of 4 files:')
  for (const path of group)
    assert.ok(
      lines.some((line) => line.endsWith(path)),
      path,
    )
})

test('a run that is stopped reports what had not ended, and ends what it started', async (t) => {
  const { entry, notes, env } = made(t, {
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
  const [first, second] = dearest(readCosts(notes))
  assert.equal(first, 'The dearest of 0 files:')
  assert.match(second ?? '', /^Still running when stopped, after \d+ s: .*endless\.mjs$/)
})
