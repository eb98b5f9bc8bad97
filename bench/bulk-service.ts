// The service in its own process, which creates and finalizes many invoices through its lane when its parent asks.

import { FEATURES } from '../src/app/features.ts'
import { startService } from '../src/app/service.ts'
import type { BillingEnvironment } from '../src/features/accounts/store.ts'
import type { Background } from '../src/features/background.ts'
import type { Decoded } from '../src/features/invoices/actions.ts'
import { createInvoice } from '../src/features/invoices/create.ts'
import type { InvoiceCreate } from '../src/features/invoices/schemas.ts'
import type { Feature } from '../src/features/manifest.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Command } from '../src/platform/db/action.ts'
import type { BulkOptions } from '../src/platform/db/bulk.ts'
import { createLog } from '../src/platform/log.ts'
import { LINES, METADATA } from './seed.ts'

/** The request of the parent. */
export interface Run extends Pick<BulkOptions, 'most' | 'aimMs'> {
  environmentId: number
  customers: number[]
  count: number
}

/** The reports to the parent, during the run and at its end. */
export interface Progress {
  done: number
  failed: number
  ms: number
  /** Processor time of this process, in microseconds. */
  nodeUs: number
  rssMb: number
  chunks: number
  isOver: boolean
}

const REPORT_EVERY = 10_000
let background: Background | undefined

/** Adds nothing to the service: it is a way to get at the lane. */
const grip: Feature<never> = {
  name: 'bulk_bench',
  sweeps: (given: Background) => {
    background = given
    return []
  },
} as never

function* invoices({ environmentId, customers, count }: Run) {
  const line_items = LINES.map((line) => ({ ...line, product_id: null }))
  for (let n = 0; n < count; n++) {
    const customer_id = customers[n % customers.length] as number
    const input = { customer_id, line_items, metadata: METADATA, finalize: true }
    yield {
      action: createInvoice,
      environment_id: environmentId,
      input,
      ifMatch: undefined,
      claim: undefined,
    } satisfies Command<Decoded<InvoiceCreate>, BillingEnvironment>
  }
}

async function run(wanted: Run): Promise<void> {
  const startedMs = performance.now()
  const started = process.cpuUsage()
  const progress: Progress = {
    done: 0,
    failed: 0,
    ms: 0,
    nodeUs: 0,
    rssMb: 0,
    chunks: 0,
    isOver: false,
  }
  const report = (isOver: boolean) => {
    const { user, system } = process.cpuUsage(started)
    const ms = performance.now() - startedMs
    const rssMb = process.memoryUsage.rss() / 1e6
    process.send?.({ ...progress, ms, nodeUs: user + system, rssMb, isOver })
  }
  const { most, aimMs } = wanted
  const options = { ...(most && { most }), ...(aimMs && { aimMs }) }
  const ended = background?.lane.bulk(wanted.environmentId, invoices(wanted), options) ?? []
  for await (const chunk of ended) {
    const before = progress.done
    progress.done += chunk.length
    progress.chunks += 1
    progress.failed += chunk.filter(({ outcome }) => !outcome.ok).length
    if (before % REPORT_EVERY > progress.done % REPORT_EVERY && progress.done < wanted.count)
      report(false)
  }
  report(true)
}

const config = loadConfig(process.env, process.cwd())
const service = await startService(config, createLog(config.logLevel), {
  features: [...FEATURES, grip as never],
})
process.on('message', (wanted: Run) => void run(wanted))
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)))
process.send?.(service.url)
