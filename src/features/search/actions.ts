// Finds things by what a person knows of them: an id, a number, the beginnings of words.

import { customerRef, parseCustomerId } from '../../domain/customer.ts'
import { allBegin, wordsAsked, wordsOf } from '../../domain/words.ts'
import type { RowKey } from '../../platform/db/action.ts'
import type { Db } from '../../platform/db/sql.ts'
import { findByWords } from '../../platform/db/word-index.ts'
import { decodeId, encodeId } from '../../platform/ids.ts'
import { findApiKeys } from '../api-keys/store.ts'
import { creditTransactions } from '../credit-transactions/record.ts'
import { customerWords, externalIds, findCustomers } from '../customers/store.ts'
import { findEvent } from '../events/store.ts'
import { findInvoices } from '../invoices/store.ts'
import { findEmails } from '../outbox/store.ts'
import { payments } from '../payments/record.ts'
import { productRecord } from '../products/record.ts'
import { productWords } from '../products/store.ts'
import { findDeliveries } from '../webhook-deliveries/store.ts'
import { findEndpoints } from '../webhook-endpoints/store.ts'
import type { Kind } from './schemas.ts'
import { findByNumber } from './store.ts'

export interface Found {
  kind: Kind
  id: string
  title: string
  detail: string | null
  status: string | null
}

export interface Asked {
  environmentId: number
  q: string
  most: number
  /** Whether the caller may read a kind; what it may not is not looked for. */
  may(kind: Kind): boolean
}

/** What was asked for exactly, then customers and products by their words, by their names first. */
export async function search(db: Db, asked: Asked): Promise<Found[]> {
  const exact = await findExactly(db, asked)
  // Whoever names an id means that one thing.
  if (/^(svc|[a-z]{3,4})_./.test(asked.q.trim())) return exact
  const words = wordsAsked(asked.q)
  if (words.length === 0) return exact
  const found = await Promise.all([
    asked.may('customer') ? customersByWords(db, asked, words) : [],
    asked.may('product') ? productsByWords(db, asked, words) : [],
  ])
  const known = new Set(exact.map(({ id }) => id))
  const others = found.flat().filter(({ id }) => !known.has(id))
  // Who is named so, before who only knows somebody of that name.
  const isNamed = ({ title }: Found) => allBegin(words, wordsOf([title]))
  return [...exact, ...others.filter(isNamed), ...others.filter((each) => !isNamed(each))]
}

async function findExactly(db: Db, { environmentId, q, may }: Asked): Promise<Found[]> {
  const ref = q.trim()
  const lookUps: Promise<Found[]>[] = []
  for (const [kind, find] of Object.entries(BY_ID) as [Kind, ById][]) {
    if (may(kind)) lookUps.push(find(db, environmentId, ref))
  }
  if (may('customer')) lookUps.push(customersByExternalId(db, environmentId, ref))
  if (may('invoice')) lookUps.push(invoicesByNumber(db, environmentId, ref))
  return (await Promise.all(lookUps)).flat()
}

type ById = (db: Db, environmentId: number, ref: string) => Promise<Found[]>

/** Looks up the rows of ids with a prefix, and shows each. */
function byId<R>(
  kind: Kind,
  prefix: string,
  find: (db: Db, keys: RowKey[]) => Promise<(R | undefined)[]>,
  show: (row: R) => Omit<Found, 'kind' | 'id'>,
): ById {
  return async (db, environment_id, ref) => {
    const id = decodeId(prefix, ref)
    const [row] = id === undefined ? [] : await find(db, [{ environment_id, id }])
    return row === undefined ? [] : [{ kind, id: ref, ...show(row) }]
  }
}

const BY_ID: Partial<Record<Kind, ById>> = {
  async customer(db, environment_id, ref) {
    const id = parseCustomerId(ref)
    const [row] = id === undefined ? [] : await findCustomers(db, [{ environment_id, id }])
    return row === undefined ? [] : [shownCustomer(row)]
  },
  invoice(db, environmentId, ref) {
    const id = decodeId('inv', ref)
    return shownInvoices(db, environmentId, id === undefined ? [] : [id])
  },
  product: byId('product', 'prod', productRecord.find, ({ name, status }) => ({
    ...{ title: name, detail: null, status },
  })),
  payment: byId('payment', 'pay', payments.find, ({ id, reference, status }) => ({
    ...{ title: encodeId('pay', id), detail: reference || null, status },
  })),
  credit_transaction: byId('credit_transaction', 'cbt', creditTransactions.find, (row) => ({
    ...{ title: encodeId('cbt', row.id), detail: row.reason, status: row.type },
  })),
  email: byId('email', 'eml', findEmails, ({ subject, to_address, status }) => ({
    ...{ title: subject, detail: to_address, status },
  })),
  webhook_endpoint: byId('webhook_endpoint', 'whe', findEndpoints, (row) => ({
    ...{ title: row.url, detail: row.description || null, status: row.status },
  })),
  webhook_delivery: byId('webhook_delivery', 'whd', findDeliveries, (row) => ({
    ...{ title: row.event_type, detail: row.object_id, status: row.state },
  })),
  async event(db, environmentId, ref) {
    const id = decodeId('evt', ref)
    const row = id === undefined ? undefined : await findEvent(db, environmentId, id)
    if (!row) return []
    return [{ kind: 'event', id: ref, title: row.type, detail: row.object_id, status: null }]
  },
  async api_key(db, environment_id, ref) {
    if (!/^svc_(test|live)_[0-9A-Za-z]{16}$/.test(ref)) return []
    const [row] = await findApiKeys(db, [{ environment_id, id: ref }])
    return row ? [{ kind: 'api_key', id: ref, title: row.name, detail: ref, status: null }] : []
  },
}

/** As the caller's own system has it: all of it, exactly. */
async function customersByExternalId(db: Db, environmentId: number, ref: string): Promise<Found[]> {
  const held = await externalIds.find(db, [{ environment_id: environmentId, value: ref }])
  const rows = await findCustomers(
    db,
    held.map(({ id }) => ({ environment_id: environmentId, id })),
  )
  return rows.flatMap((row) => (row ? [shownCustomer(row)] : []))
}

/** INV-000042 is found as that, as inv-42 and as 42. */
async function invoicesByNumber(db: Db, environmentId: number, ref: string): Promise<Found[]> {
  const [, digits] = /^(?:inv-)?0*(\d{1,12})$/i.exec(ref) ?? []
  if (digits === undefined) return []
  const numbers = [...new Set([digits, digits.padStart(6, '0')])].map((each) => `INV-${each}`)
  return shownInvoices(db, environmentId, await findByNumber(db, environmentId, numbers))
}

async function shownInvoices(db: Db, environment_id: number, ids: string[]): Promise<Found[]> {
  if (ids.length === 0) return []
  const invoices = (
    await findInvoices(
      db,
      ids.map((id) => ({ environment_id, id })),
    )
  ).filter((row) => row !== undefined)
  const customers = await findCustomers(
    db,
    invoices.map(({ customer_id }) => ({ environment_id, id: customer_id })),
  )
  return invoices.map(({ id, number, status, customer_id }, index) => ({
    kind: 'invoice',
    id: encodeId('inv', id),
    title: number,
    detail: customers[index]?.name ?? customerRef(customer_id),
    status,
  }))
}

type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomers>>[number]>

const shownCustomer = ({ id, name, email, contact_name }: CustomerRow): Found => ({
  ...{ kind: 'customer', id: customerRef(id), title: name },
  ...{ detail: email || contact_name, status: null },
})

async function customersByWords(
  db: Db,
  { environmentId, most }: Asked,
  words: string[],
): Promise<Found[]> {
  const read = async (ids: number[]) =>
    (
      await findCustomers(
        db,
        ids.map((id) => ({ environment_id: environmentId, id })),
      )
    ).filter((row) => row !== undefined)
  const ids = await findByWords<number>(
    db,
    customerWords,
    { environmentId, words, most },
    async (candidates) =>
      (await read(candidates))
        .filter((row) => allBegin(words, customerWords.wordsOf(row)))
        .map(({ id }) => id),
  )
  return (await read(ids)).map(shownCustomer)
}

async function productsByWords(
  db: Db,
  { environmentId, most }: Asked,
  words: string[],
): Promise<Found[]> {
  const read = async (ids: string[]) =>
    (
      await productRecord.find(
        db,
        ids.map((id) => ({ environment_id: environmentId, id })),
      )
    ).filter((row) => row !== undefined)
  const ids = await findByWords<string>(
    db,
    productWords,
    { environmentId, words, most },
    async (candidates) =>
      (await read(candidates))
        .filter((row) => allBegin(words, productWords.wordsOf(row)))
        .map(({ id }) => id),
  )
  return (await read(ids)).map(({ id, name, status }) => ({
    ...{ kind: 'product', id: encodeId('prod', id), title: name, detail: null, status },
  }))
}
