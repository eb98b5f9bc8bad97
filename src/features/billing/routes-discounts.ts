// The API routes of the discounts of subscriptions.

import { type Route, route } from '../../platform/http/route.ts'
import { DISCOUNT_ERRORS, DiscountAdd, decodeDiscount, discountPath } from '../discounts.ts'
import { idInPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { subscriptionIds, subscriptionRecord } from '../subscriptions/record.ts'
import { addSubscriptionDiscount, removeSubscriptionDiscount } from './discounts.ts'
import { withCharges } from './open-charges.ts'
import { PATH, VERB_ERRORS, verb } from './routes-verb.ts'

const addRoute = route({
  method: 'POST',
  path: `${PATH}/discounts`,
  ...verb,
  operation: 'addSubscriptionDiscount',
  summary: 'Create a discount for a subscription',
  description:
    'Redeems a coupon, directly or with a promotion code. The discount applies to the invoices of the subscription from this day on, for its duration and before the discounts of the customer. Later changes to the coupon do not affect it.',
  body: DiscountAdd,
  refers: true,
  errors: [
    ...VERB_ERRORS,
    ...DISCOUNT_ERRORS,
    'coupon_exhausted',
    'currency_mismatch',
    'subscription_ended',
  ],
  example: {
    summary: 'With a promotion code',
    body: { promotion_code_id: 'promo_01h2xcejqtf2nbrexx3vqjhp45' },
  },
  handle: (call, service: Service) => {
    const id = idInPath(subscriptionIds, call)
    const discount = decodeDiscount(call.body)
    return withCharges(service, call, { id }, (names) =>
      service.write(call, addSubscriptionDiscount, { id, discount, ...names }),
    )
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: `${PATH}/discounts/:discount_id`,
  ...verb,
  params: { ...verb.params, ...discountPath },
  operation: 'removeSubscriptionDiscount',
  summary: 'Remove a discount from a subscription',
  description:
    'Finalized invoices do not change. A discount for one invoice that none used is released. This works for a subscription that has ended, too.',
  errors: VERB_ERRORS,
  async handle(call, service: Service) {
    const id = idInPath(subscriptionIds, call)
    const discount_id = String(call.params.discount_id)
    const { environment_id } = call.scope
    const subscription = await service.read(subscriptionRecord.find, { environment_id, id })
    const redeemed = subscription?.discounts?.find((each) => each.id === discount_id)
    return withCharges(service, call, { id }, (names) =>
      service.write(call, removeSubscriptionDiscount, { id, discount_id, redeemed, ...names }),
    )
  },
})

export const discountRoutes: Route<Service>[] = [addRoute, removeRoute]
