// Checks that everything measured was also written: no row missing or duplicated, no gap in any series.

import type pg from 'pg'
import { REFERENCE } from './reference.ts'
import { hotEnvironment, LINES } from './seed.ts'
import { asSuperuser } from './server.ts'
import type { World } from './world.ts'

/** Statements that count rows that must not exist. */
const FAULTS: [what: string, statement: string][] = [
  [
    'environments whose event sequence has a gap or another end than their counter',
    `select count(*) from environment_counters c left join (
       select environment_id, count(*) as count, min(sequence) as first, max(sequence) as last
       from events group by 1) e using (environment_id)
     where (coalesce(e.count, 0), coalesce(e.first, 1), coalesce(e.last, 0))
       is distinct from (c.event_sequence, 1, c.event_sequence)`,
  ],
  [
    'environments whose count of invoices is not their number',
    `select count(*) from environment_counters c left join (
       select environment_id, count(*) as count from invoices group by 1) i using (environment_id)
     where coalesce(i.count, 0) <> c.invoices_count`,
  ],
  [
    'invoices without their lines',
    `select count(*) from invoices i left join (
       select environment_id, invoice_id as id, count(*) as count, sum(amount) as amount
       from invoice_lines group by 1, 2) l using (environment_id, id)
     where (l.count, l.amount) is distinct from (${LINES.length}, i.total)`,
  ],
  [
    'created invoices too many or too few for their events',
    `select abs((select count(*) from events where type = 'invoice.created')
       - (select count(*) from invoices where created_at > timestamptz '2026-01-01 00:00Z'))`,
  ],
  [
    'events without their idempotency key',
    `select count(*) from events e where not exists (
       select from idempotency_keys k where k.environment_id = e.environment_id and k.event_id = e.id)`,
  ],
  [
    'idempotency keys too many',
    'select (select count(*) from idempotency_keys) - (select count(*) from events)',
  ],
  [
    'entries of the audit log too many or too few',
    `select abs((select count(*) from audit_log where actor <> 'command') - (select count(*) from events))`,
  ],
]

/** Throws, naming each fault, unless both databases match their figures exactly. */
export async function checkWrites(world: World): Promise<void> {
  const faults = [
    ...(await faultsIn(world, world.server.connection.database, world.product)),
    ...(await faultsIn(world, REFERENCE, world.reference)),
  ]
  if (faults.length > 0) {
    throw new Error(
      `The figures are worth nothing, since the books are wrong:\n${faults.join('\n')}`,
    )
  }
}

function faultsIn(
  world: World,
  database: string,
  { answered, unanswered }: World['product'],
): Promise<string[]> {
  return asSuperuser(world.server, database, async (client) => {
    const faults: string[] = []
    const add = (count: number, what: string) => {
      if (count !== 0) faults.push(`${database}: ${count} ${what}`)
    }
    for (const [what, statement] of FAULTS) add(await count(client, statement), what)
    const hot = [hotEnvironment(world.tenants)]
    const finalizedRows = 'from invoices where environment_id = $1 and finalized_at is not null'
    const events = `select count(*) from events where environment_id = $1 and type = 'invoice.finalized'`
    const numbers = await count(client, `select count(*) ${finalizedRows}`, hot)
    const last = await count(
      client,
      `select coalesce(max(substr(number, 5)::bigint), 0) ${finalizedRows}`,
      hot,
    )
    const finalized = await count(client, events, hot)
    add(last - numbers, 'numbers missing in the series')
    add(finalized - numbers, 'finalized events too many: did the drafts run out?')
    const written = await count(client, 'select count(*) from events')
    if (written < answered || written > answered + unanswered) {
      faults.push(
        `${database}: ${written} writes, but ${answered} to ${answered + unanswered} told`,
      )
    }
    return faults
  })
}

async function count(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await client.query({ text: statement, values, rowMode: 'array' })
  return Number((rows as unknown[][])[0]?.[0])
}
