// The one-off items of the full books: pending, billed and deleted ones.

import type { Made } from './fixtures.ts'
import type { Writer } from './full-books-money.ts'
import { until } from './harness.ts'

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

/** Price migrations in each state, with subscriptions that each schedules, skips, applies or withdraws. */
export async function makeMigrations(
  { make, read, remove }: Pick<Writer, 'make' | 'read' | 'remove'>,
  customer_id: string,
  product_id: string,
): Promise<void> {
  const terms = { product_id, model: 'per_unit', interval: 'day' }
  const price = async (unit_amount: number) =>
    (await make('/v1/prices', { ...terms, unit_amount })).id as string
  const reached = (id: string, status: string) =>
    until(
      `a migration that is ${status}`,
      async () => (await read(`/v1/price_migrations/${id}`)).status === status,
    )
  const migrate = async (notice_days: number): Promise<[string, Made[]]> => {
    const [from_price_id, to_price_id] = [await price(300), await price(400)]
    const items = [{ price_id: from_price_id, quantity: 2 }]
    const subscribed = () => make('/v1/subscriptions', { customer_id, items, start: '2027-05-01' })
    const made = [await subscribed(), await subscribed(), await subscribed()]
    const [, , busy] = made
    const more = [{ id: busy?.items[0].id, quantity: 3 }]
    await make(`/v1/subscriptions/${busy?.id}/change`, { at: 'period_end', items: more })
    const body = { from_price_id, to_price_id, effective_from: '2026-01-01', notice_days }
    return [(await make('/v1/price_migrations', body)).id, made]
  }
  const [waiting, [one]] = await migrate(3)
  await reached(waiting, 'scheduled')
  const { scheduled_changes } = await read(`/v1/subscriptions/${one?.id}`)
  await remove(`/v1/subscriptions/${one?.id}/scheduled_changes/${scheduled_changes[0].id}`)
  const [stopped] = await migrate(1)
  await reached(stopped, 'scheduled')
  await make(`/v1/price_migrations/${stopped}/cancel`)
  await reached(stopped, 'canceled')
}

/** Three seats for a year, billed when it ends. */
export async function seatsInArrears({ make }: Pick<Writer, 'make'>, product_id: string) {
  const terms = { product_id, model: 'per_unit', unit_amount: 1000, interval: 'year' }
  const { id: price_id } = await make('/v1/prices', { ...terms, billing: 'arrears' })
  return { start: '2026-11-01', items: [{ price_id, quantity: 3 }] }
}

/** Three seats a month with a minimum of their price, and of their subscription; of each, periods have ended. */
export async function seatsWithMinimums({ make }: Pick<Writer, 'make'>, product_id: string) {
  const terms = { product_id, model: 'per_unit', unit_amount: 1000, interval: 'month' }
  const seats = async (more: object) => {
    const { id: price_id } = await make('/v1/prices', { ...terms, ...more })
    return { start: '2026-09-20', items: [{ price_id, quantity: 3 }] }
  }
  return [await seats({ minimum_amount: 8000 }), { ...(await seats({})), minimum_amount: 9000 }]
}

/** A subscription whose first payment must succeed. */
export const makeIncomplete = ({ make }: Writer, customer_id: string, price_id: string) =>
  make('/v1/subscriptions', {
    ...{ customer_id, items: [{ price_id }], collection: 'send', payment: 'must_succeed' },
  })

/** A subscription whose invoice could not be charged. */
export async function makeFailing({ make, read }: Writer, customer_id: string, price_id: string) {
  const body = { customer_id, items: [{ price_id }], payment_terms_days: 365 }
  const { id } = await make('/v1/subscriptions', body)
  await until('the declined charge', async () => {
    return (await read(`/v1/subscriptions/${id}`)).status === 'past_due'
  })
}
