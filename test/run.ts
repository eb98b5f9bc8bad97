// Runs the tests on their own PostgreSQL servers. Without words: `npm test`, or with --all everything that the gate
// runs. With words, `npm test -- customers`: the files whose path contains one of them, of any tier.
//
//   --all         everything, on both servers; of the files that take turns those of the day (TURNS=every: all)
//   --external    with words: on Debian's PostgreSQL 15 instead of the embedded version
//   --record      with --all: records what each file cost in test/budgets.json
//   --enforce-seconds  with --all: fails above the budget of processor seconds, on a calm machine only
//   --test-…      any option of Node's test runner
//
// TEST_MAIN=$PWD/src/main.ts starts the service from its sources, as users do, instead of from a bundle.
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserServer } from 'playwright-core'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import {
  type BudgetedTier,
  countsLine,
  overBudget,
  readBudgets,
  recordFiles,
  secondsLine,
  spin,
} from './budgets.ts'
import { bundleInto } from './bundle.ts'
import { type Cluster, postmasterOf, startCluster } from './cluster.ts'
import {
  dearest,
  NOTES,
  processorSeconds,
  readCosts,
  SERVER_SUFFIX,
  SHARED_PIDS,
  sharedSeconds,
} from './costs.ts'
import { POOLED } from './database.ts'
import { type PoolMode, startPooler } from './pooler.ts'
import { BUNDLED } from './process.ts'
import { rotationBy } from './rotation.ts'
import { runFiles } from './runner.ts'
import { filesOf, leftOut, ON_15, onTurn, processesFor, type ServerKind } from './tiers.ts'

// Messages quote commands in the form in which the process was started. Tests and recordings need a fixed form.
delete process.env.RECKONER_INVOCATION
const root = join(import.meta.dirname, '..')
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const found = globSync('{src,test}/**/*.test.ts', { cwd: root }).sort()
const named = found.filter((file) => words.some((word) => file.includes(word)))
if (words.length > 0 && named.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}
const tier = options.includes('--all') ? 'all' : 'test'
if (options.includes('--record')) process.env.TURNS ??= 'every'
const budgeted: BudgetedTier = tier === 'all' && process.env.TURNS === 'every' ? 'every' : tier
const OURS = ['--all', '--external', '--record', '--enforce-seconds']
const isWhole = words.length === 0 && options.every((each) => OURS.includes(each))
const theirs = options.filter((option) => !OURS.includes(option))

interface DebianPackage {
  name: string
  file: string
  /** The tests that are skipped without the package. */
  for: string
}

const missing = tier === 'all' || options.includes('--external') ? missingPackages() : []
for (const each of missing) console.error(`Missing: ${each.for} (apt-get install ${each.name}).`)
if (missing.length > 0 && process.env.CI) process.exit(1)
const hasServer15 = !missing.some(({ name }) => name === 'postgresql-15')

const budgets = readBudgets()
/** The files to run on each server. */
const chosen: Record<ServerKind, string[]> =
  words.length > 0
    ? options.includes('--external')
      ? { embedded: [], external: named }
      : { embedded: named, external: [] }
    : tier === 'test'
      ? filesOf(tier, found)
      : onTurn(filesOf(tier, found), budgets.files, rotationBy('TURNS').partOf)
if (!hasServer15) chosen.external = []

const folder = mkdtempSync(join(tmpdir(), 'reckoner-run-'))
// A service that drops root still has to read its program.
chmodSync(folder, 0o755)
const notes = join(folder, 'notes')

function missingPackages(): DebianPackage[] {
  const text = readFileSync(join(import.meta.dirname, 'packages.json'), 'utf8')
  return (JSON.parse(text) as DebianPackage[]).filter(({ file }) => !existsSync(file))
}

/** Entry files for Node's runner: one per process, which imports the test files of that process. */
function entries(urls: Record<string, string>): string[] {
  // The runner's options select tests by title, but importing would turn each file into a test.
  if (theirs.length > 0) return [...chosen.embedded, ...chosen.external]
  const importer = JSON.stringify(join(import.meta.dirname, 'importer.ts'))
  return processesFor(chosen, budgets.files).map(({ server, files }, index) => {
    const path = join(folder, `${String(index).padStart(3, '0')}.mjs`)
    const lines = [
      `process.env.TEST_DATABASE_URL = ${JSON.stringify(urls[server])}`,
      `process.env.${SERVER_SUFFIX} = ${JSON.stringify(server === 'external' ? ON_15 : '')}`,
      `const { importAll } = await import(${importer})`,
      `importAll(${JSON.stringify(files)})`,
    ]
    writeFileSync(path, lines.join('\n'))
    return path
  })
}

const began = performance.now()
const stopped = new AbortController()
onStopSignal(() => stopped.abort())
const spunBefore = isWhole ? spin() : 0
const clusters: Partial<Record<ServerKind, Cluster>> = {}
let browser: BrowserServer | undefined
let failed = true
let used = 0
let pooler: Awaited<ReturnType<typeof startPooler>> | undefined
try {
  for (const server of ['embedded', 'external'] as const)
    if (chosen[server].length > 0) clusters[server] = await startCluster(server)
  const urls = Object.fromEntries(
    Object.entries(clusters).map(([server, cluster]) => [server, cluster.url]),
  )
  const any = urls.embedded ?? urls.external ?? ''
  // TEST_POOLER=session puts Debian's pgbouncer in front of every database of the tests.
  const mode = process.env.TEST_POOLER as PoolMode | undefined
  pooler = mode && (await startPooler(any, mode))
  if (chosen.embedded.some((file) => file.startsWith('test/e2e/'))) {
    const { startBrowser } = await import('./e2e/browser.ts')
    browser = await startBrowser()
  }
  const pids = [
    ...Object.values(clusters).map(({ data }) => postmasterOf(data)),
    ...(browser ? [browser.process().pid] : []),
  ]
  Object.assign(process.env, {
    TEST_DATABASE_URL: any,
    [BUNDLED]: process.env[BUNDLED] ?? (await bundleInto(folder)),
    [NOTES]: notes,
    [SHARED_PIDS]: pids.join(','),
    ...(pooler && { [POOLED]: pooler.through(any) }),
    ...(browser && { TEST_BROWSER: browser.wsEndpoint() }),
  })
  failed = !(await runFiles(entries(urls), {
    root,
    // One more than processors: tests wait for timers, locks and other processes a quarter of the time.
    concurrency: Math.min(availableParallelism() + 1, 6),
    options: theirs,
    signal: stopped.signal,
  }))
} finally {
  // By the time PostgreSQL has ended, its processor time is not always counted here.
  used = processorSeconds() + sharedSeconds()
  await browser?.close()
  await pooler?.stop()
  for (const cluster of Object.values(clusters)) await cluster.stop()
  report()
  rmSync(folder, { recursive: true })
}

function report(): void {
  const costs = readCosts(notes)
  for (const line of dearest(costs)) console.log(line)
  const files = chosen.embedded.length + chosen.external.length
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${files} files in ${seconds} s, ${Math.round(used)} s of processor.`)
  if (isWhole) {
    const { line, isOver } = secondsLine(budgeted, used, [spunBefore, spin()], budgets)
    console.log(line)
    if (isOver && options.includes('--enforce-seconds')) failed = true
    console.log(countsLine(budgeted, costs.ended, budgets))
    const over = overBudget(budgeted, costs.ended, budgets)
    for (const sentence of over) console.error(sentence)
    if (over.length > 0) failed = true
    if (options.includes('--record')) recordFiles(costs.ended)
  }
  if (isWhole && tier === 'test') console.log(leftOut(found))
  if (isWhole && tier === 'all') {
    const { embedded, external } = filesOf(tier, found)
    const later = embedded.length + external.length - files
    console.log(`Left to other days: ${later} files that take turns; TURNS=every runs them all.`)
  }
  if (missing.length > 0)
    console.log(`Left out: ${missing.map((each) => each.for).join(', ')} (see the top).`)
  process.exitCode = failed ? 1 : 0
}
