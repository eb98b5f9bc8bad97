// Measures what a renewal costs next to an invoice of the same line: `npm run bench:renewals`.
//
//   --rounds <n>       months in which 2 000 subscriptions renew; 10 if left out, which is the maximum
//
// Chunks of 500 renewals and of 500 invoices with the same line and period alternate in one bulk run. Counted is the
// processor time of Node and of the sessions of PostgreSQL. Background jobs of the service are switched off; tables are
// vacuumed between rounds only, which is not counted.

import { bulkSession, customersOf, machineLine } from './bulk-parent.ts'
import type { ChunkCost, Run } from './bulk-service.ts'
import { parseOptions } from './options.ts'
import { hotEnvironment } from './seed.ts'
import { spread } from './stats.ts'

const MINUTES_MOST = 20
const CHUNK = 500
const RUN = 2_000
/** More days than any month has. */
const MONTH_MS = 32 * 86_400_000
const GOAL = 1.25

const values = parseOptions({ options: { rounds: { type: 'string', default: '10' } } })

/** No vacuum while chunks are measured. */
const WITHOUT_AUTOVACUUM = `do $$ declare t record; begin
  for t in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  loop execute format('alter table %s set (autovacuum_enabled = off)', t.name); end loop; end $$`

interface Pair {
  renewal: ChunkCost
  invoice: ChunkCost
}

/** Pairs of a chunk of renewals and the chunk of invoices after it. */
const pairsOf = (costs: readonly ChunkCost[]): Pair[] =>
  costs.flatMap((renewal, index) => {
    const invoice = costs[index + 1]
    return renewal.action === 'subscriptions.step' && invoice ? [{ renewal, invoice }] : []
  })

const sumOf = ({ node, postgres }: ChunkCost): number => node + postgres

/** The median, and the range of the middle half. */
function spelled(values: readonly number[], digits = 0): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(digits)
  return `${spread(values).median.toFixed(digits)} (${at(0.25)}–${at(0.75)})`
}

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
    // Otherwise, invoices would become overdue while renewals are measured.
    await send('account', { payment_terms_days: 365 }, 'PATCH')
    const product_id = await send('products', { name: 'Pro' })
    const price = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
    await send('prices', price)
    const idsOf = (table: string) =>
      asOwner(async (client) => {
        const { rows } = await client.query<{ id: string }>(`select id from ${table} order by id`)
        return rows.map(({ id }) => id)
      })
    const [price_id = ''] = await idsOf('prices')
    const run: Run = {
      environmentId,
      customers: customersOf(tenants, environmentId),
      count: RUN,
      ...{ most: CHUNK, aimMs: 1e6 },
      price: { id: price_id, subscribes: true },
    }
    await running.run(run)
    const renewed = await idsOf('subscriptions')
    await asOwner((client) => client.query(WITHOUT_AUTOVACUUM))
    const pairs: Pair[] = []
    // The first round warms both up.
    for (let round = 0; round <= bench.rounds; round++) {
      bench.say(`round ${round} of ${bench.rounds}`)
      await asOwner(async (client) => {
        await client.query('vacuum (analyze)')
        await client.query(
          'update environment_counters set clock_ahead_ms = $2 where environment_id = $1',
          [environmentId, (round + 1) * MONTH_MS],
        )
      })
      const { costs = [] } = await running.run({ ...run, renewed })
      if (round > 0) pairs.push(...pairsOf(costs))
    }
    const [renewals] = await asOwner(
      async (client) =>
        (await client.query(`select count(*) as n from invoices where billing_reason = 'cycle'`))
          .rows,
    )
    console.log(`${machineLine()}; ${renewals?.n} renewals, ${pairs.length} pairs of chunks\n`)
    console.log(`| µs each, in chunks of ${CHUNK} | Node | PostgreSQL |\n|---|---|---|`)
    for (const side of ['renewal', 'invoice'] as const) {
      const costs = pairs.map((pair) => pair[side])
      const [node, postgres] = [costs.map(({ node }) => node), costs.map((each) => each.postgres)]
      console.log(`| ${side} | ${spelled(node)} | ${spelled(postgres)} |`)
    }
    const rates = pairs.map(({ renewal, invoice }) => sumOf(renewal) / sumOf(invoice))
    console.log(
      `\nA renewal costs ${spelled(rates, 2)} of an invoice with the same line, the goal is ${GOAL}.`,
    )
  },
)
