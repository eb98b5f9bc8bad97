// The route that says how an invoice was collected so far, and what follows.

import { timestamp } from '../../domain/calendar.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { findInvoices } from '../invoices/store.ts'
import type { Service } from '../service.ts'
import { collectionOf } from './collection.ts'
import { paymentIds } from './record.ts'
import { InvoiceCollection } from './schemas-collection.ts'

const atOrNull = (at: number | null): string | null => (at === null ? null : timestamp(at))

export const collectionRoute: Route<Service> = route({
  method: 'GET',
  path: '/invoices/:id/collection',
  params: inPath(invoiceIds),
  operation: 'retrieveInvoiceCollection',
  summary: 'Retrieve the collection of an invoice',
  description:
    'The attempts to charge an invoice, when it is tried again by the `retry_plan` of the account, and what happens after the last attempt.',
  tag: 'Payments',
  permission: 'payments:read',
  response: InvoiceCollection,
  errors: ['resource_missing'],
  async handle({ scope: { environment_id }, params }, service: Service) {
    const id = idInPath(invoiceIds, { params })
    const invoice = await service.read(findInvoices, { environment_id, id })
    if (!invoice) throw invoiceIds.missing(invoiceIds.ref(id))
    const { status, attempts, steps, charges, ends } = await collectionOf(service.pool, invoice)
    const isShown = status !== 'none'
    const json = JSON.stringify({
      object: 'invoice_collection',
      invoice_id: invoiceIds.ref(id),
      status,
      failed_at: isShown ? atOrNull(invoice.payment_failed_at) : null,
      ended_at: isShown ? atOrNull(invoice.retry_ended_at) : null,
      attempts: attempts.map(({ id: payment, at, initiated_by, status: became, failure }) => ({
        payment_id: paymentIds.ref(payment),
        at: timestamp(at),
        ...{ initiated_by, status: became, failure },
      })),
      steps: steps.map((at) => ({ at: timestamp(at), charges })),
      ends: ends && { at: atOrNull(ends.at), how: ends.how },
    })
    return { json, etag: true }
  },
})
