// The card and the invoice of the operations on payment methods: of a customer of their own, who is not deleted.

import type { Api } from '../client.ts'
import { get, makeCustomer, makeFinalized } from '../fixtures.ts'
import { until } from '../harness.ts'
import { saveCard } from '../online.ts'

/** Lets a customer save a card. */
export async function aSavedCard(api: Api, made: Map<string, string>): Promise<void> {
  const books = {
    make: async (path: string, body: object = {}) => (await api.post(path, { body })).body,
    read: (path: string) => get(api, path),
  }
  const { id } = await makeCustomer(api, { name: 'Saver Ltd' })
  made.set('saver', String(id))
  await saveCard(books, `cus_${id}`)
}

/** An unpaid invoice of that customer. */
export async function anInvoice(api: Api, made: Map<string, string>): Promise<string> {
  return (await makeFinalized(api, { customer_id: `cus_${made.get('saver')}` })).id
}

/** Waits until the gateway has answered, so that the number of events does not depend on it. */
export async function itIsSettled(api: Api, payment = ''): Promise<void> {
  await until('the payment to be settled', async () => {
    return (await get(api, `/v1/payments/${payment}`)).status === 'settled'
  })
}
