// Concurrent finalize, void, PATCH and pay of one invoice over two processes: responses, invoice and events match some
// order of the four.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Answer } from '../client.ts'
import { get, INVOICES, type Made, makeCustomer, makeInvoice, PAYMENTS } from '../fixtures.ts'
import { randomFrom } from '../random.ts'
import { endOf, startPair, times } from './pair.ts'
import { SEED, sample } from './rounds.ts'

const INVOICES_RACED = sample(24)
const AT_ONCE = 12
const { below } = randomFrom(SEED)

const { w, by } = await startPair({ after }, { apart: true })
const { api } = w

const ACTS = ['finalize', 'void', 'patch', 'pay'] as const
type Act = (typeof ACTS)[number]
interface State {
  status: string
  paid: number
  notes: string
  events: string[]
}

/** 3 × 19.99, by hand. */
const TOTAL = 5997
const PART = 1000

/** Applies an act to an invoice by the table of contract 6: how it ends, and the state after it. */
function play(state: State, act: Act): [end: string, after: State] {
  const { status, paid, events } = state
  const ok = (event: string, more: Partial<State>): [string, State] => [
    'ok',
    { ...state, ...more, events: [...events, event] },
  ]
  switch (act) {
    case 'finalize':
      if (status !== 'draft') return ['invoice_not_draft', state]
      return ok('invoice.finalized', { status: 'posted' })
    case 'patch':
      if (status !== 'draft') return ['invoice_not_draft', state]
      return ok('invoice.updated', { notes: 'Changed' })
    case 'void':
      if (paid > 0) return ['invoice_has_payments', state]
      return ok('invoice.voided', { status: 'void' })
    case 'pay':
      if (status !== 'posted') return ['invoice_not_payable', state]
      return paid > 0
        ? ['payment_exceeds_amount_due', state]
        : ok('invoice.paid', { status: 'paid', paid: TOTAL })
  }
}

/** All states in which acts with these ends can leave an invoice, in any order. */
function endings(state: State, open: readonly Act[], ends: Record<Act, string>): State[] {
  if (open.length === 0) return [state]
  return open.flatMap((act) => {
    const [end, after] = play(state, act)
    if (end !== ends[act]) return []
    const others = open.filter((other) => other !== act)
    return endings(after, others, ends)
  })
}

/** Creates the invoice to race on: a draft, a posted or a partially paid one. */
async function begin(customer_id: string, kind: number): Promise<[Made, State]> {
  const draft = await makeInvoice(api, { customer_id })
  const state = { status: 'draft', paid: 0, notes: '', events: ['invoice.created'] }
  if (kind < 3) return [draft, state]
  const finalized = await api.post(`${INVOICES}/${draft.id}/finalize`)
  state.status = 'posted'
  state.events.push('invoice.finalized')
  if (kind < 5) return [finalized.body, state]
  const body = { invoice_id: draft.id, amount: PART, currency: 'cad', method: 'cash' }
  await api.post(PAYMENTS, { body })
  return [draft, { ...state, paid: PART, events: [...state.events, 'invoice.partially_paid'] }]
}

const sendAct = (act: Act, { id }: Made): Promise<Answer> => {
  const path = `${INVOICES}/${id}`
  const server = by(below(2))
  if (act === 'patch') return server.patch(path, { body: { notes: 'Changed' } })
  if (act !== 'pay') return server.post(`${path}/${act}`)
  const body = { invoice_id: id, amount: TOTAL, currency: 'cad', method: 'card' }
  return server.post(PAYMENTS, { body })
}

const EVENT_OF = {
  finalize: 'invoice.finalized',
  void: 'invoice.voided',
  patch: 'invoice.updated',
} as const

const seen = new Map<string, number>()

async function race(customer_id: string, kind: number): Promise<void> {
  const [invoice, start] = await begin(customer_id, kind)
  const order = ACTS.map((act) => [below(1_000), act] as const).sort(([a], [b]) => a - b)
  const sent = order.map(async ([, act]) => [act, await sendAct(act, invoice)] as const)
  const answers = Object.fromEntries(await Promise.all(sent)) as Record<Act, Answer>
  const ends = Object.fromEntries(ACTS.map((act) => [act, endOf(answers[act])])) as Record<
    Act,
    string
  >
  const what = `${start.status} ${start.paid}: ${JSON.stringify(ends)}`
  seen.set(what, (seen.get(what) ?? 0) + 1)
  const { status, amount_paid, notes, ...now } = await get(api, `${INVOICES}/${invoice.id}`)
  const feed = await get(api, `/v1/events?object_id=${invoice.id}&limit=100`)
  const left = { status, paid: amount_paid, notes, events: feed.data.map(({ type }: Made) => type) }
  const legal = endings(start, ACTS, ends)
  assert.ok(
    legal.some((state) => JSON.stringify(state) === JSON.stringify(left)),
    `${what} left ${JSON.stringify(left)}, but could leave ${JSON.stringify(legal)}`,
  )
  const finalized = left.events.includes('invoice.finalized')
  assert.equal(now.number.startsWith('INV-9'), !finalized, 'only finalize takes a number')
  // Each acknowledged response is exactly the object of its event in the feed.
  for (const [act, type] of Object.entries(EVENT_OF) as [keyof typeof EVENT_OF, string][]) {
    if (ends[act] !== 'ok') continue
    const matching = feed.data.filter((event: Made) => event.type === type)
    assert.equal(JSON.stringify(matching[0].data.object), answers[act].text, `${act}: ${what}`)
  }
  await assertPayments(invoice, start, answers.pay)
}

async function assertPayments({ id }: Made, start: State, paid: Answer): Promise<void> {
  const { data } = await get(api, `${PAYMENTS}?invoice_id=${id}`)
  const amounts = data.map(({ amount }: Made) => amount)
  const ok = paid.status === 201
  assert.deepEqual(amounts, [...(ok ? [TOTAL] : []), ...(start.paid > 0 ? [PART] : [])])
  if (!ok) return
  const events = await get(api, `/v1/events?object_id=${paid.body.id}`)
  const shown = events.data.map(({ type, data }: Made) => [type, JSON.stringify(data.object)])
  assert.deepEqual(shown, [['payment.created', paid.text]])
}

test(`${INVOICES_RACED} invoices, four acts on each, match one sequential order (seed ${SEED})`, async (t) => {
  const { id } = await makeCustomer(api)
  for (let done = 0; done < INVOICES_RACED; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, INVOICES_RACED - done)
    await times(count, () => race(`cus_${id}`, below(6)))
  }
  t.diagnostic(`${seen.size} ways to end: ${JSON.stringify(Object.fromEntries(seen))}`)
  const raced = [...seen.values()].reduce((sum, count) => sum + count, 0)
  assert.equal(raced, INVOICES_RACED)
  assert.ok(seen.size >= 6, 'the races ended in different ways')
})
