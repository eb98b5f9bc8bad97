// What can be done with customers: create, update, delete.

import type { Pool } from 'pg'
import { parseCountry } from '../../domain/countries.ts'
import { assertDeletable, customerRef, DEFAULT_COUNTRY } from '../../domain/customer.ts'
import { billingError } from '../../domain/errors.ts'
import { mergeMetadata } from '../../domain/metadata.ts'
import type { Action, Work } from '../accounts/store.ts'
import { type CustomerCreate, type CustomerPatch, customerJson } from './schemas.ts'
import { type Customer, countOpenInvoices, customers, takeCustomerIds } from './store.ts'

/** The customer of an id; throws 404 as for any id of the path. */
export function getCustomer(work: Work, id: number): Customer {
  const customer = work.find(customers, id)
  if (!customer || customer.deleted_at !== null) throw customerMissing(customerRef(id))
  return customer
}

export function customerMissing(ref: string, status?: 400) {
  return billingError(
    'resource_missing',
    `There is no customer ${ref} in this environment.`,
    status ? { status, param: 'customer_id' } : {},
  )
}

const jsonOf = (work: Work, customer: Customer) =>
  customerJson(customer, work.environment.default_currency)

export const createCustomer: Action<CustomerCreate & { id: number }> = {
  name: 'customers.create',
  rows: () => [],
  decide(work, input) {
    const customer: Customer = {
      environment_id: work.environment.environment_id,
      id: input.id,
      name: input.name,
      contact_name: input.contact_name || null,
      email: input.email ?? '',
      phone: input.phone ?? '',
      address_line1: input.address_line1 ?? '',
      address_line2: input.address_line2 || null,
      city: input.city ?? '',
      state_province: input.state_province ?? '',
      postal_code: input.postal_code ?? '',
      country: input.country ? parseCountry(input.country) : DEFAULT_COUNTRY,
      tax_exempt: input.tax_exempt ?? false,
      tax_id: input.tax_id || null,
      auto_pay_enabled: input.auto_pay_enabled ?? false,
      language: input.language || null,
      metadata: input.metadata ?? {},
      created_at: work.now,
      updated_at: work.now,
      deleted_at: null,
      balances: {},
    }
    const json = jsonOf(work, customer)
    work.insert(customers, customer)
    work.record('customer.created', customerRef(customer.id), json)
    return { json, object_id: customerRef(customer.id) }
  },
}

export interface UpdateCustomer {
  id: number
  patch: CustomerPatch
}

export const updateCustomer: Action<UpdateCustomer> = {
  name: 'customers.update',
  rows: ({ id }) => [{ table: customers, id }],
  decide(work, { id, patch }) {
    const before = getCustomer(work, id)
    work.assertMatch(jsonOf(work, before))
    const after: Customer = { ...before, ...settled(before, patch), updated_at: work.now }
    return work.change('customer.updated', customerRef(id), {
      table: customers,
      before,
      after,
      present: (customer) => jsonOf(work, customer),
    })
  },
}

/** The members of a patch as they are stored: null and "" clear. */
function settled(before: Customer, patch: CustomerPatch): Partial<Customer> {
  const { metadata, country, ...texts } = patch
  const nullable = new Set(['contact_name', 'address_line2', 'tax_id', 'language'])
  const members = Object.entries(texts).map(([name, value]) => {
    const cleared = value === null || value === ''
    return [name, cleared ? (nullable.has(name) ? null : '') : value]
  })
  return {
    ...Object.fromEntries(members),
    ...(country !== undefined && { country: parseCountry(country) }),
    ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata, metadata) }),
  }
}

export const deleteCustomer: Action<{ id: number }> = {
  name: 'customers.delete',
  rows: ({ id }) => [{ table: customers, id }],
  // Creating an invoice locks its customer, so this count stays true until we commit.
  read: (tx, environmentId, { id }) => countOpenInvoices(tx, environmentId, id),
  decide(work, { id }) {
    const customer = getCustomer(work, id)
    work.assertMatch(jsonOf(work, customer))
    assertDeletable(customerRef(id), work.facts as number)
    work.update(customers, { ...customer, updated_at: work.now, deleted_at: work.now })
    work.record('customer.deleted', customerRef(id), jsonOf(work, customer))
    const json = JSON.stringify({ id, object: 'customer', deleted: true })
    return { json, object_id: customerRef(id) }
  },
}

// Blocks are small: what a stopping process leaves unused is a gap in the integers, no more.
const BLOCK_SIZE = 64

/** Allots customer integers: a block at a time from the installation's counter. */
export function createCustomerIds(pool: Pool): () => Promise<number> {
  let next = 0
  let end = 0
  let refill: Promise<void> | undefined

  async function takeBlock(): Promise<void> {
    next = await takeCustomerIds(pool, BLOCK_SIZE)
    end = next + BLOCK_SIZE
  }

  return async () => {
    while (next === end) {
      refill ??= takeBlock().finally(() => {
        refill = undefined
      })
      await refill
    }
    return next++
  }
}
