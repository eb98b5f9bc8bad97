// The API routes of disputes. Gateways report them; no operation creates one.

import { DISPUTE_STATUSES } from '../../domain/dispute.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Route } from '../../platform/http/route.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, filter, ofCustomer } from '../filters.ts'
import { idSchema } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { paymentIds } from '../payments/record.ts'
import type { Service } from '../service.ts'
import { disputeIds, disputes } from './record.ts'

const filters = {
  payment_id: filter(
    idSchema('payment', 'Disputes of this payment.'),
    (ref) => sql`payment_id = ${paymentIds.parse(ref)}::uuid`,
  ),
  invoice_id: filter(
    idSchema('invoice', 'Disputes of payments for this invoice.'),
    (ref) => sql`invoice_id = ${invoiceIds.parse(ref)}::uuid`,
  ),
  customer_id: ofCustomer('Disputes of this customer'),
  status: anyOf(DISPUTE_STATUSES, 'Disputes in this state.'),
  currency: currencies,
}

export const disputeRoutes: Route<Service>[] = crud({
  ids: disputeIds,
  record: disputes,
  list: {
    description: 'Payments that customers contest with their bank, newest first.',
    filters,
    example: { summary: 'Those to respond to', query: { status: 'needs_response' } },
  },
})
