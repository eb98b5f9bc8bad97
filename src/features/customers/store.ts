// All SQL of customers, their balances and their search words.

import { wordsOf } from '../../domain/words.ts'
import { invariant } from '../../invariant.ts'
import { given, insertAll, toInsert } from '../../platform/db/given.ts'
import { inOrder, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, plain, query, raw, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'
import type { Unique } from '../../platform/db/unique.ts'
import { changesOfWords, saveWords, type Worded } from '../../platform/db/word-index.ts'
import { hasWaiting } from '../remaining.ts'
import { type CustomerRow, customerRecord } from './record.ts'

export interface Customer extends CustomerRow {
  /** The customer's credit by currency, as decimals in the major unit. */
  balances: Record<string, string>
  /** Set if the balances changed, so that an update saves them. */
  balances_changed?: true
  /** The row when it was locked, which has the previous search words. */
  was?: Locked
}

type Locked = CustomerRow & { words_version: number }

/** The fields by which a customer is found. */
type Searched = Pick<CustomerRow, 'name' | 'contact_name' | 'email' | 'deleted_at'>

/** The search words of a customer; empty if it is deleted. */
export const customerWords: Worded<Searched> = {
  table: 'customer_words',
  column: 'customer_id',
  type: 'bigint',
  owner: 'customers',
  columns: 'name, contact_name, email, deleted_at',
  wordsOf: ({ name, contact_name, email, deleted_at }) =>
    deleted_at === null ? wordsOf([name, contact_name, email]) : [],
}

const columns = customerRecord.columns('c', ['words_version'])
const balances = sql`coalesce((
    select json_object_agg(b.currency, b.balance::text) from customer_balances b
    where b.environment_id = c.environment_id and b.customer_id = c.id), '{}') as balances`

export const customers: Table<Customer> = {
  ...customerRecord,

  async lock(tx, keys, how) {
    const [rows, owed] = await Promise.all([
      customerRecord.lock(tx, keys, how),
      findBalances(tx, keys),
    ])
    return withBalances(rows, owed)
  },

  async findBy(tx, column, keys) {
    const rows = await customerRecord.findBy(tx, column, keys)
    return withBalances(rows, await findBalances(tx, rows))
  },

  async insert(tx, rows) {
    await Promise.all([
      customerRecord.insert(tx, rows),
      saveWords(tx, customerWords, changesOfWords(customerWords, rows)),
    ])
  },

  release(tx, rows) {
    const freed = rows.filter(
      ({ was, ...row }) => was?.external_id && was.external_id !== heldBy(row),
    )
    return freed.length > 0 ? [freeExternalIds(tx, freed)] : []
  },

  async update(tx, rows) {
    const changed = rows.filter((row) => row.balances_changed)
    await Promise.all([
      customerRecord.update(tx, rows),
      saveWords(tx, customerWords, changesOfWords(customerWords, rows.filter(hasOtherWords))),
      ...(changed.length > 0 ? [saveBalances(tx, changed)] : []),
    ])
  },
}

/** A deleted customer keeps its external ID, which another one can then use. */
const heldBy = ({ external_id, deleted_at }: Pick<Customer, 'external_id' | 'deleted_at'>) =>
  deleted_at === null ? external_id : null

function freeExternalIds(tx: Tx, rows: RowKey[]): Promise<number> {
  return execute(
    tx,
    sql`update customers c set external_id = null from ${wanted(rows, 'bigint')}
        where c.environment_id = wanted.environment_id and c.id = wanted.id`,
  )
}

/** At most one customer that is not deleted has an external ID. */
export const externalIds: Unique = {
  name: 'external_id',
  find: (db, values) =>
    query(
      db,
      sql`select c.environment_id, c.external_id as value, c.id from customers c
          join ${given('asked', values, { value: sql`${values.map((each) => each.value)}::text[]` })}
            on c.environment_id = asked.environment_id and c.external_id = asked.value
          where c.deleted_at is null`,
    ),
}

const hasOtherWords = ({ was, ...row }: Customer): boolean =>
  was?.words_version !== 1 ||
  was.name !== row.name ||
  was.contact_name !== row.contact_name ||
  was.email !== row.email ||
  was.deleted_at !== row.deleted_at

const withBalances = (
  rows: readonly CustomerRow[],
  owed: ReadonlyMap<string, Customer['balances']>,
): Customer[] =>
  rows.map((row) => ({
    ...row,
    was: row as Locked,
    balances: owed.get(`${row.environment_id}/${row.id}`) ?? {},
  }))

/**
 * Reads the balances of customers that are being locked. A separate statement, sent after the lock: a statement sees
 * other tables as they were when it began, so one that waited for the lock would miss balances changed meanwhile.
 */
async function findBalances(
  tx: Tx,
  keys: readonly RowKey[],
): Promise<Map<string, Customer['balances']>> {
  const rows = await query<{
    environment_id: number
    customer_id: number
    currency: string
    balance: string
  }>(
    tx,
    sql`select b.environment_id, b.customer_id, b.currency, b.balance::text as balance
        from customer_balances b
        join ${wanted(keys, 'bigint')} on b.environment_id = wanted.environment_id
          and b.customer_id = wanted.id`,
  )
  const found = new Map<string, Customer['balances']>()
  for (const { environment_id, customer_id, currency, balance } of rows) {
    const key = `${environment_id}/${customer_id}`
    found.set(key, { ...found.get(key), [currency]: balance })
  }
  return found
}

/** The customer's row is locked, so no other transaction writes these. */
function saveBalances(tx: Tx, rows: Customer[]): Promise<void> {
  const each = rows.flatMap(({ environment_id, id, balances }) =>
    Object.entries(balances).map(([currency, balance]) => ({
      environment_id,
      id,
      currency,
      balance,
    })),
  )
  return insertAll(
    tx,
    'customer_balances',
    each,
    sql`insert into customer_balances (environment_id, customer_id, currency, balance)
        select v.* from ${toInsert('v', each, {
          customer_id: sql`${plain(each.map((row) => row.id))}::bigint[]`,
          currency: sql`${plain(each.map((row) => row.currency))}::text[]`,
          balance: sql`${plain(each.map((row) => row.balance))}::numeric[]`,
        })}
        on conflict (environment_id, customer_id, currency) do update
          set balance = excluded.balance`,
  )
}

/** A customer as read, with the currency of its balance. */
export interface ReadCustomer extends Customer {
  default_currency: string
}

/** Reads customers in the order of the keys. */
export async function findCustomers(db: Db, keys: RowKey[]): Promise<(ReadCustomer | undefined)[]> {
  const rows = await query<ReadCustomer & Record<string, unknown>>(
    db,
    sql`select ${columns}, ${balances}, s.default_currency from customers c
        join ${wanted(keys, 'bigint')} on c.environment_id = wanted.environment_id and c.id = wanted.id
        join environment_settings s on s.environment_id = c.environment_id
        where c.deleted_at is null`,
  )
  return inOrder(keys, rows)
}

/** The rows that prevent deleting a customer, counted. */
export interface Unsettled {
  /** Draft, posted and overdue invoices. */
  open: number
  /** Subscriptions that have not ended. */
  live: number
  /** Payments with an unallocated part. */
  waiting: number
}

export async function countUnsettled(db: Db, keys: readonly RowKey[]): Promise<Unsettled[]> {
  const rows = await query<RowKey & Unsettled>(
    db,
    sql`select wanted.environment_id, wanted.id, (
          select count(*) from invoices i
          where i.environment_id = wanted.environment_id and i.customer_id = wanted.id
            and i.status in ('draft', 'posted', 'overdue')) as open, (
          select count(*) from subscriptions s
          where s.environment_id = wanted.environment_id and s.customer_id = wanted.id
            and s.status <> 'canceled') as live, (
          select count(*) from payments y
          where y.environment_id = wanted.environment_id and y.customer_id = wanted.id
            and ${raw(hasWaiting('y'))}) as waiting
        from ${wanted(keys, 'bigint')}`,
  )
  return inOrder(keys, rows).map((row) => ({
    open: row?.open ?? 0,
    live: row?.live ?? 0,
    waiting: row?.waiting ?? 0,
  }))
}

/** The first ID of the next block. */
export async function readNextCustomerId(db: Db): Promise<number> {
  const rows = await query<{ next: number }>(
    db,
    sql`select next_customer_id as next from installation where id = 1`,
  )
  invariant(rows[0], 'The installation row is missing.')
  return rows[0].next
}

/** Takes a block of customer IDs for this process and returns the first. */
export async function takeCustomerIds(db: Db, size: number): Promise<number> {
  const rows = await query<{ first: number }>(
    db,
    sql`update installation set next_customer_id = next_customer_id + ${size}
        where id = 1 returning next_customer_id - ${size} as first`,
  )
  const first = rows[0]?.first
  invariant(first !== undefined, 'The installation row is missing.')
  return first
}
