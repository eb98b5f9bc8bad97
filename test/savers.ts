// Customers with saved cards, and what is charged to them.

import type { Api } from './client.ts'
import { get, type Made, makeCustomer, makeFinalized, PAYMENTS } from './fixtures.ts'
import { until } from './harness.ts'
import { payOnline } from './online.ts'

/** Saved cards of customers in one account. */
export function savingCards(api: Api) {
  /** A customer with saved cards, the first of which is the default; returns their IDs. */
  async function saver(numbers: string[], body: object = {}): Promise<[string, ...string[]]> {
    const customer = await makeCustomer(api, body)
    for (const number of numbers) {
      const invoice = await makeFinalized(api, { customer_id: customer.id })
      await payOnline(invoice, number, { saves: true })
    }
    const { data } = await get(api, `/v1/payment_methods?customer_id=cus_${customer.id}`)
    return [`cus_${customer.id}`, ...data.toReversed().map(({ id }: Made) => id)]
  }

  const paymentsOf = async ({ id }: Pick<Made, 'id'>): Promise<Made[]> =>
    (await get(api, `${PAYMENTS}?invoice_id=${id}`)).data

  /** The last attempt of an invoice, once it is not pending. */
  const decided = (invoice: Pick<Made, 'id'>): Promise<Made> =>
    until('the gateway to answer', async () => {
      const [payment] = await paymentsOf(invoice)
      return payment && payment.status !== 'pending' && payment
    })

  return { saver, paymentsOf, decided }
}
