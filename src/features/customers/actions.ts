// The actions on customers: create, update, delete.

import type { Pool } from 'pg'
import { parseCountry } from '../../domain/countries.ts'
import { assertDeletable, customerRef, DEFAULT_COUNTRY } from '../../domain/customer.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { addressRegion } from '../../domain/regions.ts'
import { unusedTaxIds, unusedText } from '../../domain/tax/union-numbers.ts'
import type { Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { insertRow, newRow, patched } from '../rows.ts'
import { holdValue } from '../unique-column.ts'
import { customerIds, events } from './record.ts'
import { type CustomerCreate, type CustomerPatch, customerJson } from './schemas.ts'
import {
  type Customer,
  countUnsettled,
  customers,
  externalIds,
  readNextCustomerId,
  takeCustomerIds,
  type Unsettled,
} from './store.ts'
import type { CheckedTaxId, TaxId } from './tax-numbers.ts'

/** Includes deleted customers: their credit balance is kept. */
export function getEvenDeleted(work: Work, id: number): Customer {
  const customer = work.find(customers, id)
  if (!customer) throw customerIds.missing(customerRef(id))
  return customer
}

/** The customer of an ID; throws 404 as for any ID in the path. */
export function getCustomer(work: Work, id: number): Customer {
  const customer = getEvenDeleted(work, id)
  if (customer.deleted_at !== null) throw customerIds.missing(customerRef(id))
  return customer
}

/** The customer as clients see it. */
export function presentCustomer(work: Work, customer: Customer): string {
  return customerJson(customer, work.environment.default_currency)
}

/** The subject of a customer's events. */
export const aboutCustomer = ({ id }: Pick<Customer, 'id'>): Subject => ({
  id: customerRef(id),
  customer_id: id,
})

/** The values of unset and cleared fields. */
const NEVER_GIVEN = {
  contact_name: null,
  email: '',
  phone: '',
  address_line1: '',
  address_line2: null,
  city: '',
  state_province: '',
  postal_code: '',
  country: DEFAULT_COUNTRY,
  tax_exempt: false,
  tax_id: null,
  tax_ids: null,
  auto_pay_enabled: false,
  default_payment_method_id: null,
  language: null,
  external_id: null,
} as const satisfies Partial<Customer>

/** Throws if the name has no visible characters, or an email address or language is invalid. */
function assertTakes(
  { name, email, language, external_id }: CustomerPatch,
  before?: Customer,
): void {
  // An empty external ID clears it.
  const called = external_id || undefined
  assertNewTexts([
    { param: 'name', be: 'visible', text: name, stored: before?.name },
    { param: 'email', be: 'email', text: email, stored: before?.email },
    { param: 'language', be: 'language', text: language, stored: before?.language },
    { param: 'external_id', be: 'visible', text: called },
  ])
}

/** The fields of a request as stored: null and "" are the same as unset. */
function given({ tax_ids: _, ...members }: Omit<CustomerPatch, 'metadata'>): Partial<Customer> {
  const stored = Object.entries(members).map(([name, value]) => {
    if (value === null || value === '') return [name, NEVER_GIVEN[name as keyof typeof NEVER_GIVEN]]
    return [name, name === 'country' ? parseCountry(String(value)) : value]
  })
  return Object.fromEntries(stored)
}

const takesExternalId = ({ external_id }: CustomerPatch) =>
  external_id ? [{ unique: externalIds, value: external_id }] : []

/** Sets a customer's external ID; 409 if another customer has it. */
function holdExternalId(work: Work, before: Customer | undefined, after: Customer): void {
  const values = [before?.external_id ?? null, after.external_id] as const
  holdValue(work, externalIds, after.id, values, externalIdTaken)
}

function externalIdTaken(external_id: string, holder: string | number) {
  const ref = customerRef(Number(holder))
  return billingError(
    'external_id_taken',
    `Customer ${ref} already has the external_id ${quoted(external_id)}. Update ${ref}, or use another external_id.`,
    { param: 'external_id' },
  )
}

/** The tax numbers of a request, after validation. */
export interface SentNumbers {
  /** The whole list. */
  tax_ids?: CheckedTaxId[]
  /** The one of `tax_id`; null if that clears it. */
  tax_id?: CheckedTaxId | null
}

/** The new list of tax numbers; the first one is `tax_id`, which keeps its spelling. */
function numbersOf(
  work: Work,
  before: Customer | undefined,
  { tax_id, tax_ids }: SentNumbers,
  spelt: string | null | undefined,
): Pick<Customer, 'tax_id' | 'tax_ids'> {
  const known = before?.tax_ids ?? []
  const kept = (sent: CheckedTaxId): TaxId => {
    const same = known.find((each) => each.type === sent.type && each.value === sent.value)
    return same?.status === sent.status ? same : { ...sent, checked_at: work.now }
  }
  let list = tax_ids ? tax_ids.map(kept) : known
  let called = tax_ids ? (list[0]?.value ?? null) : (before?.tax_id ?? null)
  const isSame = spelt === undefined || (spelt || null) === (before?.tax_id ?? null)
  if (tax_id !== undefined && (!isSame || !tax_ids)) {
    const first = tax_id && kept(tax_id)
    list = [...(first ? [first] : []), ...list.slice(1)]
    called = first ? (spelt ?? null) : (list[0]?.value ?? null)
  }
  return { tax_id: called, tax_ids: list.length === 0 ? null : list }
}

/** Warns of numbers that do not count for reverse charge in the customer's country. */
function warnUnused({ warnings }: Work, { country, tax_ids }: Customer): void {
  const unused = unusedTaxIds({ country, tax_ids: tax_ids ?? [] })
  if (!unused) return
  const message = unusedText(unused)
  warnings.push({ code: 'tax_id_not_counted', param: 'tax_ids', message })
}

export const createCustomer: Action<CustomerCreate & { id: number; numbers?: SentNumbers }> = {
  name: 'customers.create',
  rows: () => [],
  takes: takesExternalId,
  decide(work, { id, name, metadata, numbers = {}, ...members }) {
    assertTakes({ name, ...members })
    const customer: Customer = {
      ...newRow(work),
      id,
      name,
      ...NEVER_GIVEN,
      ...given(members),
      ...numbersOf(work, undefined, numbers, members.tax_id),
      metadata: metadata ?? {},
      deleted_at: null,
      discounts: null,
      balances: {},
    }
    customer.state_province = addressRegion(members, customer)
    holdExternalId(work, undefined, customer)
    warnUnused(work, customer)
    return insertRow(work, events.created, aboutCustomer(customer), {
      table: customers,
      row: customer,
      present: (row) => presentCustomer(work, row),
    })
  },
}

export interface UpdateCustomer {
  id: number
  patch: CustomerPatch
  /** The tax numbers in the request. */
  numbers?: SentNumbers
}

export const updateCustomer: Action<UpdateCustomer> = {
  name: 'customers.update',
  rows: ({ id }) => [{ table: customers, id }],
  takes: ({ patch }) => takesExternalId(patch),
  decide(work, { id, patch, numbers = {} }) {
    // Faults of the body (400) come before faults of the customer (404).
    assertTakes(patch, work.find(customers, id))
    const before = getCustomer(work, id)
    const { metadata, ...members } = patch
    const after = patched(work, before, {
      ...given(members),
      ...numbersOf(work, before, numbers, members.tax_id),
      metadata,
    })
    after.state_province = addressRegion(members, after, before)
    work.assertMatch(() => presentCustomer(work, before))
    holdExternalId(work, before, after)
    warnUnused(work, after)
    return work.change(events.updated, aboutCustomer(before), {
      table: customers,
      before,
      after,
      present: (customer) => presentCustomer(work, customer),
    })
  },
}

export const deleteCustomer: Action<{ id: number }, Unsettled> = {
  name: 'customers.delete',
  rows: ({ id }) => [{ table: customers, id }],
  facts: {
    about: ['invoices', 'subscriptions', 'payments'],
    load: (tx, requests) =>
      countUnsettled(
        tx,
        requests.map(({ environment_id, input: { id } }) => ({ environment_id, id })),
      ),
  },
  decide(work, { id }, { open, live, waiting }) {
    const customer = getCustomer(work, id)
    work.assertMatch(() => presentCustomer(work, customer))
    assertDeletable(customerRef(id), {
      subscriptions: live,
      openInvoices: open,
      waitingPayments: waiting,
      balances: customer.balances,
    })
    work.update(customers, { ...customer, updated_at: work.now, deleted_at: work.now })
    work.record(events.deleted, aboutCustomer(customer), presentCustomer(work, customer))
    const json = JSON.stringify({ id, object: 'customer', deleted: true })
    return { json, object_id: customerRef(id) }
  },
}

// Blocks are small: IDs that a stopping process leaves unused are a gap.
const BLOCK_SIZE = 64

export interface CustomerIds {
  take(): Promise<number>
  /** The next ID, without taking it. */
  peek(): Promise<number>
}

/** Allocates customer IDs in blocks from the installation's counter. */
export function createCustomerIds(pool: Pool): CustomerIds {
  let next = 0
  let end = 0
  let refill: Promise<void> | undefined

  async function takeBlock(): Promise<void> {
    next = await takeCustomerIds(pool, BLOCK_SIZE)
    end = next + BLOCK_SIZE
  }

  return {
    async take() {
      while (next === end) {
        refill ??= takeBlock().finally(() => {
          refill = undefined
        })
        await refill
      }
      return next++
    },
    peek: async () => (next === end ? readNextCustomerId(pool) : next),
  }
}
