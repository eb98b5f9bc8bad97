// Runs a bulk benchmark: starts its service with seeded accounts, runs commands in it, and measures what they cost.

import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { placeIn } from '../src/platform/db/embedded/place.ts'
import { workersIn } from '../src/platform/db/embedded/postmaster.ts'
import { findRunning } from '../src/platform/db/embedded/server.ts'
import { freePort } from '../test/free-port.ts'
import type { Bench } from './bench.ts'
import type { Progress, Run } from './bulk-service.ts'
import { cpuUs } from './processes.ts'
import { CUSTOMERS, firstCustomerOf, seedKeys, seedTenants, type Tenants } from './seed.ts'
import { asSuperuser, type Server, stopProcess } from './server.ts'
import { session } from './session.ts'
import { spread } from './stats.ts'

export type Running = Pick<Server, 'url' | 'connection' | 'databasePids'> & {
  run(wanted: Run, onProgress?: (progress: Progress) => void): Promise<Progress>
  stop(): Promise<void>
}

async function start(bench: Bench, secretKey: string): Promise<Running> {
  const dataDir = join(bench.folder, 'data')
  const child: ChildProcess = fork(join(import.meta.dirname, 'bulk-service.ts'), {
    cwd: bench.folder,
    env: {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_TIER: 'enterprise',
      SECRET_KEY: secretKey,
    },
    signal: bench.signal,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const failed = ended.then((code) => {
    throw new Error(`The service ended with ${code}.`)
  })
  // Awaited only where something is expected of the service: it also ends when the benchmark does.
  failed.catch(() => undefined)
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string]
  const running = await findRunning(dataDir)
  if (!running) throw new Error('The service runs, but no process has locked its data folder.')
  return {
    url,
    connection: running.connection,
    databasePids: () => workersIn(placeIn(dataDir).data),
    run(wanted, onProgress) {
      child.send(wanted)
      const progress = new Promise<Progress>((resolve, reject) => {
        const onMessage = (progress: Progress) => {
          onProgress?.(progress)
          if (!progress.isOver) return
          child.off('message', onMessage)
          if (progress.failed > 0)
            reject(new Error(`${progress.failed} of ${progress.done} invoices failed.`))
          else resolve(progress)
        }
        child.on('message', onMessage)
      })
      return Promise.race([progress, failed])
    },
    stop: () => stopProcess(child, ended),
  }
}

/** A benchmark with its service, and the accounts in it. */
export interface BulkBench {
  bench: Bench
  running: Running
  tenants: Tenants
  /** Keys by environment. */
  keys: Map<number, string>
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
}

/** Runs a bulk benchmark, and stops its service. */
export const bulkSession = (
  rounds: number,
  minutesMost: number,
  work: (bench: BulkBench) => Promise<void>,
): Promise<void> =>
  session({ quick: true, rounds, seconds: 1 }, minutesMost, async (bench) => {
    const secretKey = randomBytes(32).toString('hex')
    const running = await start(bench, secretKey)
    try {
      const asOwner: BulkBench['asOwner'] = (act) =>
        asSuperuser(running, running.connection.database as string, act)
      const tenants = await asOwner(seedTenants)
      const keys = await asOwner((client) => seedKeys(client, tenants, secretKey))
      await work({ bench, running, tenants, keys, asOwner })
    } finally {
      await running.stop()
    }
  })

/** The day, the machine and its load. */
export function machineLine(): string {
  const load = loadavg().map((each) => each.toFixed(1))
  return `${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, load average ${load.join(' ')}`
}

export interface Cost {
  node: number
  postgres: number
  rate: number
}

export const customersOf = (tenants: Tenants, environment: number) =>
  Array.from({ length: CUSTOMERS }, (_, n) => firstCustomerOf(tenants, environment) + n)

export async function ofProduct(running: Running, wanted: Run): Promise<Cost> {
  const before = cpuUs(running.databasePids())
  const { done, nodeUs, ms } = await running.run(wanted)
  const postgres = (cpuUs(running.databasePids()) - before) / done
  return { node: nodeUs / done, postgres, rate: (done / ms) * 1_000 }
}

export const spreadOf = (costs: Cost[], of: (cost: Cost) => number, digits = 0) => {
  const { median, min, max } = spread(costs.map(of))
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
}
