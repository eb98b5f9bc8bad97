// The customers of the demo who pay by card: one whose card pays, and one whose card is declined.

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

/** Enters a number on a page of the simulated gateway, as a customer would. */
export type Enter = (page: string, number: string) => Promise<void>

const PAYS = '4242424242424242'
/** It can be saved, and each charge of it is declined. */
const DECLINED = '4000000000000341'

/** Lets the customers save cards, and subscribes them to a plan that is charged to these from today on. */
export async function payByCard(
  ask: Ask,
  enter: Enter,
  [paying, declined]: readonly number[],
): Promise<void> {
  const make = <T = { id: string }>(path: string, body: object) => ask<T>('POST', path, body)
  const description = 'Bookings from the website of the customer.'
  const { id: product_id } = await make('/v1/products', { name: 'Online booking', description })
  const terms = { product_id, model: 'flat', unit_amount: 1900, interval: 'month' }
  const { id: price_id } = await make('/v1/prices', terms)
  for (const [id, number] of [
    [paying, PAYS],
    [declined, DECLINED],
  ] as const) {
    if (id === undefined) continue
    const customer_id = `cus_${id}`
    const { url } = await make<{ url: string }>('/v1/payment_methods/setup', { customer_id })
    await enter(url, number)
    const charged = { customer_id, items: [{ price_id }], collection: 'charge' }
    await make('/v1/subscriptions', charged)
  }
}
