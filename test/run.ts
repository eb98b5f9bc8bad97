// Runs the tests on a PostgreSQL server of their own: `npm test -- customers` runs the files whose path
// has that word, of whichever tier. Without words it runs a tier of test/tiers.ts.
//
//   --all         what `npm test` leaves out
//   --external    on Debian's PostgreSQL 15 instead of the embedded version; without words only those
//                 files to which that makes a difference
//   --test-…      any option of Node's test runner
//
// TEST_MAIN=$PWD/src/main.ts has it start what users start, and not a bundle of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserServer } from 'playwright-core'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { bundleInto } from './bundle.ts'
import { startCluster } from './cluster.ts'
import { POOLED } from './database.ts'
import { DURATIONS, processorSeconds, slowest } from './durations.ts'
import { type PoolMode, startPooler } from './pooler.ts'
import { BUNDLED } from './process.ts'
import { filesOf, leftOut, processesFor, SHORT, SHORT_EXTERNAL } from './tiers.ts'

const root = join(import.meta.dirname, '..')
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const external = options.includes('--external')
const command = external ? 'external' : options.includes('--all') ? 'all' : 'test'
const theirs = options.filter((option) => option !== '--all' && option !== '--external')
const found = globSync('{src,test}/**/*.test.ts', { cwd: root }).sort()
const files =
  words.length > 0
    ? found.filter((file) => words.some((word) => file.includes(word)))
    : filesOf(command, found)
const isShort = words.length === 0 && command === 'test'
if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}
/** Each may have some thirty connections to the one PostgreSQL. */
const PROCESSES_MOST = 6
const folder = mkdtempSync(join(tmpdir(), 'reckoner-run-'))
const durations = join(folder, 'durations')

// Told to stop, we tell the runner; the server goes once the tests have ended.
let runner: ChildProcess | undefined
let told = false
onStopSignal(() => {
  told = true
  runner?.kill('SIGTERM')
})

/** What Node's runner is given: a file for each process, which imports the test files of that process. */
function entries(): string[] {
  // Its options choose among the tests of files, and the files would be tests of ours.
  if (theirs.length > 0) return files
  const importer = JSON.stringify(join(import.meta.dirname, 'importer.ts'))
  return processesFor(files).map((group, index) => {
    const path = join(folder, `${String(index).padStart(3, '0')}.mjs`)
    const lines = [`import { importAll } from ${importer}`, `importAll(${JSON.stringify(group)})`]
    writeFileSync(path, lines.join('\n'))
    return path
  })
}

/** Resolves with the exit code of Node's test runner. */
function runTests(servers: Record<string, string>): Promise<number> {
  const short = isShort ? SHORT : external ? SHORT_EXTERNAL : {}
  const counts = Object.assign({}, ...Object.values(short))
  const environment = { ...process.env, ...counts, ...servers, [DURATIONS]: durations }
  const runnerOptions = ['--test', '--test-reporter=spec', ...theirs]
  const child = spawn(
    process.execPath,
    [
      `--test-concurrency=${Math.min(availableParallelism(), PROCESSES_MOST)}`,
      ...runnerOptions,
      ...entries(),
    ],
    { cwd: root, env: environment, stdio: 'inherit' },
  )
  runner = child
  return new Promise((done) => {
    child.once('exit', (code) => done(code ?? 1))
  })
}

const began = performance.now()
const cluster = await startCluster(external ? 'external' : 'embedded')
// TEST_POOLER=session puts Debian's pgbouncer before every database of the tests.
const mode = process.env.TEST_POOLER as PoolMode | undefined
const pooler = mode && (await startPooler(cluster.url, mode))
let browser: BrowserServer | undefined
try {
  if (files.some((file) => file.startsWith('test/e2e/'))) {
    const { startBrowser } = await import('./e2e/browser.ts')
    browser = await startBrowser()
  }
  const browserUrl = browser && { TEST_BROWSER: browser.wsEndpoint() }
  const poolerUrl = pooler && { [POOLED]: pooler.through(cluster.url) }
  const main = { [BUNDLED]: process.env[BUNDLED] ?? (await bundleInto(folder)) }
  const servers = { TEST_DATABASE_URL: cluster.url, ...main, ...poolerUrl, ...browserUrl }
  process.exitCode = told ? 1 : await runTests(servers)
} finally {
  await browser?.close()
  await pooler?.stop()
  await cluster.stop()
  for (const line of slowest(durations)) console.log(line)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${files.length} files in ${seconds} s, ${Math.round(processorSeconds())} s of processor.`,
  )
  if (isShort) console.log(leftOut(found))
  rmSync(folder, { recursive: true })
}
