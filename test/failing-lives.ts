// Customers whose cards fail, and what they and the staff do: random acts over the API and the pages of the gateway.

import assert from 'node:assert/strict'
import type { Answer, Api } from './client.ts'
import { type Plan, ZONE } from './failing-laws.ts'
import { ACCOUNT, bodyOf, get, INVOICES, type Made, makeCustomer, PAYMENTS } from './fixtures.ts'
import { browse, CARD } from './online.ts'
import type { Random } from './random.ts'
import { SUBSCRIPTIONS } from './subscribed.ts'

/** In many lives, fewer cards are disputed: each open dispute is asked about daily, and every day is a step of the clock. */
const DISPUTED = process.env.SIMULATE_FAILING === undefined ? 4 : 1

/** Cards and accounts that can be saved. */
const SAVED = [
  ...[
    CARD.pays,
    CARD.pays,
    '5555555555554444',
    '4000002500003155',
    CARD.confirms,
    '4000008260003178',
  ],
  ...['4000000000000341', CARD.declinesLater, CARD.declinesLater, CARD.lostLater, CARD.lostAnswer],
  ...[CARD.refundsLater, CARD.refundFails, CARD.debit, CARD.failingDebit, CARD.bouncingDebit],
  ...Array.from({ length: DISPUTED }, () => CARD.disputed),
]
/** Cards that are entered on the page of an invoice. */
const ENTERED = [
  ...SAVED,
  ...[CARD.declined, CARD.poor, '4000000000009987', '4000000000009979', '4000000000000069'],
  '4000000000000119',
]
const SCRIPTED = [
  'succeed',
  'decline',
  'insufficient_funds',
  'requires_action',
  'processing',
  'lost',
]
const ENDS = ['past_due', 'pause', 'cancel', 'write_off']
/** Days of payment terms; the shortest make invoices overdue while a plan runs. */
const TERMS = [1, 5, 14, 90]

export interface Life {
  customer: number
  subscription: string
  random: Random
  story: string[]
}

export interface Stage {
  api: Api
  prices: string[]
}

export async function prepare(api: Api): Promise<Stage> {
  await bodyOf(
    api.patch(ACCOUNT, {
      body: { time_zone: ZONE, overpayment: 'balance', retry_plan: null, reminder_days: [1, 8] },
    }),
  )
  const product_id = (await bodyOf(api.post('/v1/products', { body: { name: 'Care plan' } }))).id
  const prices = [
    { unit_amount: 1900, interval: 'month' },
    { unit_amount: 7300, interval: 'month', interval_count: 3 },
    { unit_amount: 49_900, interval: 'year' },
  ].map(async (price) => {
    const body = { product_id, model: 'flat', ...price }
    return (await bodyOf(api.post('/v1/prices', { body }))).id as string
  })
  return { api, prices: await Promise.all(prices) }
}

export const drawPlan = ({ below, pick }: Random): Plan => {
  const days = new Set(Array.from({ length: 1 + below(4) }, () => 1 + below(12)))
  return {
    days: [...days].sort((a, b) => a - b),
    at_hour: below(2) === 0 ? null : below(24),
    end: pick(ENDS),
  }
}

export async function create(stage: Stage, random: Random): Promise<Life> {
  const { id } = await makeCustomer(stage.api, { email: 'pay@maple.example' })
  const life: Life = { customer: id, subscription: '', random, story: [] }
  await saveCard(stage, life)
  await subscribe(stage, life)
  return life
}

async function subscribe({ api, prices }: Stage, life: Life): Promise<void> {
  const { below, pick } = life.random
  // Most are billed at the same instants, since each step of the clock takes about 50 ms.
  const anchor = below(12) > 0 && { anchor: { day_of_month: pick([1, 11, 21]) } }
  const body = {
    customer_id: `cus_${life.customer}`,
    items: [{ price_id: pick(prices) }],
    ...{ collection: 'charge', payment_terms_days: pick(TERMS), ...anchor },
  }
  life.subscription = (await bodyOf(api.post(SUBSCRIPTIONS, { body }), 201)).id
}

/** The page at an address, by a process that runs. */
const at = (api: Api, url: string) => new URL(new URL(url).pathname, api.url).href

/** Enters a number on a page of the gateway, and confirms or refuses it if the bank asks. */
async function enter(api: Api, url: string, number: string, form: object, confirm: string) {
  const page = at(api, url)
  const { status } = await browse(page, { number, ...form })
  if (status !== 303) await browse(page, { confirm })
}

async function saveCard({ api }: Stage, { customer, random, story }: Life): Promise<void> {
  const number = random.pick(SAVED)
  story.push(`saves ${number}`)
  const { url, payment_method_id } = await bodyOf(
    api.post('/v1/payment_methods/setup', { body: { customer_id: `cus_${customer}` } }),
    200,
  )
  await enter(api, url, number, {}, 'yes')
  await bodyOf(api.post(`/v1/payment_methods/${payment_method_id}/default`), 200)
}

/** Notes the result of an act. The state of an object can forbid it. */
function allowed(life: Life, what: string, { status, text, body }: Answer): void {
  life.story.push(`${what}: ${status < 300 ? 'ok' : body.error.code}`)
  assert.ok(status < 300 || status === 409, `${what}: ${text}`)
}

type Act = (stage: Stage, life: Life) => Promise<unknown>

/** One of the last invoices that fits. */
async function drawInvoice({ api }: Stage, { customer, random }: Life, status: string) {
  const path = `${INVOICES}?customer_id=cus_${customer}&status=${status}&limit=5`
  const { data } = await get(api, path)
  return data.length > 0 ? random.pick<Made>(data) : undefined
}

const onInvoice =
  (status: string, act: (stage: Stage, life: Life, invoice: Made) => Promise<unknown>): Act =>
  async (stage, life) => {
    const invoice = await drawInvoice(stage, life, status)
    if (invoice) await act(stage, life, invoice)
  }
const UNPAID = 'posted,overdue'

const payOnPage: Act = onInvoice(UNPAID, async ({ api }, { random, story }, { id, hosted_url }) => {
  const number = random.pick(ENTERED)
  const { status, to } = await browse(`${at(api, hosted_url)}/pay`, {})
  story.push(`pays ${id} on the page with ${number}: ${status}`)
  const form = random.below(2) === 0 ? {} : { save: 'yes' }
  // Some leave the page open.
  if (to.includes('/simulated/') && random.below(6) > 0)
    await enter(api, to, number, form, random.below(4) === 0 ? 'no' : 'yes')
})

const transfer: Act = onInvoice(UNPAID, async ({ api }, life, invoice) => {
  const { id, amount_remaining } = invoice
  const part = life.random.below(3) === 0 ? 1 + life.random.below(amount_remaining) : 0
  const body = { invoice_id: id, amount: part || amount_remaining, method: 'bank_transfer' }
  allowed(life, `transfer ${body.amount} for ${id}`, await api.post(PAYMENTS, { body }))
})

const annul: Act = onInvoice(UNPAID, async ({ api }, life, { id }) =>
  allowed(life, `void ${id}`, await api.post(`${INVOICES}/${id}/void`)),
)

const writeOff: Act = onInvoice(UNPAID, async ({ api }, life, { id }) =>
  allowed(
    life,
    `write off ${id}`,
    await api.post(`${INVOICES}/${id}/write_off`, { body: { reason: 'Moved away' } }),
  ),
)

const credit: Act = onInvoice(UNPAID, async ({ api }, life, { id, total, amount_credited }) => {
  const amount = 1 + life.random.below(total - amount_credited)
  const body = { invoice_id: id, reason: 'goodwill', amount }
  allowed(life, `credit ${amount} of ${id}`, await api.post('/v1/credit_notes', { body }))
})

const refund: Act = onInvoice('paid', async ({ api }, life, { id, total, amount_credited }) => {
  const rest = total - amount_credited
  if (rest === 0) return
  const amount = life.random.below(2) === 0 ? rest : 1 + life.random.below(rest)
  const body = { invoice_id: id, reason: 'goodwill', amount, refund: amount }
  allowed(life, `refund ${amount} of ${id}`, await api.post('/v1/credit_notes', { body }))
})

/** Refunds money that paid no invoice, or makes a refund that failed again. */
const refundAgain: Act = async ({ api }, life) => {
  const { data } = await get(api, `/v1/refunds?customer_id=cus_${life.customer}&status=failed`)
  if (data.length > 0) {
    const { credit_note_id, payment_id } = life.random.pick<Made>(data)
    const body = { payment_id, ...(credit_note_id ? { credit_note_id } : { from: 'overpayment' }) }
    allowed(life, `refund ${payment_id} again`, await api.post('/v1/refunds', { body }))
  }
  const paid = await get(api, `${PAYMENTS}?customer_id=cus_${life.customer}&method=gateway`)
  const over = paid.data.find((each: Made) => each.to_balance > 0 && each.status === 'settled')
  if (!over) return
  const body = { payment_id: over.id, from: 'overpayment' }
  allowed(life, `refund what ${over.id} paid too much`, await api.post('/v1/refunds', { body }))
}

const drawMethod = async (
  { api }: Stage,
  { customer, random }: Life,
): Promise<string | undefined> => {
  const { data } = await get(api, `/v1/payment_methods?customer_id=cus_${customer}&status=active`)
  return data.length > 0 ? random.pick<Made>(data).id : undefined
}

const charge: Act = onInvoice(UNPAID, async (stage, life, { id }) => {
  const payment_method_id = await drawMethod(stage, life)
  const body = { payment_method_id }
  if (payment_method_id)
    allowed(life, `charge ${id}`, await stage.api.post(`${INVOICES}/${id}/pay`, { body }))
})

const script: Act = async (stage, life) => {
  const payment_method_id = await drawMethod(stage, life)
  const outcomes = life.random.some(SCRIPTED, 4)
  const body = { payment_method_id, outcomes }
  if (payment_method_id)
    allowed(life, `${outcomes}`, await stage.api.post('/v1/simulated_gateway/script', { body }))
}

const choose: Act = async (stage, life) => {
  const id = await drawMethod(stage, life)
  const verb = life.random.below(4) === 0 ? 'detach' : 'default'
  if (id) allowed(life, `${verb} ${id}`, await stage.api.post(`/v1/payment_methods/${id}/${verb}`))
}

/** Completes or cancels what waits for the customer. */
const answerBank: Act = async ({ api }, life) => {
  const path = `${PAYMENTS}?customer_id=cus_${life.customer}&status=requires_action`
  const [payment] = (await get(api, path)).data
  if (!payment) return
  const { id, action_url } = payment
  if (life.random.below(3) === 0)
    return allowed(life, `cancel ${id}`, await api.post(`${PAYMENTS}/${id}/cancel`))
  const confirm = life.random.below(3) === 0 ? 'no' : 'yes'
  life.story.push(`confirms ${id}: ${confirm}`)
  const page = at(api, action_url)
  await browse(page, { confirm })
}

/** Decides the oldest dispute that is open, as the bank does. */
const decideDispute: Act = async ({ api }, life) => {
  const path = `/v1/disputes?customer_id=cus_${life.customer}&status=needs_response`
  const { data } = await get(api, path)
  if (data.length === 0) return
  const { id } = data.at(-1)
  const status = life.random.pick(['won', 'lost'])
  const ended = await api.post(`/v1/simulated_gateway/disputes/${id}`, { body: { status } })
  allowed(life, `${id} is ${status}`, ended)
}

/** Subscribes again after an end, or cancels or resumes. */
const resubscribe: Act = async (stage, life) => {
  const { api } = stage
  const { status, pause } = await get(api, `${SUBSCRIPTIONS}/${life.subscription}`)
  if (status === 'canceled') return subscribe(stage, life)
  const verb = pause ? 'resume' : life.random.below(5) === 0 ? 'cancel' : undefined
  if (!verb) return
  const body = verb === 'cancel' ? { at: 'now' } : {}
  allowed(life, verb, await api.post(`${SUBSCRIPTIONS}/${life.subscription}/${verb}`, { body }))
}

const ACTS: Act[] = [
  ...[saveCard, payOnPage, payOnPage, charge, transfer, annul, writeOff, credit, refund, refund],
  ...[refundAgain, script, script, choose, answerBank, answerBank, resubscribe, resubscribe],
]

/** One to three acts in a row. Disputes are decided soon, since the gateway is asked about open ones daily. */
export const act: Act = async (stage, life) => {
  for (const each of life.random.some(ACTS, 3)) await each(stage, life)
  if (life.random.below(2) === 0) await decideDispute(stage, life)
}

/** Records a payout of a part of what the gateway has. */
export async function payOut({ api }: Stage, random: Random, balance: number): Promise<void> {
  if (balance <= 0) return
  const body = { amount: 1 + random.below(balance), currency: 'cad' }
  const { status, text } = await api.post('/v1/payouts', { body })
  // A payment can have bounced meanwhile.
  assert.ok(status === 201 || /payout_exceeds_balance/.test(text), text)
}

export const nameOf = (life: Life) => [`customer ${life.customer}`, ...life.story].join('\n  ')
