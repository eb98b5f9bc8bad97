// Provokes the errors of prices, of lines that refer to them, and of previews.

import type { Api } from '../client.ts'
import type { Scene, Things } from './refusals.ts'

/** The prices that the requests refer to: one that a line uses, an inactive one, and one with a lookup key. */
export interface PriceThings {
  product: string
  used: string
  inactive: string
  monthly: string
  weekly: string
  yearly: string
  /** A customer with a subscription, and one that has ended. */
  subscriber: string
  ended: string
  /** One that is billed every month, with its item. */
  billed: { id: string; item: string }
  paused: string
  /** One that waits for its first payment. */
  incomplete: string
  /** A one-off item on an invoice. */
  billedItem: string
  /** A price that subscribers of the monthly one are being moved to, and a migration that was canceled. */
  dearer: string
  endedMigration: string
}

export function priceScenes({ customer, draft, prices }: Things): Scene[] {
  const { product, used, inactive, monthly, weekly, yearly, subscriber, ended } = prices
  const { billed, paused, incomplete, billedItem, dearer, endedMigration } = prices
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const subscribe = { method: 'POST', path: '/v1/subscriptions' }
  const subscription = (items: object[], more: object = {}) => ({
    body: { customer_id: customer, items, ...more },
  })
  const create = { method: 'POST', path: '/v1/prices' }
  return [
    {
      code: 'price_inactive',
      method: 'POST',
      path: '/v1/invoices',
      ask: { body: { customer_id: customer, line_items: [{ price_id: inactive, quantity: 1 }] } },
    },
    {
      code: 'tiers_invalid',
      ...create,
      ask: {
        body: {
          product_id: product,
          model: 'graduated',
          tiers: [
            { up_to: 10, unit_amount: 1999 },
            { up_to: 10, unit_amount: 1499 },
            { up_to: null, unit_amount: 999 },
          ],
        },
      },
    },
    {
      code: 'decimal_invalid',
      ...create,
      ask: { body: { product_id: product, model: 'per_unit', unit_amount_decimal: '1,5' } },
    },
    {
      code: 'lookup_key_taken',
      ...create,
      ask: {
        body: { product_id: product, model: 'flat', unit_amount: 4900, lookup_key: 'base_fee' },
      },
    },
    {
      code: 'price_used',
      method: 'PATCH',
      path: `/v1/prices/${used}`,
      ask: { body: { unit_amount: 2999 } },
    },
    {
      code: 'price_not_recurring',
      ...subscribe,
      ask: subscription([{ price_id: used, quantity: 3 }]),
    },
    {
      code: 'intervals_incompatible',
      ...subscribe,
      ask: subscription([{ price_id: monthly }, { price_id: weekly }]),
    },
    {
      code: 'minimum_needs_one_interval',
      ...subscribe,
      ask: subscription([{ price_id: monthly }, { price_id: yearly }], { minimum_amount: 8000 }),
    },
    {
      code: 'anchor_invalid',
      ...subscribe,
      ask: subscription([{ price_id: monthly }], { anchor: { day_of_week: 'monday' } }),
    },
    {
      code: 'too_many_lines',
      ...subscribe,
      ask: subscription([{ price_id: monthly }], { start: '2001-01-01' }),
    },
    {
      code: 'proration_incompatible',
      method: 'POST',
      path: `/v1/subscriptions/${billed.id}/change`,
      ask: {
        body: { items: [{ id: billed.item, price_id: yearly }], at: 'now', anchor: 'keep' },
      },
    },
    {
      code: 'change_in_past',
      method: 'POST',
      path: `/v1/subscriptions/${billed.id}/change`,
      ask: {
        body: { items: [{ id: billed.item, quantity: 2 }], at: '2001-01-01T00:00:00Z' },
      },
    },
    {
      code: 'subscription_ended',
      method: 'POST',
      path: `/v1/subscriptions/${ended}/keep`,
    },
    {
      code: 'subscription_not_paused',
      method: 'POST',
      path: `/v1/subscriptions/${billed.id}/resume`,
    },
    {
      code: 'subscription_paused',
      method: 'POST',
      path: `/v1/subscriptions/${paused}/pause`,
    },
    {
      code: 'subscription_incomplete',
      method: 'POST',
      path: `/v1/subscriptions/${incomplete}/pause`,
    },
    {
      code: 'trial_over',
      method: 'POST',
      path: `/v1/subscriptions/${billed.id}/trial_end`,
      ask: { body: { trial_end: 'now' } },
    },
    {
      code: 'price_migration_unfinished',
      method: 'POST',
      path: '/v1/price_migrations',
      ask: { body: { from_price_id: monthly, to_price_id: dearer, effective_from: tomorrow } },
    },
    {
      code: 'price_migration_ended',
      method: 'POST',
      path: `/v1/price_migrations/${endedMigration}/cancel`,
    },
    { code: 'invoice_item_billed', method: 'DELETE', path: `/v1/invoice_items/${billedItem}` },
    { code: 'customer_has_subscriptions', method: 'DELETE', path: `/v1/customers/${subscriber}` },
    {
      code: 'preview_outdated',
      method: 'POST',
      path: `/v1/invoices/${draft}/finalize`,
      ask: { body: { preview: { at: '2026-11-20T21:36:00.000Z', hash: '0'.repeat(64) } } },
    },
  ]
}

export async function preparePrices(api: Api, customer_id: string): Promise<PriceThings> {
  const { body: product } = await api.post('/v1/products', { body: { name: 'Base fee' } })
  const make = async (unit_amount: number, more: object = {}): Promise<string> => {
    const body = { product_id: product.id, model: 'per_unit', unit_amount, ...more }
    return (await api.post('/v1/prices', { body })).body.id
  }
  const used = await make(1999, { lookup_key: 'base_fee' })
  const line_items = [{ price_id: used, quantity: 1 }]
  await api.post('/v1/invoices', { body: { customer_id, line_items } })
  const inactive = await make(2499)
  await api.patch(`/v1/prices/${inactive}`, { body: { active: false } })
  const monthly = await make(3000, { interval: 'month' })
  const weekly = await make(700, { interval: 'week' })
  const yearly = await make(30_000, { interval: 'year' })
  const { body: subscriber } = await api.post('/v1/customers', { body: { name: 'Birch Café' } })
  const subscribed = async (more: object = { trial_days: 14 }) => {
    const items = [{ price_id: monthly, quantity: 3 }]
    const body = { customer_id: subscriber.id, items, ...more }
    return (await api.post('/v1/subscriptions', { body })).body
  }
  const { id, items } = await subscribed({})
  const { id: ended } = await subscribed()
  const { id: paused } = await subscribed({ pause: {} })
  const { id: incomplete } = await subscribed({ payment: 'must_succeed' })
  const item = { subscription_id: ended, description: 'Setup', unit_amount: 5000 }
  const { id: billedItem } = (await api.post('/v1/invoice_items', { body: item })).body
  await api.post(`/v1/subscriptions/${ended}/cancel`, { body: { at: 'now' } })
  const dearer = await make(3500, { interval: 'month' })
  const migrate = async (from_price_id: string, to_price_id: string) => {
    const body = { from_price_id, to_price_id, effective_from: '2027-01-01' }
    return (await api.post('/v1/price_migrations', { body })).body.id
  }
  await migrate(monthly, dearer)
  const endedMigration = await migrate(dearer, monthly)
  await api.post(`/v1/price_migrations/${endedMigration}/cancel`)
  return {
    ...{
      product: product.id,
      used,
      inactive,
      monthly,
      weekly,
      yearly,
      subscriber: subscriber.id,
      ended,
    },
    billed: { id, item: items[0].id },
    paused,
    incomplete,
    billedItem,
    ...{ dearer, endedMigration },
  }
}
