// Erases a customer: the row at once, other records of the person by a background job.

import { dateIn, endOfDate } from '../../domain/calendar.ts'
import { assertDeletable, customerRef } from '../../domain/customer.ts'
import { begunErasure, defaultKeptUntil } from '../../domain/erasure.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Action } from '../accounts/store.ts'
import { aboutCustomer, getEvenDeleted, presentCustomer } from '../customers/actions.ts'
import { events as customerEvents, customerRecord } from '../customers/record.ts'
import { type Customer, customers } from '../customers/store.ts'
import { type ErasureCreate, erasureJson } from './schemas.ts'
import { type Behind, countBehind, customerErasures, type ErasureRow } from './store.ts'

export interface EraseCustomer extends ErasureCreate {
  id: number
}

/**
 * Removes personal data from the customer's row and starts the background job. A deleted customer can be erased as
 * well, and an erasure can be repeated with another date for the documents.
 */
export const eraseCustomer: Action<EraseCustomer, Behind> = {
  name: 'customers.erase',
  rows: ({ id }) => [
    { table: customers, id },
    { table: customerErasures, id },
  ],
  facts: {
    about: ['invoices', 'subscriptions', 'emails', 'payments', 'credit_transactions'],
    load: (tx, requests) =>
      countBehind(
        tx,
        requests.map(({ environment_id, input: { id } }) => ({ environment_id, id })),
      ),
  },
  decide(work, { id, documents, keep_documents_until: wanted }, behind) {
    assertOne(documents, wanted)
    const { environment_id, time_zone } = work.environment
    const customer = getEvenDeleted(work, id)
    work.assertMatch(() => presentCustomer(work, customer))
    assertDeletable(customerRef(id), {
      subscriptions: behind.live,
      openInvoices: behind.open,
      waitingPayments: behind.waiting,
      balances: customer.balances,
    })
    const documentCount = behind.documents + behind.payments + behind.credit_transactions
    const kept = wanted ?? defaultKeptUntil(dateIn(work.now, time_zone))
    const keep_documents_until = documentCount === 0 || documents === 'erase' ? null : kept
    const before = work.find(customerErasures, id)
    const erasure: ErasureRow = {
      environment_id,
      id,
      ...begunErasure(before, {
        now: work.now,
        keep_documents_until,
        documents_due_at:
          keep_documents_until === null ? work.now : endOfDate(keep_documents_until, time_zone),
      }),
    }
    if (before) work.update(customerErasures, erasure)
    else work.insert(customerErasures, erasure)
    const erased: Customer = {
      ...customer,
      ...customerRecord.left,
      updated_at: work.now,
      deleted_at: customer.deleted_at ?? work.now,
    }
    const json = presentCustomer(work, erased)
    work.update(customers, erased)
    if (customer.deleted_at === null)
      work.record(customerEvents.deleted, aboutCustomer(erased), json)
    if (!before) work.record(customerEvents.erased, aboutCustomer(erased), json)
    return { json: erasureJson(erasure, behind), object_id: customerRef(id) }
  },
}

function assertOne(documents: EraseCustomer['documents'], keptUntil: string | undefined): void {
  if (documents !== 'erase' || keptUntil === undefined) return
  throw new Refusal(
    'parameters_exclusive',
    'documents "erase" and keep_documents_until cannot be combined: documents that are erased immediately are not kept. Send one of them.',
    { param: 'keep_documents_until' },
  )
}
