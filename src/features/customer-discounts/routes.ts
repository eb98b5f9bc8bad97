// The API routes of customer discounts.

import { type Route, route } from '../../platform/http/route.ts'
import { customerIds, customerRecord } from '../customers/record.ts'
import { findCustomers } from '../customers/store.ts'
import { DiscountAdd, decodeDiscount, discountPath } from '../discounts.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { addCustomerDiscount, removeCustomerDiscount } from './actions.ts'

const tag = 'Customers'

const addRoute = route({
  method: 'POST',
  path: '/customers/:customer_id/discounts',
  params: inPath(customerIds),
  operation: 'addCustomerDiscount',
  summary: 'Create a discount for a customer',
  description:
    'Redeems a coupon, directly or with a promotion code. The discount applies to each invoice, drafts included, for its duration. Later changes to the coupon do not affect it.',
  tag,
  permission: 'customers:write',
  body: DiscountAdd,
  refers: true,
  response: customerRecord.item,
  errors: [
    'resource_missing',
    'parameters_exclusive',
    'coupon_inactive',
    'coupon_expired',
    'coupon_exhausted',
    'promotion_code_not_eligible',
    'discount_already_applied',
    'discounts_too_many',
    'precondition_failed',
  ],
  example: {
    summary: 'With a promotion code',
    body: { promotion_code_id: 'promo_01h2xcejqtf2nbrexx3vqjhp45' },
  },
  handle: (call, service: Service) => {
    const discount = decodeDiscount(call.body)
    const customer_id = idInPath(customerIds, call)
    return service.write(call, addCustomerDiscount, { customer_id, discount })
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/customers/:customer_id/discounts/:discount_id',
  params: { ...inPath(customerIds), ...discountPath },
  operation: 'removeCustomerDiscount',
  summary: 'Remove a discount from a customer',
  description:
    'Finalized invoices do not change. If none used the discount, the redemption is released.',
  tag,
  permission: 'customers:write',
  response: customerRecord.item,
  errors: ['resource_missing', 'precondition_failed'],
  async handle(call, service: Service) {
    const customer_id = idInPath(customerIds, call)
    const discount_id = String(call.params.discount_id)
    const { environment_id } = call.scope
    const customer = await service.read(findCustomers, { environment_id, id: customer_id })
    const redeemed = customer?.discounts?.find(({ id }) => id === discount_id)
    return service.write(call, removeCustomerDiscount, { customer_id, discount_id, redeemed })
  },
})

export const customerDiscountRoutes: Route<Service>[] = [addRoute, removeRoute]
