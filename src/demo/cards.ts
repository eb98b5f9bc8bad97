// The customers of the demo who pay by card: one whose card pays, one whose card is declined, and two who want their
// money back: from the seller, and from the bank.

import { setTimeout } from 'node:timers/promises'

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

/** Enters a number on a page of the simulated gateway, as a customer would. */
export type Enter = (page: string, number: string) => Promise<void>

const PAYS = '4242424242424242'
/** It can be saved, and each charge of it is declined. */
const DECLINED = '4000000000000341'

/** A day after a charge, the customer contests it. */
const DISPUTED = '4000000000000259'

const VISIT = { description: 'Training on site', quantity: 1, unit_amount: 12_000 }

/** Charges customers for a visit: one gets a part back, one will contest it. Returns when the gateway has the money. */
export async function chargeVisits(
  ask: Ask,
  enter: Enter,
  [unhappy, contesting]: readonly number[],
): Promise<void> {
  for (const [id, number] of [
    [unhappy, PAYS],
    [contesting, DISPUTED],
  ] as const) {
    if (id === undefined) continue
    const customer_id = `cus_${id}`
    const setup = { customer_id }
    const { url } = await ask<{ url: string }>('POST', '/v1/payment_methods/setup', setup)
    await enter(url, number)
    const body = { customer_id, line_items: [VISIT] }
    const { id: invoice_id } = await ask<{ id: string }>('POST', '/v1/invoices', body)
    await ask('POST', `/v1/invoices/${invoice_id}/finalize`)
    const { id: payment } = await ask<{ id: string }>('POST', `/v1/invoices/${invoice_id}/pay`, {})
    await untilSettled(ask, payment)
    if (number === DISPUTED) continue
    const note = { invoice_id, amount: 3_000, refund: 3_000, reason: 'goodwill' }
    await ask('POST', '/v1/credit_notes', note)
  }
}

const ASKED_MOST = 100

async function untilSettled(ask: Ask, id: string): Promise<void> {
  for (let asked = 0; asked < ASKED_MOST; asked++) {
    const { status } = await ask<{ status: string }>('GET', `/v1/payments/${id}`)
    if (status !== 'pending') return
    await setTimeout(100)
  }
}

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
