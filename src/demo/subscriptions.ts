// The subscriptions of the demo: one in a trial, one that ends with its period, one that grows, one
// that will be paused, and one that stays.

const DAY_MS = 86_400_000

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

interface Made {
  id: string
  items: { id: string }[]
}

/** Subscribes the first customers to a plan of its own, from today on. */
export async function subscribe(ask: Ask, customers: readonly number[]): Promise<void> {
  const make = <T = Made>(path: string, body: object) => ask<T>('POST', path, body)
  const description = 'Signs and reminders on every device of the team.'
  const { id: product_id } = await make('/v1/products', { name: 'Everywhere plan', description })
  const terms = { product_id, model: 'per_unit', unit_amount: 2900, interval: 'month' }
  const { id: price_id } = await make('/v1/prices', { ...terms, lookup_key: 'everywhere' })
  const [staying, growing, ending, trying, resting] = customers
  const subscribed = (customer_id: number, quantity: number, more: object = {}) =>
    make('/v1/subscriptions', { customer_id, items: [{ price_id, quantity }], ...more })
  if (staying !== undefined) {
    const { id } = await subscribed(staying, 12, { external_id: 'everywhere-1' })
    const training = { description: 'Training, half a day', unit_amount: 45_000 }
    await make('/v1/invoice_items', { subscription_id: id, ...training })
  }
  if (growing !== undefined) {
    const { id, items } = await subscribed(growing, 3)
    const change = { at: 'period_end', items: [{ id: items[0]?.id, quantity: 5 }] }
    await make(`/v1/subscriptions/${id}/change`, change)
  }
  const { id: to_price_id } = await make('/v1/prices', { ...terms, unit_amount: 3200 })
  const effective_from = new Date(Date.now() + 60 * DAY_MS).toISOString()
  await make('/v1/price_migrations', { from_price_id: price_id, to_price_id, effective_from })
  if (ending !== undefined) {
    const { id } = await subscribed(ending, 2)
    const comment = 'We close the second shop.'
    await make(`/v1/subscriptions/${id}/cancel`, { at: 'period_end', reason: 'unused', comment })
  }
  if (resting !== undefined) {
    const { id } = await subscribed(resting, 6)
    await make(`/v1/subscriptions/${id}/pause`, { at: 'period_end' })
  }
  if (trying !== undefined) await subscribed(trying, 4, { trial_days: 14 })
}
