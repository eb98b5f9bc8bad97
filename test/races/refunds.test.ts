// Refunds and allocations raced over two processes: they never exceed the refund amount of the note or the payment; and
// steps, notes, moves, reversals and voids have the same outcome as in some sequential order.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Answer } from '../client.ts'
import {
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  PAYMENTS,
} from '../fixtures.ts'
import { randomFrom } from '../random.ts'
import { countEnds, endOf, startPair, times } from './pair.ts'
import { SEED, sample } from './rounds.ts'

const NOTES = '/v1/credit_notes'
const REFUNDS = '/v1/refunds'
const RACES = sample(24)
const AT_ONCE = 8
const { below } = randomFrom(SEED)
const { w, by } = await startPair({ after }, { apart: true })
const { api } = w

const TOTAL = 6401
const line_items = [{ description: 'Seats', quantity: 1, unit_amount: TOTAL }]

/** A paid invoice, and a note for an amount with its only refund. */
async function refunding(amount: number, ...parts: number[]) {
  const invoice = await makeFinalized(api, { line_items })
  const payments: Made[] = []
  for (const part of parts.length > 0 ? parts : [TOTAL]) {
    const body = { invoice_id: invoice.id, amount: part, method: 'cash' }
    payments.push(await bodyOf(api.post(PAYMENTS, { body }), 201))
  }
  const note = await bodyOf(issue(0, invoice, amount), 201)
  const { data: refunds } = await get(api, `${REFUNDS}?credit_note_id=${note.id}`)
  return { invoice, payments, note, refunds: refunds as Made[], refund: refunds[0] as Made }
}

const issue = (index: number, { id }: Made, amount: number) =>
  by(index).post(NOTES, {
    body: { invoice_id: id, reason: 'goodwill', amount, refund: amount },
  })
const act = (index: number, { id }: Made, step: string) =>
  by(index).post(`${REFUNDS}/${id}/${step}`)
const again = (index: number, note: Made, payment: Made, amount?: number) =>
  by(index).post(REFUNDS, {
    body: { credit_note_id: note.id, payment_id: payment.id, ...(amount && { amount }) },
  })
const sumOf = (refunds: Made[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

test('concurrent refunds of the same remainder never exceed the refund amount of the note', async () => {
  for (let round = 0; round < sample(2); round++) {
    const { payments, note, refund } = await refunding(5000)
    await bodyOf(act(round, refund, 'cancel'), 200)
    const [payment] = payments
    const answers = await times(10, (index) => again(index, note, payment, 2000))
    assert.deepEqual(countEnds(answers), { ok: 2, refund_exceeds_credit_note: 8 })
    const rest = await times(6, (index) => again(index, note, payment))
    assert.deepEqual(countEnds(rest), { ok: 1, refund_exceeds_credit_note: 5 })
    const { data } = await get(api, `${REFUNDS}?credit_note_id=${note.id}&status=pending`)
    assert.equal(sumOf(data), 5000)
  }
})

test('concurrent refunds of one payment never exceed the payment', async () => {
  for (let round = 0; round < sample(2); round++) {
    const { payments, note, refunds } = await refunding(TOTAL, 4401, 2000)
    for (const refund of refunds) await bodyOf(act(round, refund, 'cancel'), 200)
    const answers = await times(10, (index) => again(index, note, payments[0], 2000))
    assert.deepEqual(countEnds(answers), { ok: 2, refund_exceeds_payment: 8 })
  }
})

test('concurrent notes on an invoice paid in part by credit never refund more than the money received', async () => {
  for (let round = 0; round < sample(2); round++) {
    const { id: customer_id } = await makeCustomer(api)
    const credit = { body: { amount: '20' } }
    await bodyOf(api.post(`/v1/customers/${customer_id}/credit_transactions`, credit), 201)
    const invoice = await makeFinalized(api, { customer_id, line_items })
    // 64.01 less 20.00 of credit.
    const body = { invoice_id: invoice.id, amount: 4401, method: 'cash' }
    await bodyOf(api.post(PAYMENTS, { body }), 201)
    const answers = await times(4, (index) => issue(index, invoice, 1600))
    assert.deepEqual(countEnds(answers), { ok: 2, refund_exceeds_payment: 2 })
  }
})

/** The rules of a race: acts on a state, and the view of a client of the state. */
interface Rules<State, Act extends string> {
  acts: readonly Act[]
  start: State
  /** The state after an act, if it succeeds. */
  play(state: State, act: Act): State | undefined
  seen(state: State): object
}

function endings<State, Act extends string>(
  { acts, start, play, seen }: Rules<State, Act>,
  isOk: Record<Act, boolean>,
): object[] {
  const from = (state: State, open: readonly Act[]): object[] => {
    if (open.length === 0) return [seen(state)]
    return open.flatMap((act) => {
      const next = play(state, act)
      if ((next !== undefined) !== isOk[act]) return []
      return from(
        next ?? state,
        open.filter((other) => other !== act),
      )
    })
  }
  return from(start, acts)
}

/** Sends the acts in a random order, and compares the result with every order of those that succeeded. */
async function race<State, Act extends string>(
  rules: Rules<State, Act>,
  ways: Map<string, number>,
  { send, look }: { send(act: Act): Promise<Answer>; look(): Promise<object> },
): Promise<void> {
  const order = rules.acts.map((each) => [below(1_000), each] as const).sort(([a], [b]) => a - b)
  const answers = await Promise.all(
    order.map(async ([, each]) => [each, await send(each)] as const),
  )
  for (const [, answer] of answers)
    assert.ok(answer.status < 300 || answer.status === 409 || answer.status === 400, answer.text)
  const isOk = Object.fromEntries(
    answers.map(([each, { status }]) => [each, status < 300]),
  ) as Record<Act, boolean>
  const what = JSON.stringify(answers.map(([each, answer]) => `${each} ${endOf(answer)}`).sort())
  ways.set(what, (ways.get(what) ?? 0) + 1)
  const left = JSON.stringify(await look())
  const legal = endings(rules, isOk).map((each) => JSON.stringify(each))
  assert.ok(legal.includes(left), `${what} left ${left}, but could leave ${legal.join(' or ')}`)
}

/** Plays all races, a few at a time. They must not all end in the same way. */
async function playAll(
  t: test.TestContext,
  ways: Map<string, number>,
  play: () => Promise<void>,
): Promise<void> {
  for (let done = 0; done < RACES; done += AT_ONCE)
    await times(Math.min(AT_ONCE, RACES - done), () => play())
  t.diagnostic(`${ways.size} ways to end: ${JSON.stringify(Object.fromEntries(ways))}`)
  assert.ok(ways.size >= 2, 'the races ended in different ways')
}

interface Step {
  status: string
  wasPaid: boolean
  isMoved: boolean
}
const STEPS: Rules<Step, 'succeed' | 'fail' | 'cancel' | 'to_balance'> = {
  acts: ['succeed', 'fail', 'cancel', 'to_balance'],
  start: { status: 'pending', wasPaid: false, isMoved: false },
  play(state, step) {
    const { status, isMoved } = state
    if (isMoved) return undefined
    switch (step) {
      case 'succeed':
        return status === 'pending' ? { ...state, status: 'succeeded', wasPaid: true } : undefined
      case 'fail':
        return ['pending', 'succeeded'].includes(status)
          ? { ...state, status: 'failed' }
          : undefined
      case 'cancel':
        return status === 'pending' ? { ...state, status: 'canceled' } : undefined
      case 'to_balance':
        if (status === 'succeeded') return undefined
        return { ...state, status: status === 'pending' ? 'canceled' : status, isMoved: true }
    }
  },
  seen: (state) => ({ ...state, balance: state.isMoved ? '10.00000000' : '0.00000000' }),
}

test(`four steps of ${RACES} refunds match one sequential order (seed ${SEED})`, async (t) => {
  const ways = new Map<string, number>()
  const play = async () => {
    const { refund, note } = await refunding(1000)
    await race(STEPS, ways, {
      send: (step) => act(below(2), refund, step),
      async look() {
        const now = await get(api, `${REFUNDS}/${refund.id}`)
        const customer = await get(api, `/v1/customers/${note.customer_id}`)
        return {
          ...{ status: now.status, wasPaid: now.succeeded_at !== null },
          ...{ isMoved: now.moved_to_balance_at !== null, balance: customer.credit_balance },
        }
      },
    })
  }
  await playAll(t, ways, play)
})

/** The refund amount of the first note, and of each of the others: all that the first one leaves. */
const FIRST = 2133
const REST = TOTAL - FIRST

interface Money {
  isPaid: boolean
  isVoid: boolean
  noted: number
  again: number
}
const MONEY: Rules<Money, 'note' | 'twin' | 'again' | 'reverse' | 'void_note'> = {
  acts: ['note', 'twin', 'again', 'reverse', 'void_note'],
  start: { isPaid: true, isVoid: false, noted: 0, again: 0 },
  play(state, each) {
    const { isPaid, isVoid, noted, again: more } = state
    switch (each) {
      case 'note':
      case 'twin':
        // A note on a reopened invoice settles it, and leaves nothing to refund.
        return isPaid && noted === 0 ? { ...state, noted: REST } : undefined
      case 'again':
        return isPaid && !isVoid ? { ...state, again: FIRST } : undefined
      case 'reverse':
        // Refunds of the payment that are still pending would pay back money that never arrived.
        return noted + more === 0 ? { ...state, isPaid: false } : undefined
      case 'void_note':
        return state.again === 0 ? { ...state, isVoid: true } : undefined
    }
  },
  seen: ({ isPaid, isVoid, noted, again: more }) => ({
    first: isVoid ? 'void' : 'issued',
    sums: isPaid ? [TOTAL, 0, 0] : [0, 0, TOTAL],
    status: isPaid ? 'paid' : 'posted',
    pending: noted + more,
    balance: '0.00000000',
  }),
}

test(`notes with refunds, a reversal and a void of ${RACES} payments match one sequential order (seed ${SEED})`, async (t) => {
  const ways = new Map<string, number>()
  const play = async () => {
    const { invoice, payments, note, refund } = await refunding(FIRST)
    const [payment] = payments
    await bodyOf(act(0, refund, 'cancel'), 200)
    await race(MONEY, ways, {
      send(each) {
        const server = below(2)
        if (each === 'again') return again(server, note, payment)
        if (each === 'reverse') return by(server).post(`${PAYMENTS}/${payment.id}/reverse`)
        if (each === 'void_note') return by(server).post(`${NOTES}/${note.id}/void`)
        return issue(server, invoice, REST)
      },
      async look() {
        const now = await get(api, `${INVOICES}/${invoice.id}`)
        const { data } = await get(api, `${REFUNDS}?invoice_id=${invoice.id}&status=pending`)
        const customer = await get(api, `/v1/customers/${note.customer_id}`)
        return {
          first: (await get(api, `${NOTES}/${note.id}`)).status,
          sums: [now.amount_paid, now.amount_credited, now.amount_remaining],
          ...{ status: now.status, pending: sumOf(data), balance: customer.credit_balance },
        }
      },
    })
  }
  await playAll(t, ways, play)
})

/** Money of a customer who has this many invoices over 64.01. */
async function receive(amount: number, invoices: number, paid: number[] = []) {
  const { id: customer_id } = await makeCustomer(api)
  const bills: Made[] = []
  for (let made = 0; made < invoices; made++)
    bills.push(await makeFinalized(api, { customer_id, line_items }))
  const allocations = paid.map((part, at) => ({ invoice_id: bills[at].id, amount: part }))
  const body = { customer_id, amount, method: 'cash', allocations }
  return { customer_id, bills, payment: await bodyOf(api.post(PAYMENTS, { body }), 201) }
}

const move = (
  index: number,
  { id }: Made,
  verb: string,
  { id: invoice_id }: Made,
  amount: number,
) =>
  by(index).post(`${PAYMENTS}/${id}/${verb}`, { body: { allocations: [{ invoice_id, amount }] } })

test('concurrent allocations of one payment never exceed the payment', async () => {
  for (let round = 0; round < sample(2); round++) {
    const { bills, payment } = await receive(6100, 3)
    const answers = await times(8, (index) =>
      move(index, payment, 'allocate', bills[index % 3], 2000),
    )
    assert.deepEqual(countEnds(answers), { ok: 3, allocation_exceeds_payment: 5 })
    const { unallocated, allocations } = await get(api, `${PAYMENTS}/${payment.id}`)
    assert.deepEqual([unallocated, sumOf(allocations)], [100, 6000])
  }
})

test('payments allocated concurrently to an invoice never exceed its balance due', async () => {
  for (let round = 0; round < sample(2); round++) {
    const { customer_id, bills } = await receive(1, 1)
    const payments = await times(5, () =>
      bodyOf(api.post(PAYMENTS, { body: { customer_id, amount: 4000, method: 'cash' } }), 201),
    )
    const answers = await times(5, (index) =>
      move(index, payments[index], 'allocate', bills[0], 3000),
    )
    assert.deepEqual(countEnds(answers), { ok: 2, payment_exceeds_amount_due: 3 })
    const invoice = await get(api, `${INVOICES}/${bills[0].id}`)
    assert.deepEqual([invoice.amount_paid, invoice.amount_remaining], [6000, 401])
  }
})

/** The effects on a payment of 100.00, 40.00 of which pay the first of two invoices. */
interface Allocated {
  isReversed: boolean
  first: number
  second: number
  waits: number
  credit: number
  back: number
}
const ALLOCATED: Rules<
  Allocated,
  'allocate' | 'deallocate' | 'give_back' | 'to_balance' | 'reverse'
> = {
  acts: ['allocate', 'deallocate', 'give_back', 'to_balance', 'reverse'],
  start: { isReversed: false, first: 4000, second: 0, waits: 6000, credit: 0, back: 0 },
  play(state, each) {
    const { isReversed, first, second, waits, credit, back } = state
    if (isReversed) return undefined
    switch (each) {
      case 'allocate':
        return waits < 3000 ? undefined : { ...state, second: second + 3000, waits: waits - 3000 }
      case 'deallocate':
        return { ...state, first: 0, waits: waits + first }
      case 'to_balance':
        return waits < 2000 ? undefined : { ...state, credit: credit + 2000, waits: waits - 2000 }
      case 'give_back': {
        // The unallocated amount first, then the credit.
        const taken = Math.max(0, 5000 - waits)
        if (taken > credit) return undefined
        return { ...state, back: 5000, waits: waits - 5000 + taken, credit: credit - taken }
      }
      case 'reverse':
        return back > 0 ? undefined : { ...state, isReversed: true, first: 0, second: 0, credit: 0 }
    }
  },
  seen: ({ isReversed, first, second, waits, credit, back }) => ({
    status: isReversed ? 'reversed' : 'settled',
    paid: [first, second],
    ...{ waits, back, balance: `${credit / 100}.00000000` },
  }),
}

test(`allocation, refund, credit and reversal of ${RACES} payments end as in one order (seed ${SEED})`, async (t) => {
  const ways = new Map<string, number>()
  const play = async () => {
    const { customer_id, bills, payment } = await receive(10_000, 2, [4000])
    const [first, second] = bills
    await race(ALLOCATED, ways, {
      send(each) {
        const server = below(2)
        const post = (verb: string, body: object) =>
          by(server).post(`${PAYMENTS}/${payment.id}/${verb}`, { body })
        if (each === 'allocate') return move(server, payment, each, second, 3000)
        if (each === 'deallocate') return move(server, payment, each, first, 4000)
        if (each === 'reverse') return post(each, {})
        if (each === 'to_balance') return post(each, { amount: 2000 })
        const body = { payment_id: payment.id, from: 'overpayment', amount: 5000 }
        return by(server).post(REFUNDS, { body })
      },
      async look() {
        const now = await get(api, `${PAYMENTS}/${payment.id}`)
        const paid = await Promise.all(
          bills.map(async ({ id }) => (await get(api, `${INVOICES}/${id}`)).amount_paid),
        )
        const { data } = await get(api, `${REFUNDS}?payment_id=${payment.id}&status=pending`)
        const customer = await get(api, `/v1/customers/${customer_id}`)
        const { status, unallocated: waits } = now
        return { status, paid, waits, back: sumOf(data), balance: customer.credit_balance }
      },
    })
  }
  await playAll(t, ways, play)
})
