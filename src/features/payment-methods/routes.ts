// The API routes of payment methods. They are saved by customers, on the page on which they pay.

import { PAYMENT_METHOD_STATUSES } from '../../domain/payment-method.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { Body } from '../../platform/http/shapes.ts'
import { crud } from '../crud.ts'
import { anyOf, ofCustomer } from '../filters.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { detachMethod, makeDefault } from './actions.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'

const verb = {
  method: 'POST',
  params: inPath(paymentMethodIds),
  tag: 'Payment methods',
  permission: 'payments:write',
  body: Body({}),
  response: paymentMethods.item,
} as const

export const paymentMethodRoutes: Route<Service>[] = [
  ...crud({
    ids: paymentMethodIds,
    record: paymentMethods,
    list: {
      description:
        'Cards and accounts that customers saved while they paid online, newest first. Only what identifies them is known here: the gateway has their numbers.',
      filters: {
        customer_id: ofCustomer('Methods of this customer'),
        status: anyOf(PAYMENT_METHOD_STATUSES, 'Methods in this state.'),
      },
      example: { summary: 'Those that can pay', query: { status: 'active' } },
    },
  }),
  route({
    ...verb,
    path: '/payment_methods/:id/default',
    operation: 'defaultPaymentMethod',
    summary: 'Make a method the default',
    description:
      'Invoices that are charged automatically from now on are charged to it, unless their subscription has a method of its own. Open invoices are not collected.',
    errors: ['resource_missing', 'method_not_reusable', 'precondition_failed'],
    example: { summary: 'Another card', body: {} },
    handle: async (call, service: Service) =>
      service.write(call, makeDefault, { id: idInPath(paymentMethodIds, call) }),
  }),
  route({
    ...verb,
    path: '/payment_methods/:id/detach',
    operation: 'detachPaymentMethod',
    summary: 'Detach a method',
    description:
      'It cannot pay any more. If it was the default, the customer has none until another one is made the default. Subscriptions that are charged to it use the default from then on.',
    errors: ['resource_missing', 'precondition_failed'],
    example: { summary: 'A card that is no longer used', body: {} },
    handle: async (call, service: Service) =>
      service.write(call, detachMethod, { id: idInPath(paymentMethodIds, call) }),
  }),
]
