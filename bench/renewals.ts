// Measures what a renewal costs next to an invoice of the same line: `npm run bench:renewals`.
//
//   --rounds <n>       runs of 2 000 of each, in turn; 10 if left out, which is the maximum
//
// Both are sent through the bulk command in chunks of up to 500; the first ones of a run are smaller. Background jobs,
// the billing run included, are switched off in this service.

import {
  bulkSession,
  type Cost,
  customersOf,
  machineLine,
  ofProduct,
  spreadOf,
} from './bulk-parent.ts'
import type { Run } from './bulk-service.ts'
import { parseOptions } from './options.ts'
import { hotEnvironment } from './seed.ts'

const MINUTES_MOST = 20
const CHUNK = 500
const RUN = 2_000
/** More days than any month has. */
const MONTH_MS = 32 * 86_400_000
const GOAL = 1.25

const values = parseOptions({ options: { rounds: { type: 'string', default: '10' } } })

await bulkSession(
  Number(values.rounds),
  MINUTES_MOST,
  async ({ bench, running, tenants, keys, asOwner }) => {
    const environmentId = hotEnvironment(tenants)
    const send = async (path: string, body: object, method = 'POST'): Promise<string> => {
      const answer = await fetch(`${running.url}/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${keys.get(environmentId)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return ((await answer.json()) as { id: string }).id
    }
    // Or invoices would fall overdue while renewals are measured.
    await send('account', { payment_terms_days: 365 }, 'PATCH')
    const product_id = await send('products', { name: 'Pro' })
    const price = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
    await send('prices', price)
    const [{ id: price_id } = { id: '' }] = await asOwner(
      async (client) => (await client.query<{ id: string }>('select id from prices')).rows,
    )
    const run: Run = {
      environmentId,
      customers: customersOf(tenants, environmentId),
      count: RUN,
      ...{ most: CHUNK, aimMs: 1e6 },
    }
    await running.run({ ...run, price: { id: price_id, subscribes: true } })
    const renewed = await asOwner(async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from subscriptions')
      return rows.map(({ id }) => id)
    })
    const costs: { renewal: Cost[]; invoice: Cost[] } = { renewal: [], invoice: [] }
    // The first round warms both up.
    for (let round = 0; round <= bench.rounds; round++) {
      bench.say(`round ${round} of ${bench.rounds}`)
      await asOwner((client) =>
        client.query(
          'update environment_counters set clock_ahead_ms = $2 where environment_id = $1',
          [environmentId, (round + 1) * MONTH_MS],
        ),
      )
      const renewal = await ofProduct(running, { ...run, renewed })
      const invoice = await ofProduct(running, {
        ...run,
        price: { id: price_id, subscribes: false },
      })
      if (round === 0) continue
      costs.renewal.push(renewal)
      costs.invoice.push(invoice)
    }
    const [counted] = await asOwner(
      async (client) =>
        (
          await client.query<{ renewed: number }>(
            `select count(*)::int as renewed from invoices where billing_reason = 'cycle'`,
          )
        ).rows,
    )
    console.log(`${machineLine()}; ${counted?.renewed} renewals\n`)
    console.log('| µs each, in chunks of up to 500 | Node | PostgreSQL |\n|---|---|---|')
    for (const [name, all] of Object.entries(costs)) {
      const line = [spreadOf(all, ({ node }) => node), spreadOf(all, ({ postgres }) => postgres)]
      console.log(`| ${name} | ${line.join(' | ')} |`)
    }
    const sum = ({ node, postgres }: Cost) => node + postgres
    const ratios = costs.renewal.map((cost, round) => ({
      ...cost,
      rate: sum(cost) / sum(costs.invoice[round] as Cost),
    }))
    const ratio = spreadOf(ratios, ({ rate }) => rate, 2)
    console.log(`\nA renewal costs ${ratio} of an invoice with the same line; the goal is ${GOAL}.`)
  },
)
