// Runs the tests on a PostgreSQL server of their own: `npm test -- customers` runs those files.
//
//   --external    on Debian's PostgreSQL 15 instead of the embedded version; without words only those
//                 to which that makes a difference
//   --test-…      any option of Node's test runner
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { startCluster } from './cluster.ts'

const root = join(import.meta.dirname, '..')
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const external = options.includes('--external')

/** Beginnings of the paths of tests that ask no database, bring one of their own, or look at pages. */
const APART = [
  ...['src/domain/', 'test/bench.', 'test/e2e/', 'test/launcher.', 'test/lint.', 'test/readme.'],
  ...['test/backup-embedded.', 'test/embedded', 'test/first-start.', 'test/upgrade.'],
  ...['test/crash/embedded.', 'test/crash/first-start.', 'test/crash/postmaster.'],
  ...['test/crash/storm.', 'test/crash/upgrade.', 'test/outages.', 'test/simulation/'],
]
const isWanted = (file: string) =>
  words.length > 0
    ? words.some((word) => file.includes(word))
    : !external || !APART.some((start) => file.startsWith(start))

const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  .filter(isWanted)
  .sort()

// Told to stop, we tell the runner; the server goes once the tests have ended.
let runner: ChildProcess | undefined
let told = false
onStopSignal(() => {
  told = true
  runner?.kill('SIGTERM')
})

/** Resolves with the exit code of Node's test runner. */
function runTests(databaseUrl: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      `--import=${join(import.meta.dirname, 'deadline.ts')}`,
      ...options.filter((option) => option !== '--external'),
      ...files,
    ],
    { cwd: root, env: { ...process.env, TEST_DATABASE_URL: databaseUrl }, stdio: 'inherit' },
  )
  runner = child
  return new Promise((done) => {
    child.once('exit', (code) => done(code ?? 1))
  })
}

if (files.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}
const cluster = await startCluster(external ? 'external' : 'embedded')
try {
  process.exitCode = told ? 1 : await runTests(cluster.url)
} finally {
  await cluster.stop()
}
