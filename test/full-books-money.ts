// Invoices, money and webhook deliveries of full books.

import { ATTEMPT_WAITS_MS } from '../src/domain/webhook.ts'
import { advanceTo } from './clock.ts'
import type { Made } from './fixtures.ts'
import { makeItems, makeMigrations, seatsInArrears, seatsWithMinimum } from './full-books-items.ts'
import { until, type World } from './harness.ts'
import { startReceiver } from './receiver.ts'

type Lifetime = Parameters<typeof startReceiver>[0]
/** Sends requests with the environment's own key and returns the response bodies. */
export interface Writer {
  url: string
  make(path: string, body?: object, headers?: Record<string, string>): Promise<Made>
  change(path: string, body: object, headers?: Record<string, string>): Promise<Made>
  remove(path: string, headers?: Record<string, string>): Promise<void>
  read(path: string): Promise<Made>
}

export const ADA = {
  name: 'Maple Inc.',
  contact_name: 'Ada Maple',
  email: 'ada@maple.example',
  phone: '+1 416 555 0100',
  address_line1: '1 Main Street',
  address_line2: 'Floor 2',
  city: 'Toronto',
  state_province: 'ON',
  postal_code: 'M5V 1A1',
  country: 'CA',
  tax_id: '12345 RT0001',
  external_id: 'org_1',
  language: 'fr',
  metadata: { tier: 1, since: '2020' },
}

export const line = (quantity: number, unit_amount: number, product_id?: string) => ({
  description: `Seats at ${unit_amount}`,
  quantity,
  unit_amount,
  ...(product_id && { product_id }),
})

export async function makeFinal({ make }: Writer, body: object): Promise<Made> {
  const draft = await make('/v1/invoices', body)
  return make(`/v1/invoices/${draft.id}/finalize`)
}

/** Subscriptions in each state, some with scheduled changes. Returns the price of the plan. */
export async function makeSubscriptions({ make, change, read, remove }: Writer) {
  const { id: product_id } = await make('/v1/products', { name: 'Plan' })
  const { id: customer_id } = await make('/v1/customers', { name: 'Subscriber' })
  const priceOf = async (unit_amount: number, interval: string): Promise<string> => {
    const terms = { product_id, model: 'per_unit', unit_amount, interval, interval_count: 1 }
    return (await make('/v1/prices', terms)).id
  }
  const [monthly, yearly] = [await priceOf(3000, 'month'), await priceOf(30_000, 'year')]
  const items = [{ price_id: monthly, quantity: 3 }]
  const subscribed = (more: object) => make('/v1/subscriptions', { customer_id, items, ...more })
  const act = ({ id }: Made, verb: string, body: object) =>
    make(`/v1/subscriptions/${id}/${verb}`, body)
  const terms = { payment_terms_days: 10, metadata: { team: 7 } }
  const active = await subscribed({ external_id: 'team-1', ...terms })
  await change(`/v1/subscriptions/${active.id}`, { external_id: 'team-one' })
  const next = { id: active.items[0].id, quantity: 5 }
  await act(active, 'change', { at: 'period_end', items: [next, { price_id: monthly }] })
  const trial = await subscribed({ trial_days: 90 })
  await makeItems({ make, change, remove }, trial, product_id)
  const other = [{ id: trial.items[0].id, price_id: yearly }]
  await act(trial, 'change', { at: 'period_end', items: other })
  await act(trial, 'cancel', { at: 'period_end', reason: 'price', comment: 'Too dear' })
  const over = await subscribed({ start: '2026-09-01' })
  await makeItems({ make, change, remove }, over, product_id)
  await act(over, 'cancel', { at: 'now', reason: 'unused' })
  const couponOf = (duration: object) =>
    make('/v1/coupons', { name: 'Launch', percent_off: '5', ...duration })
  const lasting = await couponOf({ duration: 'months', duration_months: 3 })
  const once = await couponOf({ duration: 'once' })
  const discounts = [{ coupon_id: lasting.id }, { coupon_id: once.id }]
  const discounted = await subscribed({ discounts })
  const invoices = await read(`/v1/invoices?subscription_id=${discounted.id}`)
  await make(`/v1/invoices/${invoices.data[0].id}/void`, {})
  await remove(`/v1/subscriptions/${discounted.id}/discounts/${discounted.discounts[1].id}`)
  await subscribed({ discounts, items: [{ price_id: yearly, quantity: 1 }] })
  await subscribed({ start: '2027-06-30' })
  await subscribed({ trial_days: 10 })
  await act(await subscribed({}), 'pause', { at: 'period_end' })
  // Counted in days, so that the amount does not depend on the second in which it ends.
  await change('/v1/account', { proration_unit: 'day' })
  const ended = await subscribed({ start: '2026-11-01', discounts: [{ coupon_id: lasting.id }] })
  const years = [{ price_id: yearly, quantity: 3 }]
  const divided = await subscribed({ start: '2026-11-01', items: years })
  const later = await subscribed(await seatsInArrears({ make }, product_id))
  await subscribed(await seatsWithMinimum({ make }, product_id))
  const soon = await subscribed({ external_id: 'soon', start: '2026-11-10', items: years })
  await change('/v1/account', { proration_unit: 'second' })
  const fewer = [{ id: divided.items[0].id, quantity: 2 }, { price_id: yearly }]
  await act(divided, 'change', { at: 'now', items: fewer })
  await act(later, 'change', { at: 'now', items: [{ id: later.items[0].id, quantity: 5 }] })
  const more = [{ id: soon.items[0].id, quantity: 2 }, { price_id: yearly }]
  await act(soon, 'change', { at: 'now', invoice: 'next', items: more })
  const [unused] = (await read(`/v1/invoices?subscription_id=${ended.id}`)).data
  await make('/v1/payments', { invoice_id: unused.id, amount: 7000, method: 'cash' })
  await act(ended, 'cancel', { at: 'now', unused: 'credit' })
  await makeMigrations({ make, read, remove }, customer_id, product_id)
  const { data } = await read(`/v1/invoices?subscription_id=${active.id}`)
  await make('/v1/credit_notes', { invoice_id: data[0].id, amount: 40, reason: 'goodwill' })
  return monthly
}

/** A subscription whose first period cannot be billed: its customer has no state. */
export async function makeUnbilled({ make, change, read }: Writer, price_id: string, w: World) {
  const { id: customer_id } = await make('/v1/customers', { name: 'Nowhere', country: 'US' })
  const { now } = await read('/v1/test_clock')
  const trial_end = new Date(Date.parse(now) + 3_600_000).toISOString()
  await make('/v1/subscriptions', { customer_id, items: [{ price_id }], trial_end })
  await change('/v1/account', { automatic_tax: true, tax_address: 'refuse' })
  // After the fourth attempt it is tried again only a day later.
  await advanceTo(w.api, new Date(Date.parse(now) + 8_400_000).toISOString())
  await change('/v1/account', { automatic_tax: false })
}

export async function makeInvoices(
  to: Writer,
  ada: number,
  bob: number,
  seat: string,
  old: string,
) {
  const { make, change } = to
  const of = (
    customer_id: number,
    more: object = {},
    lines = [line(3, 1999, seat), line(1, 1, old)],
  ) => ({
    customer_id,
    line_items: lines,
    notes: 'As agreed',
    metadata: { order: 'A1' },
    ...more,
  })
  const draft = await make('/v1/invoices', of(ada), { 'idempotency-key': 'draft' })
  await change(`/v1/invoices/${draft.id}`, {
    notes: 'Still a draft',
    line_items: [line(2, 5, seat)],
  })
  const named = await make('/v1/invoices', of(ada, { due_date: '2099-01-31' }))
  await make(`/v1/invoices/${named.id}/void`)
  const posted = await makeFinal(to, of(ada, { due_date: '2099-01-31' }))
  await make(`/v1/invoices/${posted.id}/send`, {
    to: 'accounts@maple.example',
    cc: ['books@maple.example'],
    message: 'As agreed.',
  })
  await make(`/v1/invoices/${posted.id}/rotate_hosted_url`)
  await makeFinal(to, of(bob, {}, [line(1, 700)]))
  await makeFinal(to, of(ada, {}, [line(1, 0)]))
  const overdue = await makeFinal(to, of(ada))
  const paid = await makeFinal(to, of(ada, { currency: 'usd' }))
  const taken = await makeFinal(to, of(ada, { currency: 'jpy' }))
  await make(`/v1/invoices/${taken.id}/void`)
  const pay = (invoice: Made, body: object) =>
    make('/v1/payments', {
      invoice_id: invoice.id,
      currency: invoice.currency,
      method: 'cheque',
      reference: 'No. 7',
      note: 'By mail',
      metadata: { bank: 'B' },
      ...body,
    })
  await pay(paid, { amount: paid.amount_due, method: 'card', received_on: '2026-11-01' })
  await pay(overdue, { amount: 100 })
  await pay(posted, { amount: 50, method: 'cash' })
  const bounced = await pay(posted, { amount: 70, method: 'bank_transfer' })
  await make(`/v1/payments/${bounced.id}/reverse`, { reason: 'It bounced' })
  const note = (invoice: Made, body: object) =>
    make('/v1/credit_notes', { invoice_id: invoice.id, reason: 'goodwill', ...body })
  const back = { outside: 5, outside_reference: 'No. 9' }
  await note(paid, { amount: 10, ...back, note: 'Sorry', metadata: { case: 17 } })
  const [{ id: line_id }] = overdue.line_items
  await note(overdue, { lines: [{ line_id, quantity: '1' }], reason: 'order_change' })
  const mistaken = await note(posted, { amount: 30, note: 'Wrong' })
  await make(`/v1/credit_notes/${mistaken.id}/void`)
  const lost = await makeFinal(to, of(bob, { due_date: '2099-01-31' }, [line(1, 900)]))
  await make(`/v1/invoices/${lost.id}/write_off`, { amount: 800, reason: 'Bob is insolvent' })
  // 1.00 was left to collect, so 1.50 is recovered.
  await pay(lost, { amount: 250, method: 'cash' })
  const grant = (customer: number, amount: string, currency = 'cad') =>
    make(`/v1/customers/${customer}/credit_transactions`, {
      amount,
      currency,
      reason: 'Goodwill',
      metadata: { by: 'Eve' },
    })
  await grant(ada, '25.5')
  await grant(ada, '3', 'usd')
  await makeFinal(to, of(ada, {}, [line(1, 300)]))
  const credited = await makeFinal(to, of(ada, {}, [line(1, 10_000)]))
  await make(`/v1/invoices/${credited.id}/void`)
  await grant(ada, '-0.5')
}

/** Starts refunds of an amount by a credit note, and takes the first of them through these steps. */
async function refund(
  { make, read }: Writer,
  { id: invoice_id }: Made,
  amount: number,
  ...steps: [name: string, body?: object][]
): Promise<Made> {
  const note = { invoice_id, amount, refund: amount, reason: 'goodwill' }
  const { id } = await make('/v1/credit_notes', note)
  const [started] = (await read(`/v1/refunds?credit_note_id=${id}`)).data
  for (const [name, body] of steps) await make(`/v1/refunds/${started.id}/${name}`, body)
  return started
}

/** Refunds of two payments in each state, and one that was started again. */
export async function makeRefunds(to: Writer): Promise<void> {
  const { make } = to
  const { id: customer_id } = await make('/v1/customers', { name: 'Refunded' })
  const invoice = await makeFinal(to, { customer_id, line_items: [line(1, 12_000)] })
  const pay = (amount: number, method: string) =>
    make('/v1/payments', { invoice_id: invoice.id, amount, method })
  await pay(4000, 'cash')
  await pay(8000, 'bank_transfer')
  await refund(to, invoice, 500)
  const paid = { paid_on: '2026-11-01', reference: 'E2E 7' }
  await refund(to, invoice, 600, ['succeed', paid])
  await refund(to, invoice, 700, ['fail'])
  await refund(to, invoice, 800, ['succeed', paid], ['fail', { failure_reason: 'Closed' }])
  const { credit_note_id, payment_id } = await refund(to, invoice, 900, ['cancel'])
  await make('/v1/refunds', { credit_note_id, payment_id, amount: 300 })
  await refund(to, invoice, 1000, ['to_balance'])
  await refund(to, invoice, 1100, ['succeed'], ['fail'], ['to_balance'])
  const mistaken = await refund(to, invoice, 1200, ['cancel'])
  await make(`/v1/credit_notes/${mistaken.credit_note_id}/void`)
  // More than the rest of the transfer.
  await refund(to, invoice, 6000, ['succeed'])
}

/**
 * Payments of a customer: for two invoices with the rest as credit, for part of one invoice, reversed, and deallocated.
 */
export async function makeAllocations(to: Writer): Promise<void> {
  const { make } = to
  const { id: customer_id } = await make('/v1/customers', { name: 'Allocated' })
  const due = () => makeFinal(to, { customer_id, line_items: [line(1, 2000)] })
  const [one, two, three] = [await due(), await due(), await due()]
  const receive = (amount: number, ...invoices: Made[]) =>
    make('/v1/payments', {
      ...{ customer_id, amount, method: 'bank_transfer' },
      allocations: invoices.map(({ id: invoice_id }) => ({ invoice_id })),
    })
  const both = await receive(4500, one, two)
  await make(`/v1/payments/${both.id}/to_balance`)
  const part = await receive(1700)
  await make(`/v1/payments/${part.id}/allocate`, {
    allocations: [{ invoice_id: three.id, amount: 900 }],
  })
  const bounced = await receive(1800, three)
  await make(`/v1/payments/${bounced.id}/reverse`)
  const wrong = await make('/v1/payments', { invoice_id: three.id, amount: 60, method: 'cash' })
  await make(`/v1/payments/${wrong.id}/deallocate`, { allocations: [{ invoice_id: three.id }] })
}

/** Refunds an unallocated amount of a payment, and takes the refund through these steps. */
async function giveBack(
  { make }: Writer,
  { id: payment_id }: Made,
  amount: number,
  ...steps: [name: string, body?: object][]
): Promise<string> {
  const { id } = await make('/v1/refunds', { payment_id, from: 'overpayment', amount })
  for (const [name, body] of steps) await make(`/v1/refunds/${id}/${name}`, body)
  return id
}

/** Refunds in each state: of unallocated money, of money that became credit, and of a payment reversed since. */
export async function makeReturns(to: Writer): Promise<void> {
  const { make } = to
  const { id: customer_id } = await make('/v1/customers', { name: 'Returned' })
  const receive = (amount: number, method: string) =>
    make('/v1/payments', { customer_id, amount, method })
  const paid = { paid_on: '2026-11-01', reference: 'E2E 8' }
  const waiting = await receive(5000, 'bank_transfer')
  await giveBack(to, waiting, 400)
  await giveBack(to, waiting, 500, ['succeed', paid])
  await giveBack(to, waiting, 600, ['fail'])
  await giveBack(to, waiting, 700, ['succeed', paid], ['fail', { failure_reason: 'Closed' }])
  await giveBack(to, waiting, 800, ['cancel'])
  const credit = await receive(900, 'cash')
  await make(`/v1/payments/${credit.id}/to_balance`, { amount: 850 })
  // 0.50 is unallocated, so 2.50 is taken from the credit.
  await giveBack(to, credit, 300, ['succeed', paid])
  const bounced = await receive(1000, 'cheque')
  await giveBack(to, bounced, 450, ['succeed'])
  const id = await giveBack(to, bounced, 150, ['succeed'])
  await make(`/v1/payments/${bounced.id}/reverse`)
  await make(`/v1/refunds/${id}/fail`, { failure_reason: 'Unknown account' })
}

/** Three customers to erase: the first two have finalized documents, the last has none. */
export async function makeErasable(to: Writer): Promise<[number, number, number]> {
  const known = async (name: string) => {
    const own = { name, email: `${name}@example.com`, external_id: `org_${name}` }
    const { id } = await to.make('/v1/customers', { ...ADA, ...own })
    const reason = `For ${name}`
    const metadata = { for: name }
    await to.make(`/v1/customers/${id}/credit_transactions`, { amount: '0.5', reason, metadata })
    const lines = { line_items: [line(1, 100)], notes: `To ${name}`, metadata }
    const finalized = await makeFinal(to, { customer_id: id, ...lines })
    const paid = {
      invoice_id: finalized.id,
      currency: 'cad',
      method: 'cheque',
      note: name,
      metadata,
    }
    const bounced = await to.make('/v1/payments', { ...paid, amount: 20 })
    await to.make(`/v1/payments/${bounced.id}/reverse`, { reason: `${name} said so` })
    await to.make('/v1/payments', { ...paid, amount: 50 })
    const twice = { customer_id: id, method: 'cheque', note: name, metadata, amount: 30 }
    await giveBack(to, await to.make('/v1/payments', twice), 30, ['succeed', { reference: name }])
    const failed = { failure_reason: `${name} moved` }
    await refund(to, finalized, 20, ['succeed', { reference: name }], ['fail', failed])
    return id
  }
  const unknown = await to.make('/v1/customers', { name: 'Passer' })
  const draft = await to.make('/v1/invoices', { customer_id: unknown.id, line_items: [line(1, 1)] })
  await to.make(`/v1/invoices/${draft.id}/void`)
  return [await known('Past'), await known('Forgotten'), unknown.id]
}

/** Endpoints that accept, refuse, are gone, deleted or silent; the returned function finishes the deliveries. */
export async function makeWebhooks(to: Writer, lifetime: Lifetime): Promise<() => Promise<void>> {
  const well = await startReceiver(lifetime)
  const left = await startReceiver(lifetime)
  well.answer = (_, response) => response.writeHead(200).end('Thanks')
  left.answer = 410
  const listen = (url: string, event: string) =>
    to.make('/v1/webhook_endpoints', {
      url,
      enabled_events: [event],
      description: `For ${event}`,
      metadata: { team: 'ops' },
    })
  const good = await listen(well.url, 'customer.*')
  await to.make(`/v1/webhook_endpoints/${good.id}/rotate_secret`, { overlap_hours: 24 })
  const gone = await listen(left.url, 'product.created')
  const silent = await listen('http://127.0.0.1:9/', 'product.*')
  const deleted = await listen(well.url, 'product.archived')
  await to.remove(`/v1/webhook_endpoints/${deleted.id}`)
  const all = async (more: string) => (await to.read(`/v1/webhook_deliveries?${more}`)).data
  return async () => {
    await until(
      'the one that is gone',
      async () => (await to.read(`/v1/webhook_endpoints/${gone.id}`)).status === 'disabled',
    )
    await until('an attempt in vain', async () =>
      (await all(`endpoint_id=${silent.id}`)).some((each: Made) => each.attempts_made > 0),
    )
    const [first] = (await all(`endpoint_id=${silent.id}&state=pending`)).toReversed()
    await to.make(`/v1/webhook_deliveries/${first.id}/skip`)
    await until('the next attempt in vain', async () =>
      (await all(`endpoint_id=${silent.id}&state=pending`)).some(
        (each: Made) => each.attempts_made > 0,
      ),
    )
    await to.make(`/v1/webhook_endpoints/${silent.id}/pause`)
    await until(
      'all that can be delivered',
      async () => (await all(`endpoint_id=${good.id}&state=pending`)).length === 0,
    )
  }
}

/** Creates a delivery that fails all attempts, which takes more than three days. */
export async function makeGivenUp(
  to: Writer,
  lifetime: Lifetime,
  pass: (ms: number) => void,
): Promise<void> {
  const sick = await startReceiver(lifetime)
  sick.answer = (_, response) => response.writeHead(500).end('Broken')
  const { id } = await to.make('/v1/webhook_endpoints', {
    url: sick.url,
    enabled_events: ['product.created'],
  })
  await to.make('/v1/products', { name: 'Given up' })
  for (let made = 1; ; made++) {
    const delivery = await until('an attempt', async () => {
      const [first] = (await to.read(`/v1/webhook_deliveries?endpoint_id=${id}`)).data
      return first?.attempts_made >= made && first
    })
    if (delivery.state === 'failed') break
    pass((ATTEMPT_WAITS_MS[made] as number) * 1.1 + 100)
  }
  await to.make(`/v1/webhook_endpoints/${id}/pause`)
}
