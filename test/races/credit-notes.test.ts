// Credit notes raced over two processes: an invoice is never credited beyond its lines, and credit notes, payments and
// voids have the same outcome as in some sequential order.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Answer } from '../client.ts'
import {
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  PAYMENTS,
} from '../fixtures.ts'
import { randomFrom } from '../random.ts'
import { countEnds, endOf, startPair, times } from './pair.ts'
import { SEED, sample } from './rounds.ts'

const NOTES = '/v1/credit_notes'
const RACES = sample(24)
const AT_ONCE = 8
const { below } = randomFrom(SEED)
const { w, by } = await startPair({ after }, { apart: true })
const { api } = w

const rate = await bodyOf(
  api.post('/v1/tax_rates', {
    body: { name: 'VAT', country: 'CA', percentage: '21', valid_from: '2020-01-01' },
  }),
)
/** 52.90 with 11.11 of tax: 64.01. */
const TOTAL = 6401
const line = {
  ...{ description: 'Seats', quantity: 1, unit_amount: 5290 },
  tax_rates: [rate.id],
}

async function makeOpen(customer: Made): Promise<Made> {
  const draft = await makeInvoice(api, { customer_id: customer.id, line_items: [line] })
  return bodyOf(api.post(`${INVOICES}/${draft.id}/finalize`), 200)
}
const note = (index: number, invoice: Made, body: object) =>
  by(index).post(NOTES, { body: { invoice_id: invoice.id, reason: 'goodwill', ...body } })
const ofLine = ({ line_items: [{ id }] }: Made, amount: number) => ({
  lines: [{ line_id: id, amount }],
})
const balanceOf = async ({ id }: Made): Promise<string> =>
  (await get(api, `/v1/customers/${id}`)).credit_balance

test('of twenty concurrent notes of 5.00 on an invoice of 52.90, ten are issued', async () => {
  for (let round = 0; round < sample(2); round++) {
    const invoice = await makeOpen(await makeCustomer(api))
    const answers = await times(20, (index) => note(index, invoice, ofLine(invoice, 500)))
    assert.deepEqual(countEnds(answers), { ok: 10, credit_exceeds_invoice: 10 })
    const notes = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    const taxes = notes.reduce((sum, { tax }) => sum + tax, 0)
    // 11.11 × 50.00 / 52.90 = 10.5009….
    assert.equal(taxes, 1050)
    const last = await bodyOf(note(round, invoice, ofLine(invoice, 290)), 201)
    assert.deepEqual([last.subtotal, last.tax, last.total], [290, 61, 351])
    const { status, amount_credited, amount_remaining } = await get(
      api,
      `${INVOICES}/${invoice.id}`,
    )
    assert.deepEqual([status, amount_credited, amount_remaining], ['paid', TOTAL, 0])
  }
  const { data } = await get(api, `${NOTES}?limit=100`)
  const numbers = data.map(({ number }: Made) => Number(number.slice('CN-'.length))).reverse()
  assert.deepEqual(
    numbers,
    numbers.map((_: number, index: number) => numbers[0] + index),
  )
})

test('of concurrent notes for the whole total, one is issued', async () => {
  const customer = await makeCustomer(api)
  const invoice = await makeOpen(customer)
  const ends = await times(20, (index) => note(index, invoice, { amount: TOTAL }))
  assert.deepEqual(countEnds(ends), { ok: 1, credit_exceeds_invoice: 19 })
})

test('a note voided by twenty concurrent requests is voided once', async () => {
  const customer = await makeCustomer(api)
  const invoice = await makeOpen(customer)
  const { id } = await bodyOf(note(0, invoice, { amount: TOTAL }), 201)
  const answers = await times(20, (index) => by(index).post(`${NOTES}/${id}/void`))
  assert.equal(countEnds(answers).ok, 1)
  for (const { status } of answers) assert.ok(status === 200 || status === 409)
  const { status, amount_credited } = await get(api, `${INVOICES}/${invoice.id}`)
  assert.deepEqual([status, amount_credited], ['posted', 0])
})

test('credit of a note is spent or taken back, never both', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < sample(10) || (seen.size < 2 && round < sample(60)); round++) {
    const customer = await makeCustomer(api)
    const invoice = await makeOpen(customer)
    const body = { invoice_id: invoice.id, amount: TOTAL, method: 'cash' }
    await bodyOf(api.post(PAYMENTS, { body }), 201)
    const { id, to_balance } = await bodyOf(note(round, invoice, { amount: 1000 }), 201)
    assert.equal(to_balance, 1000)
    const draft = await makeInvoice(api, { customer_id: customer.id, line_items: [line] })
    const cancel = () => by(round).post(`${NOTES}/${id}/void`)
    const spend = () => by(round + 1).post(`${INVOICES}/${draft.id}/finalize`)
    const early = round % 4 < 2 ? cancel() : undefined
    const spending = spend()
    const [voided, spent] = await Promise.all([early ?? cancel(), spending])
    const end = `${endOf(voided)} ${spent.body.credit_applied}`
    assert.ok(end === 'ok 0' || end === 'credit_note_used 1000', end)
    seen.add(end)
    assert.equal(await balanceOf(customer), '0.00000000')
  }
  assert.equal(seen.size, 2, 'each wins now and then')
})

const ACTS = ['note', 'pay', 'void', 'void_note'] as const
type Act = (typeof ACTS)[number]
/** The total of the first note, and of each of the others: all that the first one leaves. */
const FIRST = 2133
const REST = TOTAL - FIRST

interface State {
  isVoid: boolean
  paid: number
  /** The amount by which notes that are not void reduced the balance due. */
  first: number
  second: number
  balance: number
}
const START: State = { isVoid: false, paid: 0, first: FIRST, second: 0, balance: 0 }

const remainingOf = ({ isVoid, paid, first, second }: State) =>
  isVoid ? 0 : TOTAL - paid - first - second

/** Applies an act by the tables of the guide: whether it succeeds, and the state after it. */
function play(state: State, act: Act): State | undefined {
  const remaining = remainingOf(state)
  switch (act) {
    case 'note': {
      if (state.isVoid) return undefined
      const second = Math.min(remaining, REST)
      return { ...state, second, balance: REST - second }
    }
    case 'pay':
      return REST > remaining ? undefined : { ...state, paid: REST }
    case 'void': {
      const isFree = state.paid + state.first + state.second + state.balance === 0
      return isFree ? { ...state, isVoid: true } : undefined
    }
    case 'void_note':
      return { ...state, first: 0 }
  }
}

function endings(state: State, open: readonly Act[], isOk: Record<Act, boolean>): State[] {
  if (open.length === 0) return [state]
  return open.flatMap((act) => {
    const after = play(state, act)
    if ((after !== undefined) !== isOk[act]) return []
    const others = open.filter((other) => other !== act)
    return endings(after ?? state, others, isOk)
  })
}

const REFUSALS: Record<Act, string[]> = {
  note: ['invoice_not_creditable'],
  pay: ['payment_exceeds_amount_due', 'invoice_not_payable'],
  void: ['invoice_has_payments', 'invoice_has_credit_notes'],
  void_note: [],
}
const ways = new Map<string, number>()

async function race(): Promise<void> {
  const customer = await makeCustomer(api)
  const invoice = await makeOpen(customer)
  const first = await bodyOf(note(0, invoice, ofLine(invoice, 1763)), 201)
  assert.equal(first.total, FIRST)
  const sendAct = (act: Act): Promise<Answer> => {
    const server = below(2)
    const body = { invoice_id: invoice.id, amount: REST, method: 'cash' }
    if (act === 'note') return note(server, invoice, { amount: REST })
    if (act === 'pay') return by(server).post(PAYMENTS, { body })
    if (act === 'void') return by(server).post(`${INVOICES}/${invoice.id}/void`)
    return by(server).post(`${NOTES}/${first.id}/void`)
  }
  const order = ACTS.map((act) => [below(1_000), act] as const).sort(([a], [b]) => a - b)
  const sent = order.map(async ([, act]) => [act, await sendAct(act)] as const)
  const answers = await Promise.all(sent)
  for (const [act, answer] of answers)
    if (answer.status >= 300) assert.ok(REFUSALS[act].includes(endOf(answer)), answer.text)
  const isOk = Object.fromEntries(
    answers.map(([act, { status }]) => [act, status < 300]),
  ) as Record<Act, boolean>
  const what = JSON.stringify(isOk)
  ways.set(what, (ways.get(what) ?? 0) + 1)
  const now = await get(api, `${INVOICES}/${invoice.id}`)
  const left = {
    status: now.status,
    sums: [now.amount_paid, now.amount_credited, now.amount_remaining],
    balance: await balanceOf(customer),
  }
  const legal = endings(START, ACTS, isOk).map((state) => ({
    status: state.isVoid ? 'void' : remainingOf(state) === 0 ? 'paid' : 'posted',
    sums: [state.paid, state.first + state.second, remainingOf(state)],
    balance: `${(state.balance / 100).toFixed(2)}000000`,
  }))
  assert.ok(
    legal.some((state) => JSON.stringify(state) === JSON.stringify(left)),
    `${what} left ${JSON.stringify(left)}, but could leave ${JSON.stringify(legal)}`,
  )
}

test(`a note, a payment and two voids of ${RACES} invoices match one sequential order (seed ${SEED})`, async (t) => {
  for (let done = 0; done < RACES; done += AT_ONCE)
    await times(Math.min(AT_ONCE, RACES - done), () => race())
  t.diagnostic(`${ways.size} ways to end: ${JSON.stringify(Object.fromEntries(ways))}`)
  assert.ok(ways.size >= 2, 'the races ended in different ways')
})
