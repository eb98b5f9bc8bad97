// The API routes of payment methods. Customers save them on a page of the gateway, while they pay or without paying.

import { Type } from 'typebox'
import { parseCustomerId } from '../../domain/customer.ts'
import { getSetupGateway } from '../../domain/gateway.ts'
import { chooseLanguage } from '../../domain/languages/choose.ts'
import { PAYMENT_METHOD_STATUSES } from '../../domain/payment-method.ts'
import { invariant } from '../../invariant.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { Body } from '../../platform/http/shapes.ts'
import { customerIn } from '../bodies.ts'
import { crud } from '../crud.ts'
import { anyOf, ofCustomer } from '../filters.ts'
import type { Gateways } from '../gateway.ts'
import { idInPath, inPath } from '../identifiers.ts'
import type { Service } from '../service.ts'
import { beginSetup, detachMethod, makeDefault } from './actions.ts'
import { paymentMethodIds, paymentMethods } from './record.ts'
import { findSetupParties, keepSetup } from './store-setups.ts'

/** What opens the pages of gateways. */
export interface SetupService extends Service {
  gateways: Gateways
}

const verb = {
  method: 'POST',
  params: inPath(paymentMethodIds),
  tag: 'Payment methods',
  permission: 'payments:write',
  body: Body({}),
  response: paymentMethods.item,
} as const

const Setup = Type.Object(
  {
    object: Type.Literal('payment_method_setup'),
    customer_id: Type.String({ description: 'The customer.' }),
    payment_method_id: Type.String({
      description: 'The ID of the payment method once it is saved; `resource_missing` until then.',
    }),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'The page of the gateway, to which you send the customer; missing in a dry run, which prepares none.',
      }),
    ),
  },
  { title: 'PaymentMethodSetup', additionalProperties: false },
)

const setupRoute = route({
  method: 'POST',
  path: '/payment_methods/setup',
  operation: 'setUpPaymentMethod',
  summary: 'Let a customer save a method',
  description:
    'Prepares a page of the gateway on which the customer saves a card or account without paying. Once saved, there is an event `payment_method.attached`; the first method of a customer is the default.',
  tag: 'Payment methods',
  permission: 'payments:write',
  body: Body({
    customer_id: customerIn('The customer.'),
    return_url: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2048,
        description:
          'Where the gateway sends the customer afterwards, also after a cancellation. Default: a page that says that it is done.',
        examples: ['https://app.example/billing'],
      }),
    ),
  }),
  refers: true,
  response: Setup,
  errors: ['gateway_not_configured'],
  example: {
    summary: 'From your own settings page',
    body: { customer_id: 'cus_1001', return_url: 'https://app.example/billing' },
  },
  async handle(call, service: SetupService) {
    const { customer_id: ref, return_url = '/saved' } = call.body
    const customer_id = parseCustomerId(ref) as number
    const reply = await service.write(call, beginSetup, { customer_id })
    const id = paymentMethodIds.parse(reply.object_id ?? '')
    if (call.dryRun || id === undefined) return reply
    const url = await openPage(service, { ...call.scope, id, customer_id, return_url })
    return { ...reply, also: JSON.stringify({ url }) }
  },
})

interface ToSave {
  environment_id: number
  id: string
  customer_id: number
  return_url: string
}

/** Prepares the page of the gateway, and returns its address. Repeated, it is the same page. */
async function openPage(
  { pool, gateways, wallNow }: SetupService,
  { environment_id, id, customer_id, return_url }: ToSave,
): Promise<string> {
  const parties = await findSetupParties(pool, { environment_id, customer_id })
  invariant(parties, `Customer ${customer_id} has no row.`)
  const { gateway_id, currency } = getSetupGateway(parties)
  const language = chooseLanguage(parties.customer_language, parties.language).tag
  const gateway = await gateways.of(environment_id, gateway_id)
  const page = { environment_id, id, customer_id, return_url, currency, language }
  const { url, ref } = await gateway.beginSetup(page)
  // The simulated gateway reports itself what is saved.
  if (gateway_id !== null)
    await keepSetup(pool, { environment_id, id, gateway_id, customer_id, ref }, wallNow())
  return url
}

export const paymentMethodRoutes: Route<SetupService>[] = [
  ...crud({
    ids: paymentMethodIds,
    record: paymentMethods,
    list: {
      description:
        'Cards and accounts that customers saved, newest first. Only what identifies them is known here: the gateway has their numbers.',
      filters: {
        customer_id: ofCustomer('Methods of this customer'),
        status: anyOf(PAYMENT_METHOD_STATUSES, 'Methods in this state.'),
      },
      example: { summary: 'Those that can pay', query: { status: 'active' } },
    },
  }),
  setupRoute,
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
