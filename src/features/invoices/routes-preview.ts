// Routes of invoice previews.

import { billingError, validationError } from '../../domain/errors.ts'
import { invariant } from '../../invariant.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { decodeCreate } from './decode.ts'
import { type PreviewRequest, previewInvoice } from './preview.ts'
import { invoiceIds } from './record.ts'
import { InvoicePreview, PreviewCreate } from './schemas.ts'

const previewRoute = route({
  method: 'POST',
  path: '/invoices/preview',
  operation: 'previewInvoice',
  summary: 'Preview an invoice',
  description:
    'Shows the result of finalizing a draft or a new invoice; nothing is written. To make sure that you get this result, send `at` and `hash` of the response as `preview` when you create or finalize the invoice.',
  tag: 'Invoices',
  permission: 'invoices:write',
  body: PreviewCreate,
  refers: true,
  response: InvoicePreview,
  errors: [
    'resource_missing',
    'invoice_not_draft',
    'product_archived',
    'price_inactive',
    'currency_mismatch',
    'decimal_invalid',
    'parameters_exclusive',
    'tax_rates_mixed',
    'tax_rate_inactive',
    'coupon_inactive',
    'coupon_expired',
    'promotion_code_not_eligible',
    'discount_already_applied',
    'amount_too_large',
    'currency_invalid',
  ],
  example: {
    summary: 'Three seats',
    body: {
      customer_id: 'cus_1001',
      line_items: [{ description: 'Seats, December', quantity: 3, unit_amount: 1999 }],
    },
  },
  async handle(call, service: Service) {
    const input = decodePreview(call.body)
    const look = { ...call, claim: undefined, dryRun: true }
    const reply = await service.write(look, previewInvoice, input)
    if (call.dryRun) return reply
    invariant(reply.foreseen, 'A preview is never done.')
    return { json: reply.foreseen.answer.json, etag: true }
  },
})

function decodePreview({ invoice_id, ...body }: PreviewCreate): PreviewRequest {
  if (invoice_id === undefined) {
    const { customer_id, line_items } = body
    if (customer_id === undefined) throw missing('customer_id')
    if (line_items === undefined) throw missing('line_items')
    return decodeCreate({ ...body, customer_id, line_items })
  }
  const [other] = Object.keys(body)
  if (other !== undefined) {
    const constraint = { kind: 'exclusive', with: other } as const
    throw validationError('invoice_id', constraint, { code: 'parameters_exclusive' })
  }
  const id = invoiceIds.parse(invoice_id)
  if (id !== undefined) return { id }
  throw billingError('resource_missing', `There is no invoice ${invoice_id} in this environment.`, {
    param: 'invoice_id',
    status: 400,
  })
}

const missing = (param: string) =>
  validationError(param, { kind: 'required' }, { code: 'parameter_missing' })

export const previewRoutes: Route<Service>[] = [previewRoute]
