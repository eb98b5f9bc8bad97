// Runs a campaign of test/campaigns.ts on its own PostgreSQL server: `npm run test:races -- --rounds 100 --seed 42`.
// With `--only <word>`, only the files that have the word in their path, which begins with a slash.

import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { bundleInto } from './bundle.ts'
import { CAMPAIGNS, type Campaign, commandOf, readCounts, takeOnly } from './campaigns.ts'
import { postmasterOf, startCluster } from './cluster.ts'
import { processorSeconds, SHARED_PIDS, sharedSeconds } from './costs.ts'
import { BUNDLED } from './process.ts'
import { runFiles } from './runner.ts'

const [, , name = '', ...args] = process.argv
const { only, rest } = takeOnly(args)

/** Exits with a message if an option is wrong. */
function countsOf(): Record<string, string> {
  try {
    return readCounts(name, rest)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

const { files, except = [], counts, env } = CAMPAIGNS[name] as Campaign
const values = countsOf()
const again = commandOf(name, values, only)
const chosen = globSync(files, { cwd: import.meta.dirname })
  .filter((file) => !except.includes(file) && `/${file}`.includes(only))
  .toSorted()
if (chosen.length === 0) {
  console.error(`No file of test:${name} has ${only} in its path.`)
  process.exit(1)
}
console.log(`${again}\n${chosen.length} files.`)

const stopped = new AbortController()
onStopSignal(() => stopped.abort())
const folder = mkdtempSync(join(tmpdir(), 'reckoner-run-'))
// A service that drops root still has to read its program.
chmodSync(folder, 0o755)
const cluster = await startCluster('embedded')
process.env[SHARED_PIDS] = String(postmasterOf(cluster.data))
const began = performance.now()
let isGreen = false
let used = 0
try {
  for (const [count, value] of Object.entries(values)) {
    const variable = counts[count]?.env
    if (variable) process.env[variable] = value
  }
  const bundle = await bundleInto(folder)
  Object.assign(process.env, { TEST_DATABASE_URL: cluster.url, [BUNDLED]: bundle, ...env })
  isGreen = await runFiles(
    chosen.map((file) => join(import.meta.dirname, file)),
    { root: join(import.meta.dirname, '..'), concurrency: 1, options: [], signal: stopped.signal },
  )
} finally {
  // When PostgreSQL has ended, its processor time is not always counted here.
  used = processorSeconds() + sharedSeconds()
  await cluster.stop()
  rmSync(folder, { recursive: true })
}
const seconds = Math.round((performance.now() - began) / 1000)
const costs = `${seconds} s, ${Math.round(used)} s of processor`
console.log(`${chosen.length} files in ${costs}: ${isGreen ? 'green' : 'red'}.`)
console.log(`To repeat this run: ${again}`)
process.exitCode = isGreen ? 0 : 1
