// The reference model of customers, products and the account's settings.

import type { Command, Version } from './commands.ts'
import { change, type End, matches, mergeMetadata, refused, type Seen } from './ends.ts'
import { type Json, type State, showCustomer } from './state.ts'

const NEW = { created_at: '…', updated_at: '…' }

export function createCustomer(state: State, body: Json, { id }: Seen): End {
  if (body.name === '') return refused('parameter_invalid')
  const json = {
    id: Number(id.replace('cus_', '')),
    object: 'customer',
    name: body.name,
    email: body.email ?? '',
    phone: '',
    address_line1: '',
    address_line2: null,
    city: body.city ?? '',
    state_province: '',
    postal_code: '',
    country: 'CA',
    tax_exempt: false,
    tax_id: null,
    tax_ids: [],
    discounts: [],
    credit_balance: '',
    credit_balances: {},
    auto_pay_enabled: false,
    default_payment_method_id: null,
    language: null,
    external_id: null,
    metadata: body.metadata ?? {},
    ...NEW,
  }
  const email = String(json.email)
  const customer = { json, revision: 0, email, isDeleted: false, balances: {} }
  state.customers[id] = customer
  const shows = showCustomer(state, customer)
  return { end: 'ok', shows, events: [{ type: 'customer.created', object: shows }] }
}

export function changeCustomer(
  state: State,
  { id, body, match }: Extract<Command, { do: 'change customer' }>,
): End {
  const customer = state.customers[id]
  if (!customer || customer.isDeleted) return refused('resource_missing')
  const before = showCustomer(state, customer)
  if (!matches(match, customer.revision, before)) return refused('precondition_failed')
  const { metadata, ...members } = body
  const cleared = Object.entries(members).map(([name, value]) => [name, value ?? ''])
  const merged = mergeMetadata(customer.json.metadata as Json, metadata as Json)
  const events = change(customer, 'customer.updated', {
    ...Object.fromEntries(cleared),
    metadata: merged,
  })
  customer.email = String(customer.json.email)
  const shows = showCustomer(state, customer)
  return { end: 'ok', shows, events: events.map((event) => ({ ...event, object: shows })) }
}

export function deleteCustomer(
  state: State,
  { id, match }: Extract<Command, { do: 'delete customer' }>,
): End {
  const customer = state.customers[id]
  if (!customer || customer.isDeleted) return refused('resource_missing')
  const shown = showCustomer(state, customer)
  if (!matches(match, customer.revision, shown)) return refused('precondition_failed')
  const open = Object.values(state.invoices).some(
    (invoice) => invoice.customer === id && !['paid', 'void'].includes(invoice.status),
  )
  if (open) return refused('customer_has_open_invoices')
  if (Object.values(customer.balances).some((exact) => exact !== 0n)) {
    return refused('customer_has_credit')
  }
  customer.isDeleted = true
  const shows = { id: customer.json.id, object: 'customer', deleted: true }
  return { end: 'ok', shows, events: [{ type: 'customer.deleted', object: shown }] }
}

export function createProduct(state: State, body: Json, { id }: Seen): End {
  if (body.name === '') return refused('parameter_invalid')
  const json = {
    id,
    name: body.name,
    description: body.description ?? '',
    status: 'active',
    tax_code: 'standard',
    ...NEW,
    metadata: body.metadata ?? {},
  }
  state.products[id] = { json, revision: 0 }
  return { end: 'ok', shows: json, events: [{ type: 'product.created', object: json }] }
}

export function changeProduct(state: State, id: string, body: Json, match?: Version): End {
  const product = state.products[id]
  if (!product) return refused('resource_missing')
  if (!matches(match, product.revision, product.json)) return refused('precondition_failed')
  const { metadata, ...members } = body
  const merged = mergeMetadata(product.json.metadata as Json, metadata as Json)
  const archives = product.json.status === 'active' && body.status === 'archived'
  const type = archives ? 'product.archived' : 'product.updated'
  const events = change(product, type, { ...members, metadata: merged })
  return { end: 'ok', shows: product.json, events }
}

export function archiveProduct(state: State, id: string, match?: Version): End {
  const product = state.products[id]
  if (!product) return refused('resource_missing')
  if (!matches(match, product.revision, product.json)) return refused('precondition_failed')
  const events = change(product, 'product.archived', { status: 'archived' })
  return { end: 'ok', shows: product.json, events }
}

export function changeSettings(state: State, body: Json, match?: Version): End {
  const { account } = state
  if (!matches(match, account.revision, account.json)) return refused('precondition_failed')
  const first = Number(account.json.first_invoice_number)
  const wanted = Number(body.first_invoice_number ?? first)
  // The first number can be set until one is taken.
  if (wanted !== first && state.lastNumber >= first) return refused('first_invoice_number_taken')
  state.lastNumber += wanted - first
  const events = change(account, 'account.updated', body)
  return { end: 'ok', shows: account.json, events }
}
