// Seeds a database before anything is measured: tenants, their customers, and old invoices. The product's database and
// the reference's get the same rows, by set-based SQL.

import type pg from 'pg'
import { settle } from '../src/domain/settle.ts'
import { encodeId } from '../src/platform/ids.ts'
import { hashSecret, newKey } from '../src/platform/key-text.ts'

/** Environments that the load is spread over, in addition to the hot one. Tests set a small even number. */
export const SPREAD = Number(process.env.BENCH_ENVIRONMENTS ?? 1_000)
export const CUSTOMERS = 10
/** Old invoices in each spread environment, which `get` reads. */
export const OLD_INVOICES = 20

/** The lines of every invoice here. */
export const LINES = [
  { description: 'Seats, December', quantity: 3, unit_amount: 1999 },
  { description: 'Base fee', quantity: 1, unit_amount: 4900 },
  { description: 'Storage, GB', quantity: 120, unit_amount: 15 },
]
export const METADATA = { po: 'A-17' }

/** The snapshot that every finalized invoice freezes; its texts are as long as the product's. */
const SNAPSHOT = JSON.stringify({
  seller: { name: 'Tenant 1000', time_zone: 'UTC' },
  customer: {
    id: 1000000,
    name: 'Customer 1000000',
    contact_name: null,
    email: 'billing@example.com',
    phone: '+1 416 555 0100',
    address_line1: '1 Front Street West',
    address_line2: null,
    city: 'Toronto',
    state_province: 'ON',
    postal_code: 'M5J 2X2',
    country: 'CA',
    tax_exempt: false,
    tax_id: null,
    language: null,
  },
})
const DERIVATION = JSON.stringify(
  settle({
    currency: 'cad',
    lines: LINES.map(({ description, quantity, unit_amount }) => ({
      description,
      quantity: String(quantity),
      unit_price: String(unit_amount),
      id: null,
      product_id: null,
      price_id: null,
      pricing: null,
    })),
  }).derivation,
)

/** The seeded rows: environments and customers are numbered without a gap. */
export interface Tenants {
  firstEnvironment: number
  firstCustomer: number
}

/** The environment that takes all load. */
export const hotEnvironment = ({ firstEnvironment }: Tenants) => firstEnvironment + SPREAD

export const firstCustomerOf = (tenants: Tenants, environment: number) =>
  tenants.firstCustomer + (environment - tenants.firstEnvironment) * CUSTOMERS

/** The ID of the nth seeded invoice of an environment; pgbench and SQL below build the same. */
export const seededId = (n: number) =>
  encodeId('inv', `01930000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`)

/** An account has two environments, so the hot one comes with another. */
const ENVIRONMENTS = SPREAD + 2

/** Creates the accounts, like the first one, with their environments and customers. */
export async function seedTenants(client: pg.Client): Promise<Tenants> {
  const { rows } = await client.query<{ account: number; environment: number; customer: string }>(
    `update installation set next_account_id = next_account_id + $1,
            next_environment_id = next_environment_id + 2 * $1,
            next_customer_id = next_customer_id + $2
     where id = 1 returning next_account_id - $1 as account,
       next_environment_id - 2 * $1 as environment, next_customer_id - $2 as customer`,
    [ENVIRONMENTS / 2, ENVIRONMENTS * CUSTOMERS],
  )
  const [row] = rows
  if (!row) throw new Error('The database has no installation row: start the server on it once.')
  const firstEnvironment = row.environment
  const firstCustomer = Number(row.customer)
  await client.query(
    `insert into accounts select n, 'Tenant ' || n, 'enterprise', null, default_currency,
            payment_terms_days, time_zone, created_at
     from accounts, generate_series($1::int, $1 + $2 - 1) n where id = 1`,
    [row.account, ENVIRONMENTS / 2],
  )
  await client.query(
    `insert into environments
     select $1 + n, $2 + n / 2, (array['test', 'live'])[n % 2 + 1], now()
     from generate_series(0, $3::int - 1) n`,
    [firstEnvironment, row.account, ENVIRONMENTS],
  )
  await client.query(
    `insert into environment_counters (environment_id, customers_count)
     select $1 + n, $2 from generate_series(0, $3::int - 1) n`,
    [firstEnvironment, CUSTOMERS, ENVIRONMENTS],
  )
  await client.query(
    `insert into environment_settings
     select $1 + n, (array['test', 'live'])[n % 2 + 1], 'Tenant ' || $2 + n / 2, default_currency,
       payment_terms_days, time_zone, language, 1, '{}', profile, 0, now(), now()
     from environment_settings, generate_series(0, $3::int - 1) n where environment_id = 1`,
    [firstEnvironment, row.account, ENVIRONMENTS],
  )
  await client.query(
    `insert into customers (environment_id, id, name, email, phone, address_line1, city,
       state_province, postal_code, country, tax_exempt, auto_pay_enabled, metadata, created_at,
       updated_at)
     select $1 + n / $3, $2 + n, 'Customer ' || n, 'billing@example.com', '+1 416 555 0100',
       '1 Front Street West', 'Toronto', 'ON', 'M5J 2X2', 'CA', false, false, '{}', now(), now()
     from generate_series(0, $3::int * $4::int - 1) n`,
    [firstEnvironment, firstCustomer, CUSTOMERS, ENVIRONMENTS],
  )
  return { firstEnvironment, firstCustomer }
}

/** Creates a key for each environment. Returns the full keys by environment. */
export async function seedKeys(
  client: pg.Client,
  tenants: Tenants,
  secretKey: string,
): Promise<Map<number, string>> {
  const keys = Array.from({ length: ENVIRONMENTS }, (_, n) => ({
    environment: tenants.firstEnvironment + n,
    ...newKey(n % 2 === 0 ? 'test' : 'live'),
  }))
  await client.query(
    `insert into api_keys (id, environment_id, name, secret_hash, scopes, created_at)
     select id, environment_id, 'bench', secret_hash, array['*'], now()
     from unnest($1::text[], $2::int[], $3::bytea[]) as k (id, environment_id, secret_hash)`,
    [
      keys.map(({ id }) => id),
      keys.map(({ environment }) => environment),
      keys.map(({ secret }) => hashSecret(Buffer.from(secretKey), secret)),
    ],
  )
  return new Map(keys.map(({ environment, text }) => [environment, text]))
}

interface SeededInvoices {
  environments: [first: number, last: number]
  /** The first and last number; IDs, numbers and times follow from it. */
  numbers: [first: number, last: number]
  /** Only drafts, or of ten: one draft, one void, three posted and five paid. */
  states: 'drafts' | 'mixed'
}

/**
 * Creates invoices of three lines, newer the higher their number, without events: measurements only
 * read them, or they belong to the reference. Foreign keys are not checked, as in a restore.
 */
export async function seedInvoices(
  client: pg.Client,
  tenants: Tenants,
  { environments, numbers, states }: SeededInvoices,
): Promise<void> {
  const all = [...environments, ...numbers]
  await client.query("set session_replication_role = 'replica'")
  await client.query('begin')
  await client.query(
    `insert into invoices
     select e, ${idOf('n')}, $5 + (e - $6) * ${CUSTOMERS} + n % ${CUSTOMERS}, s.status,
       case s.status when 'draft' then 'INV-9' || lpad(n::text, 11, '0')
                     else 'INV-' || lpad(n::text, 6, '0') end,
       'cad', date '2036-12-31', false, '', '${JSON.stringify(METADATA)}', 12697, 0, 12697, 12697,
       case s.status when 'paid' then 12697 else 0 end, at, at,
       case s.status when 'draft' then null else at end,
       case s.status when 'void' then at end,
       case s.status when 'posted' then timestamptz '2037-01-01 00:00Z' end,
       case s.status when 'draft' then null else $7::json end,
       case s.status when 'draft' then null else $8::json end
     from generate_series($1::int, $2::int) e, generate_series($3::int, $4::int) n,
       lateral (select ${statusOf(states)} as status,
                timestamptz '2025-01-01 00:00Z' + n * interval '1 second' as at) s`,
    [...all, tenants.firstCustomer, tenants.firstEnvironment, SNAPSHOT, DERIVATION],
  )
  await client.query(
    `insert into invoice_lines
       (environment_id, invoice_id, position, description, quantity, unit_price, amount, id)
     select e, ${idOf('n')}, l.position, l.description, l.quantity, l.unit_price,
       l.quantity * l.unit_price, gen_random_uuid()
     from generate_series($1::int, $2::int) e, generate_series($3::int, $4::int) n,
       rows from (unnest($5::text[]), unnest($6::bigint[]), unnest($7::bigint[])) with ordinality
         as l (description, quantity, unit_price, position)`,
    [
      ...all,
      LINES.map((line) => line.description),
      LINES.map((line) => line.quantity),
      LINES.map((line) => line.unit_amount),
    ],
  )
  await client.query(
    `update environment_counters set invoices_count = invoices_count + $4 - $3 + 1,
            draft_number = greatest(draft_number, $4)
     where environment_id between $1 and $2`,
    all,
  )
  await client.query('commit')
  await client.query("set session_replication_role = 'origin'")
}

const idOf = (n: string) => `('01930000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const statusOf = (states: SeededInvoices['states']) =>
  states === 'drafts'
    ? "'draft'"
    : `(array['draft', 'void', 'posted', 'posted', 'posted',
              'paid', 'paid', 'paid', 'paid', 'paid'])[n / ${CUSTOMERS} % 10 + 1]`
