// The card and the invoice of the operations on payment methods.

import type { Api } from '../client.ts'
import { get, makeFinalized } from '../fixtures.ts'
import { saveCard } from '../online.ts'

/** Lets the customer of the story save a card. */
export async function aSavedCard(api: Api, made: Map<string, string>): Promise<void> {
  const books = {
    make: async (path: string, body: object = {}) => (await api.post(path, { body })).body,
    read: (path: string) => get(api, path),
  }
  await saveCard(books, `cus_${made.get('customers')?.replace('cus_', '')}`)
}

/** Another unpaid invoice of the customer of the story. */
export async function anInvoice(api: Api, made: Map<string, string>): Promise<string> {
  const customer_id = `cus_${made.get('customers')?.replace('cus_', '')}`
  return (await makeFinalized(api, { customer_id })).id
}
