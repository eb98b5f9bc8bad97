// Routes of the discounts of drafts.

import { type Route, route } from '../../platform/http/route.ts'
import { DiscountAdd, decodeDiscount, discountPath } from '../discounts.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { addDiscount, removeDiscount } from './discounts.ts'
import { invoiceIds } from './record.ts'
import { Invoice } from './schemas.ts'

const tag = 'Invoices'

const addRoute = route({
  method: 'POST',
  path: '/invoices/:id/discounts',
  params: inPath(invoiceIds),
  operation: 'addInvoiceDiscount',
  summary: 'Create a discount for a draft',
  description:
    'Redeems a coupon, directly or with a promotion code, for this invoice only. It applies after the discounts of the customer.',
  tag,
  permission: 'invoices:write',
  body: DiscountAdd,
  refers: true,
  response: Invoice,
  errors: [
    'resource_missing',
    'parameters_exclusive',
    'currency_mismatch',
    'invoice_not_draft',
    'coupon_inactive',
    'coupon_expired',
    'coupon_exhausted',
    'promotion_code_not_eligible',
    'discount_already_applied',
    'discounts_too_many',
    'precondition_failed',
  ],
  example: {
    summary: 'With a coupon',
    body: { coupon_id: 'coup_01h2xcejqtf2nbrexx3vqjhp44' },
  },
  handle: (call, service: Service) => {
    const discount = decodeDiscount(call.body)
    return service.write(call, addDiscount, { id: idInPath(invoiceIds, call), discount })
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/invoices/:id/discounts/:discount_id',
  params: { ...inPath(invoiceIds), ...discountPath },
  operation: 'removeInvoiceDiscount',
  summary: 'Remove a discount from a draft',
  description: 'Releases the redemption. Remove discounts of the customer from the customer.',
  tag,
  permission: 'invoices:write',
  response: Invoice,
  errors: ['resource_missing', 'invoice_not_draft', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, removeDiscount, {
      id: idInPath(invoiceIds, call),
      discount_id: String(call.params.discount_id),
    }),
})

export const discountRoutes: Route<Service>[] = [addRoute, removeRoute]
