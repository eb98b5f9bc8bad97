// Measures what bulk creation costs, with invoices created and finalized in one step: `npm run bench:bulk`.
//
//   --invoices <n>     of the long run; 100 000 if left out
//   --chunk <n>        commands in a chunk of the measured runs; 500 if left out
//   --rounds <n>       runs of 10 000 against the reference; 3 if left out
//
// First in turn with set-based SQL that writes the same rows on the same server; then one long run as the product
// does it, with its memory, and with concurrent requests of another environment and of the same one.

import {
  bulkSession,
  type Cost,
  customersOf,
  machineLine,
  ofProduct,
  type Running,
  spreadOf,
} from './bulk-parent.ts'
import { makeStatement } from './bulk-reference.ts'
import type { Run } from './bulk-service.ts'
import { parseOptions } from './options.ts'
import { cpuUs } from './processes.ts'
import { CUSTOMERS, firstCustomerOf, hotEnvironment, LINES, METADATA } from './seed.ts'
import { asSuperuser } from './server.ts'
import { percentile } from './stats.ts'

const MINUTES_MOST = 60
const RUN = 10_000
const ALONE_MS = 10_000
/** Clients that each create invoices one after another. */
const CLIENTS = 2

const values = parseOptions({
  options: {
    invoices: { type: 'string', default: '100000' },
    chunk: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '3' },
  },
})

function ofReference(running: Running, reference: Run, statement: string): Promise<Cost> {
  const { connection, databasePids } = running
  return asSuperuser(running, connection.database as string, async (client) => {
    await client.query('set enable_seqscan = off')
    const [before, startedMs] = [cpuUs(databasePids()), performance.now()]
    const most = reference.most as number
    for (let done = 0; done < reference.count; done += most) {
      await client.query({ name: 'chunk', text: statement, values: [most] })
    }
    const ms = performance.now() - startedMs
    const postgres = (cpuUs(databasePids()) - before) / reference.count
    return { node: 0, postgres, rate: (reference.count / ms) * 1_000 }
  })
}

/** Creates invoices one after another until the work is over. Returns how long each took. */
async function during(
  url: string,
  key: string,
  customer: number,
  work: Promise<unknown>,
): Promise<{ times: number[]; refused: number }> {
  const times: number[] = []
  let refused = 0
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const body = { customer_id: `cus_${customer}`, line_items: LINES, metadata: METADATA }
  const client = async () => {
    while (!isOver) {
      const startedMs = performance.now()
      const answer = await fetch(`${url}/v1/invoices`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      times.push(performance.now() - startedMs)
      if (!answer.ok) refused += 1
    }
  }
  await Promise.all([...Array.from({ length: CLIENTS }, client), over])
  return { times, refused }
}

function timesLine(name: string, { times, refused }: { times: number[]; refused: number }): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => percentile(sorted, share).toFixed(1)
  return `| ${name} | ${times.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${refused} |`
}

await bulkSession(
  Number(values.rounds),
  MINUTES_MOST,
  async ({ bench, running, tenants, keys, asOwner }) => {
    const [ours, theirs] = [hotEnvironment(tenants), hotEnvironment(tenants) + 1]
    const runOf = (environmentId: number, count: number, more: Partial<Run> = {}): Run => ({
      environmentId,
      customers: customersOf(tenants, environmentId),
      count,
      ...more,
    })
    const measured = { most: Number(values.chunk), aimMs: 1e6 }
    await running.run(runOf(theirs, 1))
    const statement = await asOwner((client) =>
      makeStatement(client, {
        environmentId: theirs,
        firstCustomer: firstCustomerOf(tenants, theirs),
        customers: CUSTOMERS,
      }),
    )
    await running.run(runOf(ours, RUN, measured))
    const costs: { product: Cost[]; reference: Cost[] } = { product: [], reference: [] }
    for (let round = 0; round < bench.rounds; round++) {
      bench.say(`round ${round + 1} of ${bench.rounds}`)
      costs.product.push(await ofProduct(running, runOf(ours, RUN, measured)))
      costs.reference.push(await ofReference(running, runOf(theirs, RUN, measured), statement))
    }
    console.log(`${machineLine()}\n`)
    console.log('| µs an invoice | Node | PostgreSQL | invoices a second |\n|---|---|---|---|')
    for (const [name, all] of Object.entries(costs)) {
      const line = [spreadOf(all, ({ node }) => node), spreadOf(all, ({ postgres }) => postgres)]
      console.log(`| ${name} | ${line.join(' | ')} | ${spreadOf(all, ({ rate }) => rate)} |`)
    }
    const ratios = costs.product.map(({ node, postgres }, round) => ({
      ...(costs.reference[round] as Cost),
      rate: (costs.reference[round] as Cost).postgres / (node + postgres),
    }))
    console.log(
      `\nThe reference's processor time is ${spreadOf(ratios, ({ rate }) => rate, 2)} of ours.\n`,
    )
    const alone = new Promise((done) => setTimeout(done, ALONE_MS))
    const keyOf = (environment: number) => keys.get(environment) as string
    const other = tenants.firstEnvironment
    const timesDuring = (environment: number, work: Promise<unknown>) =>
      during(running.url, keyOf(environment), firstCustomerOf(tenants, environment), work)
    const unloaded = await timesDuring(other, alone)
    console.log('| done | invoices a second | memory of Node, MB | chunks |\n|---|---|---|---|')
    const long = running.run(runOf(ours, Number(values.invoices)), (t) =>
      console.log(
        `| ${t.done} | ${Math.round((t.done / t.ms) * 1e3)} | ${Math.round(t.rssMb)} | ${t.chunks} |`,
      ),
    )
    const [ofOther, ofOurs] = await Promise.all([timesDuring(other, long), timesDuring(ours, long)])
    console.log('\n| creates, one after another | of | p50, ms | p99, ms | longest, ms | refused |')
    console.log('|---|---|---|---|---|---|')
    console.log(timesLine('of another environment, alone', unloaded))
    console.log(timesLine('of another environment, beside the run', ofOther))
    console.log(timesLine('of the same environment, beside the run', ofOurs))
  },
)
