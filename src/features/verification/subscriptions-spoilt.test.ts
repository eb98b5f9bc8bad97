// Proves that verification finds each corruption of subscriptions and their invoices.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import type { Corruption } from '../../../test/corruptions.ts'
import { arrearsCorruptions } from '../../../test/corruptions-arrears.ts'
import { minimumCorruptions } from '../../../test/corruptions-minimums.ts'
import { unusedCorruptions } from '../../../test/corruptions-unused.ts'
import { waitingCorruptions } from '../../../test/corruptions-waiting.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const w = await world({ after }, { wallNow: () => Date.parse(NOW) })

before(async () => {
  const post = async (path: string, body: unknown = {}) => {
    const answer = await w.api.post(path, { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const product_id = (await post('/v1/products', { name: 'Pro' })).id
  const monthly = { product_id, model: 'per_unit', unit_amount: 3000, interval: 'month' }
  const { id: price_id } = await post('/v1/prices', monthly)
  const { id: customer_id } = await post('/v1/customers', { name: 'Maple' })
  const subscribe = (external_id: string, more = {}) =>
    post('/v1/subscriptions', { customer_id, external_id, items: [{ price_id }], ...more })
  const active = await subscribe('active', { payment_terms_days: 365 })
  const trialing = await subscribe('trialing', { trial_days: 90 })
  const add = (subscription_id: string, description: string, more: object) =>
    post('/v1/invoice_items', { subscription_id, description, ...more })
  const { id: once } = await post('/v1/prices', { product_id, model: 'flat', unit_amount: 700 })
  await add(trialing.id, 'waiting', { unit_amount: 500, quantity: 2 })
  await add(trialing.id, 'priced', { price_id: once })
  await subscribe('past due', { payment_terms_days: 5 })
  const anchor = { day_of_month: 1 }
  await subscribe('parted', { anchor })
  await subscribe('free', { anchor, first_period: 'free', trial_end: '2027-03-10T12:00:00.000Z' })
  await subscribe('scheduled', { start: '2027-03-01' })
  const { id: seat } = await post('/v1/prices', { ...monthly, billing: 'arrears' })
  const seats = { items: [{ price_id: seat, quantity: 3 }, { price_id: seat }] }
  const later = await subscribe('later', seats)
  const floor = { ...monthly, unit_amount: 1000, minimum_amount: 8000 }
  const { id: floored } = await post('/v1/prices', floor)
  const least = await subscribe('least', { items: [{ price_id: floored, quantity: 3 }] })
  const { id: reached } = await post('/v1/prices', { ...floor, minimum_amount: 3000 })
  await subscribe('enough', { items: [{ price_id: reached, quantity: 3 }] })
  const { id: other } = await post('/v1/products', { name: 'Training' })
  const { id: course } = await post('/v1/prices', {
    ...monthly,
    product_id: other,
    unit_amount: 1000,
  })
  const both = [{ price_id }, { price_id: course }]
  await subscribe('least of all', { items: both, minimum_amount: 8000 })
  const canceled = await subscribe('canceled')
  await add(canceled.id, 'billed', { unit_amount: 900 })
  await post(`/v1/subscriptions/${canceled.id}/cancel`, { at: 'now' })
  const coupon = { name: 'Launch', percent_off: '10', duration: 'forever' }
  const discounts = [{ coupon_id: (await post('/v1/coupons', coupon)).id }]
  const unused = await subscribe('unused', { discounts })
  const { time_zone, proration_unit } = (await w.api.get('/v1/account')).body
  const toronto = { time_zone: 'America/Toronto', proration_unit: 'day' }
  await w.api.patch('/v1/account', { body: toronto })
  const days = await subscribe('days', { anchor })
  await subscribe('least in days', { items: [{ price_id: floored, quantity: 3 }] })
  await w.api.patch('/v1/account', { body: { time_zone, proration_unit } })
  const { data } = (await w.api.get(`/v1/invoices?subscription_id=${days.id}`)).body
  await advanceTo(w.api, '2026-11-25T12:00:00.000Z')
  const end = ({ id }: { id: string }) =>
    post(`/v1/subscriptions/${id}/cancel`, { at: 'now', unused: 'credit' })
  await end(unused)
  await post('/v1/credit_notes', { invoice_id: data[0].id, amount: 650, reason: 'goodwill' })
  await end(days)
  await advanceTo(w.api, '2026-12-21T12:00:00.000Z')
  const items = [{ id: active.items[0].id, quantity: 2 }]
  await post(`/v1/subscriptions/${active.id}/change`, { at: 'period_end', items })
  const more = [{ id: later.items[0].id, quantity: 5 }]
  await post(`/v1/subscriptions/${later.id}/change`, { at: 'now', items: more })
  const seatsMore = [{ id: least.items[0].id, quantity: 5 }]
  await post(`/v1/subscriptions/${least.id}/change`, { at: 'now', items: seatsMore })
  const soon = await subscribe('soon')
  await advanceTo(w.api, '2026-12-22T12:00:00.000Z')
  const waits = [{ id: soon.items[0].id, quantity: 2 }, { price_id }]
  await post(`/v1/subscriptions/${soon.id}/change`, { at: 'now', invoice: 'next', items: waits })
  await subscribe('incomplete', { payment: 'must_succeed' })
})

const set = (external_id: string, change: string) =>
  `update subscriptions set ${change} where external_id = '${external_id}'`
const invoice = (change: string) =>
  `update invoices i set ${change} from subscriptions s
   where s.id = i.subscription_id and s.external_id = 'active' and i.billing_reason = 'cycle'`
const line = (change: string) =>
  `update invoice_lines l set ${change} from invoices i, subscriptions s
   where l.invoice_id = i.id and s.id = i.subscription_id and s.external_id = 'active'
     and i.billing_reason = 'cycle'`
const partedLine = (change: string) =>
  `update invoice_lines l set ${change} from invoices i, subscriptions s
   where l.invoice_id = i.id and s.id = i.subscription_id and s.external_id = 'parted'
     and i.billing_reason = 'create'`
const DAY = "interval '1 day'"

const CORRUPTIONS: Corruption[] = [
  [
    set('active', `due_at = due_at + ${DAY}, run_at = run_at + ${DAY}`),
    ['history', 'subscriptions'],
    /sub_\w+ is active, but is due at 2027-01-21.* instead of 2027-01-20/,
  ],
  [
    set('scheduled', 'next_invoice_at = null'),
    ['history', 'subscriptions'],
    /is billed next at 2027-03-01.*, but shows no time/,
  ],
  [
    set('trialing', `run_at = run_at + ${DAY}`),
    ['subscriptions'],
    /runs at 2027-02-16.*, which is not when it is due or tried again/,
  ],
  [
    set('trialing', `notice_at = notice_at + ${DAY}`),
    ['subscriptions'],
    /announces the end of its trial at 2027-02-16/,
  ],
  [
    set('trialing', `trial_end = trial_end + ${DAY}`),
    ['history', 'subscriptions'],
    /is trialing, but its current period is \{/,
  ],
  [
    set('active', `currency = 'usd'`),
    ['history', 'subscriptions'],
    /has an item that does not fit its price.* has another customer or currency/s,
  ],
  [
    set('active', 'payment_method_id = id'),
    ['history', 'subscriptions'],
    /is charged to a payment method that its customer does not have/,
  ],
  [
    set('incomplete', "expires_at = expires_at - interval '1 minute'"),
    ['subscriptions'],
    /sub_\w+ is incomplete until \S+, but 1 of its 1 invoices are open/,
  ],
  [
    set('incomplete', "expires_at = expires_at + interval '1 hour'"),
    ['subscriptions'],
    /sub_\w+ is incomplete until \S+, but 1 of its 1 invoices are open/,
  ],
  [
    set('canceled', "expires_at = canceled_at + interval '1 second'"),
    ['subscriptions'],
    /sub_\w+ is canceled until \S+, but \d of its \d invoices are open/,
  ],
  [
    set('incomplete', "status = 'active', expires_at = null, run_at = due_at"),
    ['history', 'subscriptions'],
    /is active, but is due at/,
  ],
  [set('active', "collection = 'charge'"), ['history'], /collection/],
  [
    set('canceled', 'cancel_at = null'),
    ['history', 'subscriptions'],
    /is canceled, but its current period is/,
  ],
  [
    set('past due', 'overdue_invoices = 2'),
    ['subscriptions'],
    /is past_due and counts 2 overdue or failed invoices, but has 1/,
  ],
  [
    set('past due', "status = 'active'"),
    ['history', 'subscriptions'],
    /is active and counts 1 overdue or failed invoices, but has 1/,
  ],
  [
    set('active', 'overdue_invoices = 1'),
    ['subscriptions'],
    /is active and counts 1 overdue or failed invoices, but has 0/,
  ],
  [
    invoice(`period_end = i.period_end - ${DAY}`),
    ['history', 'subscriptions'],
    /INV-\d+ bills another period than its lines/,
  ],
  [
    invoice("billing_reason = 'manual'"),
    ['history', 'subscriptions'],
    /names a subscription, a period or a reason that does not go with the others/,
  ],
  [
    line('period_end = null'),
    ['history', 'subscriptions'],
    /line 1 of INV-\d+ has an item without its subscription or a whole period/,
  ],
  [
    line(`period_start = l.period_start - ${DAY}`),
    ['history', 'subscriptions'],
    /si_\w+ is billed for a period twice.*last billed the one from 2026-12-19/s,
  ],
  [
    line(`subscription_item_id = (
      select subscription_item_id from invoice_lines l, invoices i, subscriptions s
      where l.invoice_id = i.id and s.id = i.subscription_id and s.external_id = 'canceled'
        and l.subscription_item_id is not null)`),
    ['history', 'subscriptions'],
    /si_\w+ is billed for two subscriptions/,
  ],
  [
    invoice("billing_reason = 'create'"),
    ['history', 'subscriptions'],
    /overlaps the previous invoice of its subscription, or is not its first/,
  ],
  [
    set(
      'active',
      `current_period = replace(current_period::text, '2026-12-20', '2026-12-19')::json`,
    ),
    ['history', 'subscriptions'],
    /is active in the period from 2026-12-19.*, but last billed the one from 2026-12-20/,
  ],
  [
    set('free', 'next_invoice_at = null'),
    ['history', 'subscriptions'],
    /is billed next at 2027-03-10.*, but shows no time/,
  ],
  [
    set('free', `next_invoice_at = next_invoice_at + interval '12 days'`),
    ['history', 'subscriptions'],
    /is billed next at 2027-03-10.*, but shows 2027-04-13/,
  ],
  [
    set('parted', `first_period = 'full'`),
    ['history', 'subscriptions'],
    /line 1 of INV-\d+ is for 2026-11-20.* to 2026-12-01.*, which is not a first part/,
  ],
  [
    partedLine(`pricing = replace(l.pricing::text, '"start":"2026-11', '"start":"2026-10')::json`),
    ['derivations', 'history', 'lines'],
    /line 1 is \d+, but 1 by its terms is \d+.*its derivation has other lines/s,
  ],
  [
    partedLine(`pricing = replace(l.pricing::text, '"to":"2026-12-01', '"to":"2026-11-30')::json`),
    ['derivations', 'history', 'lines', 'subscriptions'],
    /is for 2026-11-20.* to 2026-11-30.*, which is not a first part/,
  ],
  [
    partedLine(`pricing = replace(l.pricing::text, '"part"', '"span"')::json`),
    ['derivations', 'history', 'lines'],
    /line 1 is \d+, but 1 by its terms is 3000/,
  ],
]

const item = (description: string, change: string) =>
  `update invoice_items set ${change} where description = '${description}'`
const itemLine = (change: string) =>
  `update invoice_lines l set ${change} where l.invoice_item_id is not null`

const ITEM_CORRUPTIONS: Corruption[] = [
  [
    item('billed', "status = 'pending', invoice_id = null"),
    ['history', 'invoice_items'],
    /ii_\w+ is pending, but its line is 1 of INV-\d+.* is on the list of its subscription 0 times/s,
  ],
  [
    item(
      'billed',
      "invoice_id = (select id from invoices where billing_reason = 'create' limit 1)",
    ),
    ['history', 'invoice_items'],
    /ii_\w+ is billed, but its line is 1 of INV-\d+/,
  ],
  [
    item(
      'waiting',
      `status = 'billed', invoice_id = (select id from invoices where billing_reason = 'cancel')`,
    ),
    ['history', 'invoice_items'],
    /is billed, but its line is missing.* is on the list of sub_\w+, but is not pending there/s,
  ],
  [
    item('waiting', 'amount = 999'),
    ['history', 'invoice_items'],
    /ii_\w+ does not fit its subscription, its price or its amount/,
  ],
  [
    item('priced', "price_id = (select id from prices where interval = 'month' limit 1)"),
    ['history', 'invoice_items'],
    /ii_\w+ does not fit its subscription, its price or its amount/,
  ],
  [
    item('waiting', "subscription_id = (select id from subscriptions where external_id = 'free')"),
    ['history', 'invoice_items'],
    /is not pending there.* is on the list of its subscription 0 times/s,
  ],
  [
    set('trialing', 'pending_items = pending_items[2:] || pending_items[2:]'),
    ['invoice_items'],
    /subscription 0 times.* is on the list of its subscription 2 times/s,
  ],
  [
    set('active', "pending_items = '{}'"),
    ['invoice_items'],
    /sub_\w+ has an empty list of pending items/,
  ],
  [
    itemLine('invoice_item_id = null'),
    ['history', 'invoice_items', 'subscriptions'],
    /line 1 of INV-\d+ has an item without its subscription/,
  ],
  [
    `update invoices set period_end = period_end + ${DAY} where billing_reason = 'cancel'`,
    ['history', 'subscriptions'],
    /INV-\d+ bills a period, or another one than the last of its subscription/,
  ],
]

test('verification finds every corruption of one-off items', async () => {
  await w.stop()
  await assertFound(w.pool, ITEM_CORRUPTIONS)
})

test('verification finds every corruption of subscriptions', async () => {
  await w.stop()
  await assertFound(w.pool, CORRUPTIONS)
})

test('verification finds every corruption of items in arrears', async () => {
  await w.stop()
  await assertFound(w.pool, arrearsCorruptions())
})

test('verification finds every corruption of changes pending for the next invoice', async () => {
  await w.stop()
  await assertFound(w.pool, waitingCorruptions())
})

test('verification finds every corruption of unused time', async () => {
  await w.stop()
  await assertFound(w.pool, unusedCorruptions())
})

test('verification finds every change of minimums and of what is counted for them', async () => {
  await assertFound(w.pool, minimumCorruptions())
})
