// The one-off items of the full books: pending, billed and deleted ones.

import type { Made } from './fixtures.ts'
import type { Writer } from './full-books-money.ts'

/** One-off items of a subscription: by amount, by price, and one that is deleted. */
export async function makeItems(
  { make, change, remove }: Pick<Writer, 'make' | 'change' | 'remove'>,
  { id: subscription_id }: Made,
  product_id: string,
): Promise<void> {
  const period = { start: '2026-09-01T00:00:00.000Z', end: '2026-10-01T00:00:00.000Z' }
  const setup = { subscription_id, description: 'Setup', unit_amount: 1250 }
  const item = await make('/v1/invoice_items', { ...setup, quantity: 2, metadata: { a: 1 } })
  await change(`/v1/invoice_items/${item.id}`, { quantity: 3, period })
  const { id: price_id } = await make('/v1/prices', {
    ...{ product_id, model: 'package', unit_amount: 900, size: 10 },
  })
  const usage = { subscription_id, description: 'Messages', price_id, quantity: 25 }
  await make('/v1/invoice_items', usage)
  await remove(`/v1/invoice_items/${(await make('/v1/invoice_items', setup)).id}`)
}
