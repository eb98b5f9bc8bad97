// The service in its own process, which creates and finalizes many invoices through its lane when its parent asks.

import { FEATURES } from '../src/app/features.ts'
import { startService } from '../src/app/service.ts'
import type { Action, BillingEnvironment } from '../src/features/accounts/store.ts'
import type { Background } from '../src/features/background.ts'
import { createSubscription } from '../src/features/billing/create.ts'
import { stepSubscription } from '../src/features/billing/step.ts'
import { createInvoice } from '../src/features/invoices/create.ts'
import type { Feature } from '../src/features/manifest.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Command } from '../src/platform/db/action.ts'
import type { BulkOptions } from '../src/platform/db/bulk.ts'
import { createLog } from '../src/platform/log.ts'
import { ProcessorTime } from './processes.ts'
import { LINES, METADATA } from './seed.ts'

/** The request of the parent. */
export interface Run extends Pick<BulkOptions, 'most' | 'aimMs'> {
  environmentId: number
  customers: number[]
  count: number
  /** With a price: subscriptions or invoices of three units each, instead of lines without a price. */
  price?: { id: string; subscribes: boolean }
  /** Renews these, by their UUIDs, in chunks that alternate with chunks of as many invoices of the same line. */
  renewed?: string[]
}

/** The cost of a chunk of a run: processor microseconds per command. */
export interface ChunkCost {
  action: string
  size: number
  node: number
  postgres: number
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
  /** By chunk, at the end of a run that renews. */
  costs?: ChunkCost[]
}

const REPORT_EVERY = 10_000
let background: Background | undefined
const used = new ProcessorTime(process.pid)

/** A feature without effect; it gives this program access to the lane. */
const grip: Feature<never> = {
  name: 'bulk_bench',
  sweeps: (given: Background) => {
    background = given
    return []
  },
} as never

/** The sizes of the first chunks of a run grow by a factor of two up to the one that is measured. */
const GROWING = 50 + 100 + 200 + 400
const DAY_MS = 86_400_000

function* alternating({ customers, price, renewed = [], most = 500 }: Run) {
  const now = Date.now()
  // Dates of a period, as a renewal has.
  const [start, end] = [now, now + 30 * DAY_MS].map((ms) => new Date(ms).toISOString())
  const line = { price_id: price?.id, quantity: 3, period: { start, end } }
  const invoice = (n: number) => ({
    action: createInvoice,
    input: {
      customer_id: customers[n % customers.length] as number,
      line_items: [line],
      finalize: true,
    },
  })
  for (let n = 0; n < GROWING; n++) yield invoice(n)
  for (let first = 0; first < renewed.length; first += most) {
    const chunk = renewed.slice(first, first + most)
    for (const id of chunk) yield { action: stepSubscription, input: { id } }
    for (const n of chunk.keys()) yield invoice(n)
  }
}

function* commands(wanted: Run) {
  const { environmentId, customers, count, price } = wanted
  const of = <I>(action: Action<I>, input: I): Command<I, BillingEnvironment> => ({
    ...{ action, environment_id: environmentId, input },
    ifMatch: undefined,
    claim: undefined,
  })
  const unpriced = LINES.map((line) => ({ ...line, product_id: null }))
  const line_items = price ? [{ price_id: price.id, quantity: 3 }] : unpriced
  if (wanted.renewed) {
    for (const { action, input } of alternating(wanted)) yield of(action as never, input)
    return
  }
  for (let n = 0; n < count; n++) {
    const customer_id = customers[n % customers.length] as number
    if (price?.subscribes) yield of(createSubscription, { customer_id, items: line_items as never })
    else yield of(createInvoice, { customer_id, line_items, metadata: METADATA, finalize: true })
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
  const { most, aimMs, renewed } = wanted
  const costs: ChunkCost[] = []
  let before = renewed && used.readUs()
  const options = { ...(most && { most }), ...(aimMs && { aimMs }) }
  const ended =
    background?.lane.bulk(wanted.environmentId, commands(wanted) as never, options) ?? []
  for await (const chunk of ended) {
    if (before) {
      const after = used.readUs()
      const size = chunk.length
      const [node, postgres] = [after.node - before.node, after.postgres - before.postgres]
      const action = chunk[0]?.command.action.name as string
      costs.push({ action, size, node: node / size, postgres: postgres / size })
    }
    const done = progress.done
    progress.done += chunk.length
    progress.chunks += 1
    progress.failed += chunk.filter(({ outcome }) => !outcome.ok).length
    if (done % REPORT_EVERY > progress.done % REPORT_EVERY && progress.done < wanted.count)
      report(false)
    // Read again: the reading itself takes time.
    if (before) before = used.readUs()
  }
  if (renewed) progress.costs = costs
  report(true)
}

/** A feature without its background jobs: their processor time would be measured as well. */
const quiet = (feature: (typeof FEATURES)[number]): (typeof FEATURES)[number] => ({
  ...feature,
  ...{ dueWork: () => [], sweeps: () => [], backfills: [] },
})

const config = loadConfig(process.env, process.cwd())
const service = await startService(config, createLog(config.logLevel), {
  features: [...FEATURES.map(quiet), grip as never],
})
process.on('message', (wanted: Run) => void run(wanted))
process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)))
process.send?.(service.url)
