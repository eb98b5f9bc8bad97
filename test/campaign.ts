// Runs a campaign of test/campaigns.ts on its own PostgreSQL server: `npm run test:races -- --rounds 100 --seed 42`.

import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStopSignal } from '../src/platform/stop-signals.ts'
import { bundleInto } from './bundle.ts'
import { CAMPAIGNS, type Campaign, commandOf, readCounts } from './campaigns.ts'
import { startCluster } from './cluster.ts'
import { BUNDLED } from './process.ts'
import { runFiles } from './runner.ts'

const [, , name = '', ...args] = process.argv

/** Exits with a message if an option is wrong. */
function countsOf(): Record<string, string> {
  try {
    return readCounts(name, args)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

const { files, except = [], counts, env } = CAMPAIGNS[name] as Campaign
const values = countsOf()
const again = commandOf(name, values)
const chosen = globSync(files, { cwd: import.meta.dirname })
  .filter((file) => !except.includes(file))
  .toSorted()
console.log(`${again}\n${chosen.length} files.`)

const stopped = new AbortController()
onStopSignal(() => stopped.abort())
const folder = mkdtempSync(join(tmpdir(), 'reckoner-run-'))
// A service that drops root still has to read its program.
chmodSync(folder, 0o755)
const cluster = await startCluster('embedded')
const began = performance.now()
let isGreen = false
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
  await cluster.stop()
  rmSync(folder, { recursive: true })
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${chosen.length} files in ${seconds} s: ${isGreen ? 'green' : 'red'}.`)
console.log(`To repeat this run: ${again}`)
process.exitCode = isGreen ? 0 : 1
