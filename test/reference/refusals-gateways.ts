// Provokes the errors of payment gateways.

import type { Api } from '../client.ts'
import type { Scene, Things } from './refusals.ts'
import { type During, withLiveKey } from './trouble.ts'

/** The objects that the requests refer to. */
export interface GatewayThings {
  gateway: string
  /** An invoice below the minimum of its gateway. */
  tiny: string
  /** Of the live environment. */
  live: string
}

const GATEWAYS = '/v1/gateways'
// No test pays in this currency, so that no payment service is called.
const STRIPE = { type: 'stripe', name: 'Stripe', currencies: ['sek'] }
const [TEST_KEY, LIVE_KEY] = ['sk_test_reference1234', 'sk_live_reference1234']

/** A live environment whose gateway takes another currency. */
const withOtherCurrency: During = async ({ api, keys: { live: key } }, send) => {
  const { body } = await api.post(GATEWAYS, { key, body: { ...STRIPE, secret_key: LIVE_KEY } })
  try {
    return await send(key)
  } finally {
    await api.patch(`${GATEWAYS}/${body.id}`, { key, body: { status: 'disabled' } })
  }
}

/** An environment with the maximum number of gateways. */
const whileFull: During = async ({ sql }, send) => {
  const add = (count: number) =>
    sql(
      'update environment_counters set gateways_count = gateways_count + $1 where environment_id = 1',
      [count],
    )
  await add(10)
  try {
    return await send()
  } finally {
    await add(-10)
  }
}

export function gatewayScenes({ gateways: { gateway, tiny, live } }: Things): Scene[] {
  const pay = (invoice: string) => ({ method: 'POST', path: `/v1/invoices/${invoice}/pay` })
  const create = (secret_key: string) => ({
    ...{ method: 'POST', path: GATEWAYS },
    ask: { body: { ...STRIPE, secret_key } },
  })
  return [
    { code: 'gateway_not_configured', ...pay(live), during: withLiveKey },
    { code: 'currency_not_supported', ...pay(live), during: withOtherCurrency },
    { code: 'amount_too_small', ...pay(tiny) },
    { code: 'gateway_mode_mismatch', ...create(LIVE_KEY) },
    {
      code: 'retry_plan_invalid',
      ...{ method: 'PATCH', path: '/v1/account' },
      ask: { body: { retry_plan: { days: [7, 3] } } },
    },
    { code: 'gateways_full', ...create(TEST_KEY), during: whileFull },
    {
      code: 'gateway_signature_invalid',
      method: 'POST',
      path: `${GATEWAYS}/${gateway}/events?environment=1`,
      ask: { key: null, body: {} },
    },
  ]
}

export async function prepareGateways(api: Api, live: string): Promise<GatewayThings> {
  const body = { ...STRIPE, secret_key: TEST_KEY }
  const gateway = await api.post(GATEWAYS, { body })
  const customer = await api.post('/v1/customers', { body: { name: 'Kaffe AB' } })
  const line_items = [{ description: 'Coffee', quantity: 1, unit_amount: 299 }]
  const owed = { customer_id: `cus_${customer.body.id}`, currency: 'sek', line_items }
  const { id } = (await api.post('/v1/invoices', { body: owed })).body
  await api.post(`/v1/invoices/${id}/finalize`)
  return { gateway: gateway.body.id, tiny: id, live }
}
