// The actions on payment methods: save, make the default, detach.

import { expiryNotice } from '../../domain/card-mail.ts'
import { isSwitchedOn } from '../../domain/collection-mail.ts'
import { getSetupGateway } from '../../domain/gateway.ts'
import { assertReusable, type SavedMethod } from '../../domain/payment-method.ts'
import { nextCheck } from '../../domain/payment-states.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { aboutCustomer, presentCustomer } from '../customers/actions.ts'
import { events as customerEvents, customerIds } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import { missingInBody } from '../identifiers.ts'
import { emailCardExpiring } from '../outbox/enqueue.ts'
import { insertRow, newRow } from '../rows.ts'
import {
  aboutMethod,
  events,
  type PaymentMethod,
  paymentMethodIds,
  paymentMethods,
} from './record.ts'
import { hasRetries, isNamed } from './store.ts'

/** Keeps a method that a customer saved; it becomes the default if there is no other. Returns its ID. */
export function saveMethod(
  work: Work,
  { customer_id, gateway_id }: Pick<PaymentMethod, 'customer_id' | 'gateway_id'>,
  saved: SavedMethod,
  id: string = newUuid(),
): string {
  const { ref: gateway_ref, type, display } = saved
  const row: PaymentMethod = {
    ...newRow(work),
    id,
    ...{ customer_id, gateway_id, type, display, gateway_ref },
    ...{ reusable: true, status: 'active', detached_at: null, forget_at: null, retry_at: null },
    notice_at: display && expiryNotice(display, work.environment.time_zone),
  }
  const customer = work.get(customers, customer_id)
  const isDefault = customer.default_payment_method_id === null && customer.deleted_at === null
  if (isDefault) row.retry_at = retryTime(work, row)
  const present = paymentMethods.json
  insertRow(work, events.attached, aboutMethod(row), { table: paymentMethods, row, present })
  if (isDefault) setDefault(work, customer, row.id)
  return row.id
}

/** When invoices that could not be charged are tried again with a method: at once, if the customer has any. */
const retryTime = (work: Work, { customer_id }: Pick<PaymentMethod, 'customer_id'>) =>
  work.lookUp(hasRetries, customer_id) ? work.now : null

/** Tries invoices that could not be charged again with a method that is now used for them. */
export function retryWith(work: Work, method: PaymentMethod): void {
  const retry_at = retryTime(work, method)
  if (retry_at !== null) work.update(paymentMethods, { ...method, retry_at })
}

function setDefault(work: Work, before: Customer, default_payment_method_id: string | null): void {
  if (before.deleted_at !== null) return
  work.change(customerEvents.updated, aboutCustomer(before), {
    table: customers,
    before,
    after: { ...before, default_payment_method_id, updated_at: work.now },
    present: (customer) => presentCustomer(work, customer),
  })
}

/** Decides which ID a method will have that the customer saves on a page of the gateway. Nothing is written yet. */
export const beginSetup: Action<{ customer_id: number }> = {
  name: 'payment_methods.setup',
  rows: ({ customer_id }) => [{ table: customers, id: customer_id }],
  decide(work, { customer_id }) {
    const customer = work.find(customers, customer_id)
    if (!customer || customer.deleted_at !== null)
      throw missingInBody(customerIds, customer_id, 'customer_id')
    getSetupGateway(work.environment)
    const id = newUuid()
    const json = JSON.stringify({
      object: 'payment_method_setup',
      customer_id: customerIds.ref(customer_id),
      payment_method_id: paymentMethodIds.ref(id),
    })
    return { json, object_id: paymentMethodIds.ref(id) }
  },
}

export interface SaveSetup {
  id: string
  customer_id: number
  gateway_id: string | null
  method: SavedMethod
}

/** Keeps a method that the customer saved without paying. What is reported again changes nothing. */
export const saveSetup: Action<SaveSetup> = {
  name: 'payment_methods.save',
  rows: ({ id, customer_id }) => [
    { table: customers, id: customer_id },
    { table: paymentMethods, id },
  ],
  decide(work, { id, customer_id, gateway_id, method }) {
    const customer = work.find(customers, customer_id)
    if (customer && customer.deleted_at === null && !work.find(paymentMethods, id))
      saveMethod(work, { customer_id, gateway_id }, method, id)
    return { json: '{}', object_id: paymentMethodIds.ref(id) }
  },
}

export const makeDefault: Action<{ id: string }> = {
  name: 'payment_methods.default',
  rows: ({ id }) => [{ table: paymentMethods, id }],
  decide(work, { id }) {
    const method = findMethod(work, id)
    assertReusable(method, null)
    const customer = work.get(customers, method.customer_id)
    if (customer.default_payment_method_id !== id) retryWith(work, method)
    setDefault(work, customer, id)
    return { json: paymentMethods.json(method), object_id: paymentMethodIds.ref(id) }
  },
}

/** Detaches a method, and has its gateway forget it; one that is detached stays as it is. */
export const detachMethod: Action<{ id: string }> = {
  name: 'payment_methods.detach',
  rows: ({ id }) => [{ table: paymentMethods, id }],
  decide(work, { id }) {
    const before = findMethod(work, id)
    const customer = work.get(customers, before.customer_id)
    if (customer.default_payment_method_id === id) setDefault(work, customer, null)
    const after: PaymentMethod = {
      ...before,
      ...{ status: 'detached', detached_at: work.now, updated_at: work.now },
      ...{ retry_at: null, notice_at: null },
      // The simulated gateway has four digits of a test number, and nothing to forget.
      forget_at: before.gateway_id === null ? null : work.now,
    }
    return work.change(events.detached, aboutMethod(before), {
      table: paymentMethods,
      before,
      after: before.status === 'detached' ? before : after,
      present: paymentMethods.json,
    })
  },
}

export interface Forgotten {
  id: string
  /** False if the gateway could not be asked. */
  isDone: boolean
}

/** Records that the gateway forgot a method, or when it is asked again. */
export const recordForgotten: Action<Forgotten> = {
  name: 'payment_methods.record_forgotten',
  rows: ({ id }) => [{ table: paymentMethods, id }],
  decide(work, { id, isDone }) {
    const before = work.find(paymentMethods, id)
    if (before && before.forget_at !== null) {
      const since = before.detached_at ?? before.updated_at
      const forget_at = isDone ? null : nextCheck(since, work.now)
      work.update(paymentMethods, { ...before, forget_at })
    }
    return { json: '{}', object_id: paymentMethodIds.ref(id) }
  },
}

/** Run by the sweep for a card that expires soon: if something is charged to it, an event, and an email to the customer. */
export const announceExpiry: Action<{ id: string }> = {
  name: 'payment_methods.announce_expiry',
  rows: ({ id }) => [{ table: paymentMethods, id }],
  decide(work, { id }) {
    const nothing = { json: '{}', object_id: paymentMethodIds.ref(id) }
    const before = work.find(paymentMethods, id)
    if (!before || before.notice_at === null || before.notice_at > work.now) return nothing
    work.update(paymentMethods, { ...before, notice_at: null })
    const customer = work.get(customers, before.customer_id)
    const isUsed = customer.default_payment_method_id === id || work.lookUp(isNamed, id)
    if (before.status !== 'active' || customer.deleted_at !== null || !isUsed) return nothing
    if (isSwitchedOn(readProfile(work.environment.profile), 'card_expiring'))
      emailCardExpiring(work, before, customer)
    work.record(events.expiring, aboutMethod(before), paymentMethods.json(before))
    return nothing
  },
}

/** Records that invoices were tried again with a method. */
export const recordRetried: Action<{ id: string }> = {
  name: 'payment_methods.record_retried',
  rows: ({ id }) => [{ table: paymentMethods, id }],
  decide(work, { id }) {
    const before = work.find(paymentMethods, id)
    if (before?.retry_at) work.update(paymentMethods, { ...before, retry_at: null })
    return { json: '{}', object_id: paymentMethodIds.ref(id) }
  },
}

function findMethod(work: Work, id: string): PaymentMethod {
  const found = work.find(paymentMethods, id)
  if (!found) throw paymentMethodIds.missing(paymentMethodIds.ref(id))
  work.assertMatch(() => paymentMethods.json(found))
  return found
}
