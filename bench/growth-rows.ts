// Seeds the lists and figures of one environment by SQL: invoices of two years, and their audit log.

import type pg from 'pg'
import { summedInvoices, summedPayments } from '../src/features/sums/store.ts'
import { execute, raw, sql } from '../src/platform/db/sql.ts'

export const YEARS_MS = 2 * 365 * 86_400_000
export const CUSTOMERS = 1_000

/** The values that the seeded rows are filtered by, with their frequency. */
export const SEEDED = {
  /** 95 %, 1 %, 20 rows, and none. */
  currencies: { usual: 'cad', rare: 'eur', few: 'sek', none: 'nok' },
  /** A tenth of all, and one in a thousand. */
  customers: { big: 1, small: 77 },
  /** 45 %, 1 %, 20 rows, and none. */
  actions: {
    usual: 'createInvoice',
    rare: 'voidInvoice',
    few: 'updateAccount',
    none: 'deleteProduct',
  },
} as const

/** The UUID of the nth invoice. */
export const seededInvoice = (n: number): string =>
  `01930000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const uuidOf = (n: string) => `('01930000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** This many times 32 characters, or none. */
const text = (times: number) => `repeat(md5(n::text), ${times} * $4::int)`

/**
 * 85 in 100 are paid, 5 posted, 3 overdue, 5 void and 2 drafts, mixed with currencies and
 * customers. Rows are as wide as the product's, each with 1.5 kB of text, unless narrow ones are
 * requested.
 */
const INVOICES = `
  insert into invoices (environment_id, id, customer_id, status, number, currency, due_date, due_date_set, notes, metadata,
    subtotal, tax, total, amount_due, amount_paid, created_at, updated_at, finalized_at, voided_at, overdue_at, reminder_at,
    hosted_token, email_status, sent_at, snapshot, derivation, shown, shown_of, shown_shape,
    summed_status, summed_remaining)
  select 1, ${uuidOf('n')}, case when mixed % 10 = 0 then 1 else 1 + mixed / 10 % ${CUSTOMERS} end, status, 'INV-' || lpad(n::text, 8, '0'),
    case when n % few = 7 then 'sek'
      else (array['eur', 'usd', 'gbp', 'chf', 'mxn', 'cad'])[least(1 + mixed / 100000 % 100, 6)] end,
    at::date + 15 + (mixed % 31)::int, false, '', '{"po":"A-17"}', 12697, 0, 12697, 12697,
    case when status = 'paid' then 12697 else 0 end, at, at,
    case when status <> 'draft' then at end, case when status = 'void' then at end,
    case when status in ('posted', 'overdue') then timestamptz '2100-01-01Z' end,
    case when status in ('posted', 'overdue') then timestamptz '2100-01-01Z' end,
    case when status <> 'draft' then md5(n::text) || md5('t' || n) end, case when status <> 'draft' then 'sent' end,
    case when status <> 'draft' then at end,
    case when status <> 'draft' then json_build_object('seller', ${text(15)}) end,
    case when status <> 'draft' then json_build_object('lines', ${text(15)}) end, ${text(47)}, at, 1,
    status, case when status = 'paid' then 0 else 12697 end
  from (select n, $1::timestamptz + n * $3::double precision * interval '1 millisecond' as at, greatest($2::bigint / 20, 8) as few,
          abs(hashint8extended(n, 7) % 1000000007) as mixed,
          case when n % 100 < 85 then 'paid' when n % 100 < 90 then 'posted' when n % 100 < 93 then 'overdue'
            when n % 100 < 98 then 'void' else 'draft' end as status
        from generate_series(1, $2::bigint) n) made`

const LINES = `
  insert into invoice_lines (environment_id, invoice_id, position, description, quantity, unit_price, amount, id)
  select 1, ${uuidOf('n')}, 1, 'Seats, December', 1, 12697, 12697, ${uuidOf('n')}
  from generate_series(1, $1::bigint) n`

const PAYMENTS = `
  insert into payments select 1, i.id, i.id, i.customer_id, i.amount_paid, i.currency, 'card', 'settled', i.due_date, '', '', '{}', '',
    i.created_at, i.updated_at, null, 'settled'
  from invoices i where i.environment_id = 1 and i.status = 'paid'`

const AUDIT = `
  insert into audit_log (environment_id, id, created_at, actor, actor_label, address, request_id, action, object_id,
    first_sequence, last_sequence, link, digest, salt)
  select 1, ${uuidOf('n')}, $1::timestamptz + n * $3::double precision * interval '1 millisecond',
    'svc_test_000000000000000' || n % 3, 'Shop', '192.0.2.77', 'req_' || md5(n::text),
    case when n % few = 7 then 'updateAccount' when n % 100 < 45 then 'createInvoice' when n % 100 < 90 then 'finalizeInvoice'
      when n % 100 < 99 then 'createPayment' else 'voidInvoice' end,
    'inv_' || n / 2, n, n, n, decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex')
  from (select n, greatest($2::bigint / 20, 8) as few from generate_series(1, $2::bigint) n) made`

const CUSTOMER_ROWS = `
  insert into customers select 1, n, 'Customer ' || n, null, 'c' || n || '@example.com', '', '', null, '', '', '', 'CA', false,
    null, false, null, '{}', to_timestamp(0), to_timestamp(0), null
  from generate_series(1, ${CUSTOMERS}) n`

/**
 * Replaces the invoices of environment 1 by this many in the two years before `untilMs`, with as
 * many audit entries. Narrow rows are faster to create.
 */
export async function fillLists(
  db: pg.ClientBase,
  { rows, untilMs, wide }: { rows: number; untilMs: number; wide: boolean },
): Promise<void> {
  const series = [new Date(untilMs - YEARS_MS), rows, YEARS_MS / rows]
  await db.query(
    'truncate invoices, invoice_lines, payments, audit_log, customers, day_sums, owing_customers cascade',
  )
  await db.query(CUSTOMER_ROWS)
  await db.query(INVOICES, [...series, wide ? 1 : 0])
  await db.query(AUDIT, series)
  await db.query(
    `update environment_counters set invoices_count = $1, draft_number = $1, customers_count = ${CUSTOMERS}
     where environment_id = 1`,
    [rows],
  )
  await db.query('vacuum analyze invoices, audit_log, customers')
}

/** The lines, payments and sums of these invoices, which figures add up. */
export async function fillFigures(db: pg.ClientBase, rows: number): Promise<void> {
  await db.query(LINES, [rows])
  await db.query(PAYMENTS)
  for (const summed of [summedInvoices, summedPayments]) {
    const { table, kept, countedAs, add } = summed
    await execute(
      db,
      add(
        sql`select 1 as sign, ${kept}, ${countedAs} from ${raw(table)} t where t.environment_id = ${1}`,
      ),
    )
  }
  await db.query('vacuum analyze invoice_lines, payments, day_sums, owing_customers')
}
