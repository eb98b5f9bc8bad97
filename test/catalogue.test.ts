// Checks the migrated schema and every SQL statement against the data rules.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import {
  ERASED_TABLES,
  KEPT_TABLES,
  MIGRATIONS_TABLE,
  OWNED_TABLES,
  REFERENCE_TABLES,
  TENANT_TABLES,
  TENANT_TABLES_ERASED,
} from '../src/app/tables.ts'
import { COLLECTIONS } from '../src/domain/collection.ts'
import { DURATIONS } from '../src/domain/coupon.ts'
import { CREDIT_TYPES } from '../src/domain/credit.ts'
import { CREDIT_NOTE_STATUSES } from '../src/domain/credit-note.ts'
import { DISPUTE_STATUSES } from '../src/domain/dispute.ts'
import { GATEWAY_STATUSES } from '../src/domain/gateway.ts'
import { EMAIL_STATUSES, INVOICE_STATUSES } from '../src/domain/invoice.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '../src/domain/ledger.ts'
import { EMAIL_KINDS, MAIL_STATUSES } from '../src/domain/mail.ts'
import { PAYMENT_METHODS } from '../src/domain/payment.ts'
import { PAYMENT_METHOD_STATUSES, PAYMENT_METHOD_TYPES } from '../src/domain/payment-method.ts'
import { PAYMENT_STATUSES } from '../src/domain/payment-states.ts'
import { PAYOUT_STATUSES } from '../src/domain/payout.ts'
import { MOVE_STATUSES, PRICE_MIGRATION_STATUSES } from '../src/domain/price-migration.ts'
import { PRODUCT_STATUSES } from '../src/domain/product.ts'
import { DIFFERENCE_KINDS } from '../src/domain/reconciliation.ts'
import { REFUND_STATUSES } from '../src/domain/refund.ts'
import { PRORATION_UNITS } from '../src/domain/rest.ts'
import { ROLES } from '../src/domain/roles.ts'
import { FIRST_PERIODS, SUBSCRIPTION_STATUSES } from '../src/domain/subscription-state.ts'
import { SUM_KINDS } from '../src/domain/sums.ts'
import { TAX_SCHEMES } from '../src/domain/tax/tax.ts'
import { CLOCK_STATUSES } from '../src/domain/test-clock.ts'
import { DELIVERY_STATES, DISABLED_REASONS, ENDPOINT_STATUSES } from '../src/domain/webhook.ts'
import { TIERS } from '../src/features/accounts/store.ts'
import { DEMO_STATES } from '../src/features/accounts/store-demo.ts'
import { ITEM_STATUSES } from '../src/features/invoice-items/record.ts'
import { LINK_PURPOSES } from '../src/features/links/record.ts'
import { PHASES } from '../src/features/reconciliation/store.ts'
import { ACTOR_KINDS, METHODS } from '../src/features/requests/store.ts'
import { SIMULATED_STATUSES } from '../src/features/simulated-gateway/store.ts'
import { PROCESS_ROLES } from '../src/platform/process-role.ts'
import { openDatabase } from './database.ts'
import { clockFaults, type Statement, statementsOf, tenantFaults } from './statements.ts'

const { pool } = await openDatabase({ after })
const tenants: readonly string[] = TENANT_TABLES

async function ask<Row extends object>(text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows
}

/** Matches objects of our own schema, without those of PostgreSQL. */
const OURS = "(select oid from pg_namespace where nspname = 'public')"

interface Key {
  tbl: string
  name: string
  kind: 'p' | 'u' | 'f' | 'c'
  columns: string[]
  target: string | null
  definition: string
}

const constraints = await ask<Key>(
  `select c.conrelid::regclass::text as tbl, c.conname as name, c.contype as kind,
          c.confrelid::regclass::text as target, pg_get_constraintdef(c.oid) as definition,
          array(select a.attname::text from unnest(c.conkey) with ordinality k (number, place)
                join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
                order by k.place) as columns
   from pg_constraint c join pg_class t on t.oid = c.conrelid and not t.relispartition
   where c.connamespace = ${OURS} and c.contype in ('p', 'u', 'f', 'c')`,
)

test('every table is declared as tenant, reference or migration table, and exists', async () => {
  const found = await ask<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition`,
  )
  assert.deepEqual(
    found.map(({ name }) => name).sort(),
    [...TENANT_TABLES, ...REFERENCE_TABLES, MIGRATIONS_TABLE].sort(),
  )
})

test('every tenant table has a non-null integer environment_id', async () => {
  const found = await ask<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute
     where attname = 'environment_id' and atttypid = 'integer'::regtype and attnotnull`,
  )
  const names = new Set(found.map(({ name }) => name))
  assert.deepEqual(
    tenants.filter((name) => !names.has(name)),
    [],
  )
})

test('environment_id comes first in every primary key, unique constraint and foreign key of a tenant table', () => {
  const keys = constraints.filter(({ tbl, kind }) => tenants.includes(tbl) && kind !== 'c')
  for (const { tbl, name, columns } of keys) {
    assert.equal(columns[0], 'environment_id', `${name} of ${tbl}`)
  }
  const keyed = new Set(keys.filter(({ kind }) => kind === 'p').map(({ tbl }) => tbl))
  assert.deepEqual([...keyed].sort(), [...tenants].sort(), 'each has a primary key')
})

test('environment_id comes first in every index of a tenant table', async () => {
  const indexes = await ask<{ name: string; tbl: string; first: string | null }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as tbl,
            a.attname::text as first
     from pg_index i join pg_class t on t.oid = i.indrelid and t.relnamespace = ${OURS}
     -- Those over JSON and lists have no order, and only btree_gin could add the environment (decision 22).
     join pg_class c on c.oid = i.indexrelid and not c.relname ~ '_by_(metadata|items|allocation)$'
     left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
  )
  for (const { name, first } of indexes.filter(({ tbl }) => tenants.includes(tbl))) {
    assert.equal(first, 'environment_id', name)
  }
})

test('foreign keys have explicit names, are composite between tenant tables, and never cascade', () => {
  for (const { tbl, name, kind, columns, target, definition } of constraints) {
    if (kind !== 'f') continue
    assert.doesNotMatch(name, /_fkey\d*$/, `${name} of ${tbl} has a name that PostgreSQL made up`)
    assert.doesNotMatch(definition, /cascade|set null|set default|deferrable/i, name)
    if (tenants.includes(target ?? '')) assert.ok(columns.length > 1, `${name} is composite`)
    if (!tenants.includes(tbl)) assert.ok(!tenants.includes(target ?? ''), `${name} points inward`)
  }
})

test('a reset keeps or deletes every tenant table, and deletes referenced tables last', () => {
  assert.deepEqual([...KEPT_TABLES, ...ERASED_TABLES].sort(), [...TENANT_TABLES].sort())
  const place = (name: string | null) => (ERASED_TABLES as readonly string[]).indexOf(name ?? '')
  for (const { tbl, name, kind, target } of constraints) {
    if (kind !== 'f' || place(target) < 0 || tbl === target) continue
    assert.ok(place(tbl) >= 0, `${name}: a reset would leave ${tbl} without what it refers to`)
    assert.ok(place(tbl) < place(target), `${name}: a reset has to erase ${tbl} before ${target}`)
  }
})

test('dropping an account empties every table that references it, referenced tables last', () => {
  assert.deepEqual([...TENANT_TABLES_ERASED].sort(), [...TENANT_TABLES].sort())
  const erased: string[] = [...TENANT_TABLES_ERASED, ...OWNED_TABLES.map(({ table }) => table)]
  for (const { tbl, name, kind, target } of constraints) {
    if (kind !== 'f' || tbl === target || !erased.includes(target ?? '')) continue
    assert.ok(erased.includes(tbl), `${name}: dropping an account would leave ${tbl}`)
    assert.ok(erased.indexOf(tbl) < erased.indexOf(target ?? ''), `${name}: ${tbl} goes first`)
  }
})

test('closed lists in the schema equal those of the domain', () => {
  const lists: Record<string, readonly string[]> = {
    'invoices.status': INVOICE_STATUSES,
    'invoices.email_status': EMAIL_STATUSES,
    'invoice_items.status': ITEM_STATUSES,
    'price_migrations.status': PRICE_MIGRATION_STATUSES,
    'price_migration_subscriptions.status': MOVE_STATUSES,
    'products.status': PRODUCT_STATUSES,
    'coupons.duration': DURATIONS,
    'subscriptions.status': SUBSCRIPTION_STATUSES,
    'subscriptions.collection': COLLECTIONS,
    'subscriptions.first_period': FIRST_PERIODS,
    'subscriptions.proration_unit': PRORATION_UNITS,
    'tax_registrations.scheme': TAX_SCHEMES,
    'credit_transactions.type': CREDIT_TYPES,
    'simulated_payments.status': SIMULATED_STATUSES,
    'reconciliations.phase': PHASES,
    'reconciliation_differences.kind': DIFFERENCE_KINDS,
    'gateways.status': GATEWAY_STATUSES,
    'payment_methods.status': PAYMENT_METHOD_STATUSES,
    'payment_methods.type': PAYMENT_METHOD_TYPES,
    'payments.method': PAYMENT_METHODS,
    'credit_notes.status': CREDIT_NOTE_STATUSES,
    'credit_notes.email_status': EMAIL_STATUSES,
    'refunds.method': PAYMENT_METHODS,
    'refunds.status': REFUND_STATUSES,
    'payouts.status': PAYOUT_STATUSES,
    'disputes.status': DISPUTE_STATUSES,
    'payments.status': PAYMENT_STATUSES,
    'ledger_entries.kind': LEDGER_KINDS,
    'ledger_postings.account': LEDGER_ACCOUNTS,
    'day_sums.kind': SUM_KINDS,
    'accounts.demo': DEMO_STATES,
    'accounts.tier': TIERS,
    'members.role': ROLES,
    'one_time_links.purpose': LINK_PURPOSES,
    'processes.role': PROCESS_ROLES,
    'requests.actor_kind': ACTOR_KINDS,
    'requests.method': METHODS,
    'test_clocks.status': CLOCK_STATUSES,
    'environments.mode': ['test', 'live'],
    'environment_settings.mode': ['test', 'live'],
    'logos.content_type': ['image/png', 'image/jpeg'],
    'webhook_endpoints.status': ENDPOINT_STATUSES,
    'webhook_endpoints.disabled_reason': DISABLED_REASONS,
    'webhook_deliveries.state': DELIVERY_STATES,
    'emails.kind': EMAIL_KINDS,
    'emails.status': MAIL_STATUSES,
    'invoice_documents.kind': ['invoice', 'void'],
    'invoice_documents.standard': ['PDF/A-3b', 'none'],
  }
  const found = constraints.flatMap(({ tbl, definition }) => {
    const list = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(definition)
    if (!list) return []
    const words = [...(list[2] ?? '').matchAll(/'([^']*)'/g)].map(([, word]) => word)
    return [[`${tbl}.${list[1]}`, words] as const]
  })
  assert.deepEqual(Object.fromEntries(found), lists)
})

test('columns have only allowed types: no floats, no serials, timestamps with time zone', async () => {
  const found = await ask<{ type: string; tables: string }>(
    `select format_type(a.atttypid, a.atttypmod) as type,
            string_agg(distinct a.attrelid::regclass::text || '.' || a.attname, ', ') as tables
     from pg_attribute a join pg_class t on t.oid = a.attrelid and t.relkind in ('r', 'p')
     where t.relnamespace = ${OURS} and a.attnum > 0 and not a.attisdropped group by 1`,
  )
  const allowed = new Set([
    ...['bigint', 'boolean', 'bytea', 'date', 'integer', 'json', 'smallint', 'text', 'text[]'],
    ...['numeric(28,8)', 'smallint[]', 'timestamp(3) with time zone', 'uuid'],
  ])
  // Checks bound these two: any number of digits that a quantity or price can have, without trailing zeros.
  const exact = 'invoice_lines.quantity, invoice_lines.unit_price'
  assert.deepEqual(
    found.filter(({ type }) => !allowed.has(type)),
    [{ type: 'numeric', tables: exact }],
  )
})

test('the database has no functions, triggers, rules, sequences or extensions of its own', async () => {
  const owned = `select 'function ' || proname as thing from pg_proc where pronamespace = ${OURS}
    union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
    union all select 'sequence ' || relname from pg_class
      where relnamespace = ${OURS} and relkind = 'S'
    union all select 'identity or generated ' || attname from pg_attribute a
      join pg_class t on t.oid = a.attrelid and t.relnamespace = ${OURS}
      where attidentity <> '' or attgenerated <> ''
    union all select 'type ' || typname from pg_type
      where typnamespace = ${OURS} and typtype in ('e', 'd')
    union all select 'rule ' || rulename from pg_rules where schemaname = 'public'
    union all select 'extension ' || extname from pg_extension where extname <> 'plpgsql'
    union all select 'unlogged ' || relname from pg_class
      where relnamespace = ${OURS} and relpersistence <> 'p'`
  // Unlogged tables: a crash can empty them, because each process reports its claims again.
  const emptied = ['rate_windows', 'rate_windows_pkey'].map((name) => ({
    thing: `unlogged ${name}`,
  }))
  assert.deepEqual(await ask(owned), emptied)
})

test('no column default reads the clock or uses randomness', async () => {
  const found = await ask<{ text: string }>(
    `select pg_get_expr(d.adbin, d.adrelid) as text from pg_attrdef d
     join pg_class t on t.oid = d.adrelid and t.relnamespace = ${OURS}`,
  )
  for (const { text } of found)
    assert.match(text, /^('[^']*'::\w+(?:\[\])?|\d+|'\d+'::bigint|false)$/)
})

const root = join(import.meta.dirname, '..')
const shipped = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
const statements: Statement[] = shipped.flatMap((path) =>
  statementsOf(path, readFileSync(join(root, path), 'utf8')),
)

/** Statements that cover the whole database, and why. */
const ACROSS = new Map([
  ['src/features/verification/store-sets.ts', /from invoice_lines union all/], // rows without an environment
  ['src/features/secret-keys/store.ts', /count\(\*\) as count.* from environment_counters/], // rows of a key
])
/** Clocks of machines can differ, so the database's clock decides which processes are alive and what has expired. */
const CLOCKS = [
  'src/platform/processes.ts',
  'src/platform/db/rate-windows.ts',
  'src/platform/db/throttled-attempts.ts',
]

test('every statement names environment_id for every tenant table in it', () => {
  assert.ok(statements.length > 30, `only ${statements.length} statements were found`)
  assert.deepEqual(
    statements
      .filter(({ path, text }) => !ACROSS.get(path)?.test(text))
      .flatMap((statement) => tenantFaults(statement, tenants)),
    [],
  )
})

test('time is a parameter: no statement and no migration reads the clock of the database', () => {
  const migrations = globSync('migrations/*.sql', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8').replace(/--.*$/gm, ''),
  }))
  const others = statements.filter(({ path }) => !CLOCKS.includes(path))
  assert.deepEqual([...others, ...migrations].flatMap(clockFaults), [])
})

test('the statement checks find statements that break their rules', () => {
  const faults = (text: string) =>
    statementsOf('a.ts', text).flatMap((statement) => tenantFaults(statement, tenants))
  assert.equal(faults('sql`select id from invoices where id = 1`').length, 1)
  assert.equal(
    faults('sql`select 1 from invoices i join customers c on c.id = 1 where i.environment_id = 1`')
      .length,
    1,
  )
  assert.equal(faults('sql`update products p set name = 1 where p.id = 2`').length, 1)
  assert.equal(faults('sql`insert into events (id) values (1)`').length, 1)
  assert.equal(faults('sql`select id from invoices where environment_id = 1`').length, 0)
  assert.equal(
    faults('const list = sql`environment_id, id`\nsql`insert into events ($' + '{list})`').length,
    0,
  )
  assert.equal(clockFaults({ path: 'a.ts', text: 'select now()' }).length, 1)
  assert.equal(clockFaults({ path: 'a.ts', text: 'set at = current_timestamp' }).length, 1)
})
