// Operations on the hosted page of an issued invoice.

import { type Call, type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { invoiceMissing } from './actions.ts'
import { rotateHostedUrl } from './actions-send.ts'
import { Invoice, InvoicePath, parseInvoiceId } from './schemas.ts'

const rotateRoute = route({
  method: 'POST',
  path: '/invoices/:id/rotate_hosted_url',
  params: InvoicePath,
  operation: 'rotateHostedUrl',
  summary: 'Replace the link of the hosted page',
  description: 'The old link stops working immediately.',
  tag: 'Invoices',
  permission: 'invoices:write',
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_issued', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, rotateHostedUrl, { id: idInPath(call) }),
})

/** The invoice that a path names. */
export function idInPath(call: Pick<Call, 'params'>): string {
  const ref = String(call.params.id)
  const id = parseInvoiceId(ref)
  if (id === undefined) throw invoiceMissing(JSON.stringify(ref.slice(0, 60)))
  return id
}

export const hostedRoutes: Route<Service>[] = [rotateRoute]
