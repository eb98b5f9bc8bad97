// Leaves rows in the sums as an older process would: with the values from before its change, or not at all.

import type { Pool, PoolClient } from 'pg'
import { decodeId } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import type { Random } from './random.ts'

/** The values with which a row is summed; null means not summed. A payment has no remaining amount. */
interface Counted {
  status: string
  remaining?: bigint
}

const PARTS = {
  invoices: `
    select p.kind, p.day, p.key, p.amount from invoices i, lateral (values
      ('invoices_created', date(i.created_at at time zone 'UTC'), i.summed_status, 0::numeric,
        array['posted', 'overdue', 'paid', 'void']),
      ('invoices_billed', date(i.finalized_at at time zone 'UTC'), i.currency, i.total,
        array['posted', 'overdue', 'paid']),
      ('invoices_posted', i.due_date, i.currency, i.summed_remaining, array['posted']),
      ('invoices_overdue', i.due_date, i.currency, i.summed_remaining, array['overdue']))
      p (kind, day, key, amount, statuses)
    where i.environment_id = 1 and i.id = $1 and i.summed_status = any (p.statuses)
      and (p.kind not in ('invoices_posted', 'invoices_overdue') or i.summed_remaining > 0)
    union all
    select distinct 'invoices_warned', date(finalized_at at time zone 'UTC'), each ->> 'code', 0::numeric
    from invoices, json_array_elements(warnings) each
    where environment_id = 1 and id = $1 and summed_status in ('posted', 'overdue', 'paid')`,
  payments: `
    select 'payments_received', received_on, currency, amount from payments
    where environment_id = 1 and id = $1 and summed_status = 'settled'`,
}

type Table = keyof typeof PARTS

/** Adds a row with its summed values to the sums, or removes it. */
async function add(client: PoolClient, table: Table, id: string, sign: 1 | -1): Promise<void> {
  const put = (rows: string) =>
    client.query(
      `insert into day_sums as s (environment_id, kind, day, key, count, amount)
       select 1, p.kind, p.day, p.key, $2::int, p.amount * $2::int from (${rows}) p (kind, day, key, amount)
       on conflict (environment_id, kind, day, key)
       do update set count = s.count + excluded.count, amount = s.amount + excluded.amount`,
      [id, sign],
    )
  await put(PARTS[table])
  if (table === 'payments') return
  const { rows } = await client.query<{ invoices: number }>(
    `insert into owing_customers as o (environment_id, currency, customer_id, invoices)
     select 1, currency, customer_id, $2::int from invoices
     where environment_id = 1 and id = $1 and summed_status in ('posted', 'overdue') and summed_remaining > 0
     on conflict (environment_id, currency, customer_id)
     do update set invoices = o.invoices + excluded.invoices returning invoices::int`,
    [id, sign],
  )
  // The first invoice that a customer owes, or the last.
  if (rows[0]?.invoices === (sign === 1 ? 1 : 0)) {
    await put(
      `select 'customers_owing', '-infinity'::date, currency, 0 from invoices
       where environment_id = 1 and id = $1`,
    )
  }
}

/** Values that an invoice could have had before an older process changed it. */
function formerly(random: Random, invoice: Made): Counted | null {
  const { status, finalized_at, amount_due, amount_paid } = invoice
  const [due, paid] = [BigInt(amount_due), BigInt(amount_paid)]
  if (status === 'draft') return null
  const was: (Counted | null)[] = [null, { status: 'draft', remaining: due }]
  if (finalized_at === null) return random.pick(was)
  return random.pick([
    ...was,
    { status: 'posted', remaining: due },
    { status: 'posted', remaining: due - paid },
    { status: 'overdue', remaining: due },
    { status: 'overdue', remaining: due / 2n },
    { status: 'paid', remaining: 0n },
    { status: 'void', remaining: due },
  ])
}

/** Leaves one of these rows as an older process would. */
export async function leaveBehind(
  pool: Pool,
  random: Random,
  { invoices, payments }: { invoices: Made[]; payments: Made[] },
): Promise<void> {
  if (payments.length > 0 && random.below(3) === 0) {
    const counted = random.pick([null, { status: 'settled' }, { status: 'reversed' }])
    await countAs(pool, 'payments', decodeId('pay', random.pick(payments).id) as string, counted)
  } else if (invoices.length > 0) {
    const invoice = random.pick(invoices)
    const id = decodeId('inv', invoice.id) as string
    await countAs(pool, 'invoices', id, formerly(random, invoice))
  }
}

/** Sets the summed values of a row in environment 1, and updates the sums. */
async function countAs(
  pool: Pool,
  table: Table,
  id: string,
  counted: Counted | null,
): Promise<void> {
  const client = await pool.connect()
  const where = 'environment_id = 1 and id = $1'
  const remaining = table === 'invoices' ? ', summed_remaining = $3' : ''
  const values = table === 'invoices' ? [counted?.remaining ?? null] : []
  try {
    await client.query('begin')
    await client.query(`select from ${table} where ${where} for update`, [id])
    await client.query(
      'select from environment_counters where environment_id = 1 for no key update',
    )
    await add(client, table, id, -1)
    await client.query(`update ${table} set summed_status = $2${remaining} where ${where}`, [
      id,
      counted?.status ?? null,
      ...values,
    ])
    await add(client, table, id, 1)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
