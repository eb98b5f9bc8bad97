// The books that forgeries are tried on: three months of a live environment, created over HTTP.

import { bodyOf, get, type Made } from './fixtures.ts'
import { until } from './harness.ts'
import { type MailWorld, mailWorld } from './mails.ts'
import type { MovingClock } from './moving-clock.ts'
import { startReceiver } from './receiver.ts'

export interface Books {
  w: MailWorld
  /** The created objects by their names here, as last returned. */
  made: Record<string, Made>
}

type Lifetime = Parameters<typeof mailWorld>[0]

const SECOND = 1000
const DAY = 86_400_000
const BEGAN = Date.parse('2026-01-05T15:00:00.000Z')

const SELLER = {
  legal_name: 'Nordlicht Ltd.',
  address_line1: '12 Water Street',
  city: 'Halifax',
  country: 'CA',
  time_zone: 'America/Toronto',
  email: 'billing@nordlicht.example',
  reply_to: 'billing@nordlicht.example',
  reminder_days: [-3, 5],
  payment_instructions: { bank_transfer: 'Institution 001, account 1234567' },
}

/** Moved by the test only, so that every request has its own second. */
function slowClock(): MovingClock {
  let now = BEGAN
  return {
    now: () => now,
    move(ms) {
      now += ms
    },
  }
}

/** Sends requests one at a time, and waits until no work is pending before the clock moves. */
class Hand {
  readonly made: Record<string, Made> = {}
  readonly w: MailWorld
  private deeds = 0
  constructor(w: MailWorld) {
    this.w = w
  }
  send(method: string, path: string, body?: object, key = this.w.keys.live): Promise<Made> {
    this.w.clock.move(SECOND, { after: () => undefined })
    const headers = { 'idempotency-key': `deed-${++this.deeds}` }
    return bodyOf(this.w.api.send(method, path, { body, key, headers }))
  }
  post = (path: string, body?: object) => this.send('POST', path, body)
  async make(name: string, path: string, body: object): Promise<Made> {
    this.made[name] = await this.post(path, body)
    return this.made[name]
  }
  draft(name: string, customer: string, quantity: number, unit_amount: number, more = {}) {
    const line = { description: 'Seats', quantity, unit_amount, product_id: this.made.seat.id }
    const extra = { description: 'Set-up', quantity: 1, unit_amount: 500 }
    const customer_id = this.made[customer].id
    return this.make(name, '/v1/invoices', { customer_id, line_items: [line, extra], ...more })
  }
  async finalize(...[name, ...rest]: Parameters<Hand['draft']>): Promise<void> {
    const { id } = await this.draft(name, ...rest)
    await this.make(name, `/v1/invoices/${id}/finalize`, {})
  }
  pay(name: string, invoice: string, amount: number, more = {}) {
    const { id, currency } = this.made[invoice]
    const how = { method: 'bank_transfer', reference: 'E2E 4711' }
    return this.make(name, '/v1/payments', { invoice_id: id, amount, currency, ...how, ...more })
  }
  grant(name: string, customer: string, amount: string) {
    const path = `/v1/customers/${this.made[customer].id}/credit_transactions`
    return this.make(name, path, { amount, reason: 'Goodwill' })
  }
  /** Moves the clock by days once nothing is pending, and waits for what falls due. */
  async sleep(days: number): Promise<void> {
    await this.rest()
    this.w.clock.move(days * DAY, { after: () => undefined })
    await this.rest()
  }
  rest(): Promise<unknown> {
    const now = new Date(this.w.clock.now())
    return until('the world to be at rest', async () => {
      const [row] = await this.w.sql<{ busy: boolean }>(
        `select exists (select from emails where status = 'pending')
           or exists (select from webhook_deliveries where state = 'pending')
           or exists (select from invoices where status in ('posted', 'overdue') and reminder_at <= $1)
           or exists (select from invoices where status = 'posted' and overdue_at <= $1)
           or exists (select from webhook_endpoints p join environment_counters c
             using (environment_id) where p.status = 'enabled'
             and p.cursor_sequence < c.event_sequence) as busy`,
        [now],
      )
      return row?.busy === false
    })
  }
}

async function january(hand: Hand, hooks: string): Promise<void> {
  await hand.send('PATCH', '/v1/account', SELLER)
  await hand.make('hook', '/v1/webhook_endpoints', { url: hooks, enabled_events: ['*'] })
  await hand.make('seat', '/v1/products', { name: 'Seat', description: 'One seat' })
  await hand.make('spare', '/v1/products', { name: 'Spare', description: 'As new' })
  const address = { address_line1: '1 Elm Street', city: 'Ottawa', phone: '+1 613 555 0100' }
  for (const [name, contact] of [
    ['maple', 'Ada'],
    ['birch', 'Bo'],
    ['cedar', 'Cy'],
    ['leaver', 'Lou'],
    ['drifter', 'Di'],
  ] as const) {
    const email = `${contact.toLowerCase()}@${name}.example`
    await hand.make(name, '/v1/customers', {
      name: `${name} Inc.`,
      contact_name: contact,
      email,
      ...address,
    })
  }
  await hand.send('DELETE', `/v1/customers/${hand.made.leaver.id}`)
  await hand.finalize('twin_maple', 'maple', 3, 1999)
  await hand.finalize('twin_birch', 'birch', 3, 1999)
  await hand.pay('paid_maple', 'twin_maple', 6497)
  await hand.finalize('voided', 'maple', 2, 800)
  await hand.post(`/v1/invoices/${hand.made.voided.id}/void`)
  await hand.finalize('late', 'birch', 4, 2500)
  await hand.finalize('closing', 'cedar', 7, 1100, { notes: 'Order 17' })
  await hand.grant('granted', 'cedar', '25.00')
}

async function february(hand: Hand): Promise<void> {
  await hand.finalize('credited', 'cedar', 1, 1200)
  await hand.pay('part', 'late', 3000, { method: 'cash', note: 'At the counter' })
  const bank = { payment_instructions: { bank_transfer: 'Institution 002, account 7654321' } }
  await hand.send('PATCH', '/v1/account', bank)
  await hand.finalize('dollars', 'maple', 2, 4500, { currency: 'usd', due_date: '2026-06-30' })
  await hand.finalize('bounced', 'birch', 5, 900)
  await hand.pay('returned', 'bounced', 5000)
  const { id } = hand.made.returned
  await hand.make('returned', `/v1/payments/${id}/reverse`, { reason: 'Bounced' })
  await hand.draft('draft', 'maple', 1, 100)
  await hand.draft('dropped', 'birch', 1, 200)
  await hand.post(`/v1/invoices/${hand.made.dropped.id}/void`)
  await hand.send('PATCH', `/v1/customers/${hand.made.maple.id}`, { phone: '+1 613 555 0199' })
}

async function march(hand: Hand): Promise<void> {
  await hand.pay('counter', 'closing', 5000, { method: 'cash' })
  await hand.finalize('fresh', 'maple', 6, 1500)
  await notes(hand)
  await refunds(hand)
  await hand.finalize('last', 'maple', 2, 3100)
  await hand.grant('thanks', 'maple', '10.00')
  await hand.send('PATCH', `/v1/products/${hand.made.spare.id}`, { description: 'Like new' })
}

/** An invoice that three credit notes credit almost entirely. */
async function notes(hand: Hand): Promise<void> {
  const vat = { name: 'VAT', country: 'CA', percentage: '21', valid_from: '2020-01-01' }
  const rate = await hand.make('vat', '/v1/tax_rates', vat)
  const line = { description: 'Seats', quantity: 10, unit_amount: 529, tax_rates: [rate.id] }
  await hand.finalize('noted', 'birch', 0, 0, { line_items: [line] })
  const { id: invoice_id, line_items } = hand.made.noted
  const [{ id: line_id }] = line_items
  const note = (name: string, what: object) =>
    hand.make(name, '/v1/credit_notes', {
      ...{ invoice_id, reason: 'other', lines: [{ line_id, ...what }] },
    })
  await note('first_note', { amount: 1763 })
  await note('second_note', { amount: 1763 })
  await note('units_note', { quantity: '2' })
}

/** An invoice with two payments, a refund that was paid and one that is pending. */
async function refunds(hand: Hand): Promise<void> {
  await hand.finalize('repaid', 'birch', 4, 2500)
  await hand.pay('repaid_cash', 'repaid', 4000, { method: 'cash' })
  await hand.pay('repaid_wire', 'repaid', 6500)
  const refund = async (name: string, amount: number) => {
    const { id: invoice_id } = hand.made.repaid
    const asked = { invoice_id, reason: 'goodwill', amount, refund: amount }
    const { id } = await hand.make(`${name}_note`, '/v1/credit_notes', asked)
    const { data } = await hand.send('GET', `/v1/refunds?credit_note_id=${id}`)
    hand.made[`${name}_refund`] = data[0]
    return data[0].id
  }
  const paid = { reference: 'E2E 4712' }
  const id = await refund('repaid', 2000)
  await hand.make('repaid_refund', `/v1/refunds/${id}/succeed`, paid)
  await refund('waiting', 1000)
  await returns(hand)
}

/** Money that pays no invoice, some of it refunded, and some still to be refunded. */
async function returns(hand: Hand): Promise<void> {
  const how = { method: 'bank_transfer', reference: 'E2E 4713', amount: 5000 }
  const money = { customer_id: hand.made.birch.id, currency: 'cad', ...how }
  const { id: payment_id } = await hand.make('spare_wire', '/v1/payments', money)
  const from = { payment_id, from: 'overpayment' }
  const { id } = await hand.make('spare_refund', '/v1/refunds', { ...from, amount: 1200 })
  await hand.make('spare_refund', `/v1/refunds/${id}/succeed`, { reference: 'E2E 4714' })
  await hand.make('spare_pending', '/v1/refunds', { ...from, amount: 700 })
}

/** Creates them. Forgeries are rolled back, so each of them starts with the same books. */
export async function makeBooks(lifetime: Lifetime): Promise<Books> {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  const w = await mailWorld(lifetime, { settings }, slowClock())
  const receiver = await startReceiver(lifetime)
  const hand = new Hand(w)
  await january(hand, receiver.url)
  await hand.sleep(30)
  await february(hand)
  await hand.sleep(30)
  await march(hand)
  await hand.rest()
  for (const [name, { id }] of Object.entries(hand.made)) {
    if (String(id).startsWith('inv_')) {
      hand.made[name] = await get(w.api, `/v1/invoices/${id}`, w.live)
    }
  }
  return { w, made: hand.made }
}
