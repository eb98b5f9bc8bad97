// Helpers for tests of subscriptions: prices, subscribed customers, their invoices.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { allEvents, get, INVOICES, type Made, makeCustomer, makeProduct } from './fixtures.ts'

export const SUBSCRIPTIONS = '/v1/subscriptions'

/** Subscriptions in one account; without other items, to Pro: 30.00 a month for each of three seats. */
export async function subscribing(api: Api) {
  const product = await makeProduct(api, { name: 'Pro' })

  async function makePrice(body: object = {}): Promise<Made> {
    const sent = { product_id: product.id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
    const answer = await api.post('/v1/prices', { body: { ...sent, ...body } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const pro = await makePrice()
  const yearly = await makePrice({ unit_amount: 30_000, interval: 'year' })

  const subscribe = (body: object = {}) =>
    api.post(SUBSCRIPTIONS, { body: { items: [{ price_id: pro.id, quantity: 3 }], ...body } })

  async function subscribed(body: object = {}): Promise<Made> {
    const customer_id = `cus_${(await makeCustomer(api)).id}`
    const answer = await subscribe({ customer_id, ...body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }

  async function act(id: string, verb: string, body?: object): Promise<Made> {
    const answer = await api.post(`${SUBSCRIPTIONS}/${id}/${verb}`, { ...(body && { body }) })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  const subscription = (id: string): Promise<Made> => get(api, `${SUBSCRIPTIONS}/${id}`)

  /** The invoices of a subscription, oldest first. */
  const invoicesOf = async (id: string): Promise<Made[]> =>
    (await get(api, `${INVOICES}?subscription_id=${id}&limit=100`)).data.toReversed()

  /** Start of the period, total and number of lines of each invoice. */
  const billed = async (id: string): Promise<[string, number, number][]> =>
    (await invoicesOf(id)).map((invoice: Made) => [
      invoice.period.start,
      invoice.total,
      invoice.line_items.length,
    ])

  const eventsOf = async (id: string): Promise<string[]> =>
    (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)

  return {
    ...{ product, pro, yearly, makePrice, subscribe, subscribed },
    ...{ act, subscription, invoicesOf, billed, eventsOf },
  }
}
