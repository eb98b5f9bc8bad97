// Multiplies invoices: copies what the service has written until there are as many as wanted.

import type pg from 'pg'

/** The columns of each copied table that are IDs, texts, times, or series. */
const TABLES = [
  'invoices',
  'invoice_lines',
  'payments',
  'ledger_entries',
  'ledger_postings',
  'emails',
  'events',
  'idempotency_keys',
] as const

const CUSTOMERS = 10_000

/** IDs like the service's: ordered by time, with as much randomness. */
const FUNCTIONS = `
  create function pg_temp.new_id(old uuid, n bigint) returns uuid immutable language sql as $$
    select (lpad(to_hex(1735689600000 + n * 31), 12, '0') || '7' || substr(md5(old::text || n), 1, 3)
      || '8' || substr(md5(old::text || n), 4, 15))::uuid $$;
  create function pg_temp.new_text(old text, n bigint) returns text immutable language sql as $$
    select regexp_replace(old, '[0-9a-z]{26}', substr(md5(n::text), 1, 26), 'g') $$;`

/**
 * Copies every row of environment 2 that belongs to an invoice, so that each invoice becomes
 * `times` invoices. IDs, names, tokens and times differ between copies as they would; amounts and
 * lines do not.
 */
export async function multiplyInvoices(client: pg.Client, times: number): Promise<void> {
  await client.query(FUNCTIONS)
  await client.query("set session_replication_role = 'replica'")
  await client.query(
    `insert into customers select 2, 1000000 + n, md5('name' || n) || ' ' || md5('more' || n), null,
       md5('mail' || n) || '@example.com', '+1 416 ' || n, n || ' Front Street West', null, 'Toronto', 'ON',
       'M5J 2X2', 'CA', false, null, false, null, '{}', now(), now(), null
     from generate_series(0, ${CUSTOMERS - 1}) n`,
  )
  for (const table of TABLES) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    const columns = rows.map(({ name }) => name).join(', ')
    const copied = rows.map(({ name, type }) => copyOf(name, type)).join(', ')
    await client.query(
      `insert into ${table} (${columns}) select ${copied} from (
         select *, row_number() over () as place, count(*) over () as places from ${table}
         where environment_id = 2) t
       cross join generate_series(1::bigint, ${times - 1}) n`,
    )
  }
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum (analyze)')
}

function copyOf(name: string, type: string): string {
  if (name === 'sequence') return 't.places * n + t.sequence'
  if (name === 'number') return "'INV-' || (1000000 + t.places * n + t.place)"
  if (name === 'customer_id') return `1000000 + (n * 7 + t.place) % ${CUSTOMERS}`
  if (name === 'key') return "md5(t.key || n) || '-' || n"
  if (name === 'fingerprint') return 'sha256((t.key || n)::bytea)'
  if (name === 'hosted_token') return 'md5(t.hosted_token || n) || md5(n::text)'
  if (type === 'uuid') return `pg_temp.new_id(t.${name}, n)`
  if (type === 'json') return `pg_temp.new_text(t.${name}::text, n)::json`
  if (name === 'object_id') return `pg_temp.new_text(t.${name}, n)`
  if (type.startsWith('timestamp')) return `t.${name} + n * interval '31 milliseconds'`
  return `t.${name}`
}
