// The payments of the API.

import { parseCustomerId } from '../../domain/customer.ts'
import { havingMetadata } from '../../platform/db/metadata-filter.ts'
import { among, type Sql, sql } from '../../platform/db/sql.ts'
import { columnsOf } from '../../platform/http/columns.ts'
import { listRoutes } from '../../platform/http/listed.ts'
import { type Call, type Route, route } from '../../platform/http/route.ts'
import { valuesIn } from '../../platform/http/shapes.ts'
import { decodeId } from '../../platform/ids.ts'
import type { Service } from '../service.ts'
import { createPayment, paymentMissing, reversePayment } from './actions.ts'
import {
  Payment,
  PaymentCreate,
  PaymentList,
  PaymentPath,
  PaymentReversal,
  parsePaymentId,
} from './schemas.ts'
import { payments } from './store.ts'

const tag = 'Payments'

const listed = listRoutes({
  path: '/payments',
  operation: 'listPayments',
  summary: 'List payments',
  description: 'Settled and reversed ones, the newest first.',
  tag,
  permission: 'payments:read',
  query: PaymentList,
  item: Payment,
  example: { summary: 'Cheques', query: { method: 'cheque' } },
  columns: columnsOf(payments.members, { before: { reversed_at: 'reversal_reason' } }),
  source: async ({ scope: { environment_id: environmentId }, query }, service: Service) => ({
    table: 'payments',
    filters: [
      ...decodeFilters(query),
      ...(await havingMetadata(
        service.pool,
        { table: 'payments', type: 'uuid', environmentId },
        query.metadata,
      )),
    ],
    counter: 'payments_count',
    decodeCursor: parsePaymentId,
  }),
  find: payments.find,
  weight: sql`octet_length(t.note) + octet_length(t.metadata::text)`,
  json: (row) => payments.json(row),
})

const createRoute = route({
  method: 'POST',
  path: '/payments',
  operation: 'createPayment',
  summary: 'Record a payment',
  description:
    'Money received on a posted or overdue invoice, in part or in full. The invoice is paid when nothing remains.',
  tag,
  permission: 'payments:write',
  body: PaymentCreate,
  refers: true,
  response: Payment,
  errors: [
    'resource_missing',
    'currency_invalid',
    'currency_mismatch',
    'invoice_not_payable',
    'payment_exceeds_amount_due',
  ],
  createdAt: (id) => `/payments/${id}`,
  example: {
    summary: 'A bank transfer',
    body: {
      invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41',
      amount: 2500,
      currency: 'cad',
      method: 'bank_transfer',
      reference: 'E2E 4711',
    },
  },
  handle: (call, service: Service) => {
    // The schema has seen to it that it is one.
    const invoice_id = decodeId('inv', call.body.invoice_id) as string
    return service.write(call, createPayment, { ...call.body, invoice_id })
  },
})

const retrieveRoute = route({
  method: 'GET',
  path: '/payments/:id',
  params: PaymentPath,
  operation: 'retrievePayment',
  summary: 'Retrieve a payment',
  tag,
  permission: 'payments:read',
  response: Payment,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const row = await service.read(payments.find, {
      environment_id: call.scope.environment_id,
      id: pathId(call),
    })
    if (!row) throw paymentMissing(String(call.params.id))
    return { json: payments.json(row), etag: true }
  },
})

const reverseRoute = route({
  method: 'POST',
  path: '/payments/:id/reverse',
  params: PaymentPath,
  operation: 'reversePayment',
  summary: 'Reverse a payment',
  description:
    'For what bounced, was charged back or was recorded by mistake. An invoice that it had paid waits for payment again.',
  tag,
  permission: 'payments:write',
  body: PaymentReversal,
  response: Payment,
  errors: ['resource_missing', 'payment_already_reversed', 'precondition_failed'],
  example: { summary: 'A cheque that bounced', body: { reason: 'cheque returned' } },
  handle: async (call, service: Service) =>
    service.write(call, reversePayment, { id: pathId(call), reason: call.body.reason ?? '' }),
})

function pathId(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parsePaymentId(ref)
  if (id === undefined) throw paymentMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export function decodeFilters(query: PaymentList): Sql[] {
  const filters: Sql[] = []
  const { invoice_id, customer_id, method, status, currency } = query
  // The schema has seen to it that each of these is one.
  if (invoice_id !== undefined) filters.push(sql`invoice_id = ${decodeId('inv', invoice_id)}::uuid`)
  if (customer_id !== undefined) filters.push(sql`customer_id = ${parseCustomerId(customer_id)}`)
  if (currency !== undefined) filters.push(among('currency', valuesIn(currency.toLowerCase())))
  if (method !== undefined) filters.push(among('method', valuesIn(method)))
  if (status !== undefined) filters.push(among('status', valuesIn(status)))
  const { 'received_on[gte]': from, 'received_on[lte]': to } = query
  if (from !== undefined) filters.push(sql`received_on >= ${from}::date`)
  if (to !== undefined) filters.push(sql`received_on <= ${to}::date`)
  return filters
}

export const paymentRoutes: Route<Service>[] = [...listed, createRoute, retrieveRoute, reverseRoute]
