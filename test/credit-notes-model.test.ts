// Random histories of invoices, payments, credit, credit notes and refunds, compared with a model written from the
// documents: every figure of a note, and all invoices, balances, ledger accounts, taxes, aging and home figures.
// SIMULATE_NOTES sets the number of histories, SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { advanceTo } from './clock.ts'
import { bodyOf, get, INVOICES, type Made, makeCustomer } from './fixtures.ts'
import { type World, world } from './harness.ts'
import * as books from './note-books.ts'
import {
  type Act,
  drawAct,
  drawIncluding,
  drawInvoice,
  drawSmall,
  RATES,
} from './note-histories.ts'
import * as model from './note-model.ts'
import { isPaymentAct, playPayment } from './note-payment-acts.ts'
import * as refunds from './note-refunds.ts'
import { isReturnAct, playReturn } from './note-returns.ts'
import { assertLooks, assertNote, assertNumbers, assertTaxes, type Life } from './note-shown.ts'
import { assertStatements, decimalOf } from './note-statements.ts'
import { persistent } from './persistent.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'
import { plusDays } from './sums-model.ts'

const NOTES = '/v1/credit_notes'
const REFUNDS = '/v1/refunds'
const isWhole = process.env.SIMULATE_NOTES !== undefined
const COUNT = Number(process.env.SIMULATE_NOTES ?? 24)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
/** The rounds in which credit pays as soon as it is granted. */
const GRANTED = new Set([1, 2])
/** Histories of one world, and how many requests are sent at a time. */
const GROUP = 200
const AT_ONCE = 40
const ROUNDS = isWhole ? 5 : 3
const ACTS = 5
/** Number of acts on an invoice whose price includes several taxes, before a note for the remainder. */
const SMALL_ACTS = 16
const DAY_MS = 86_400_000
const BEGAN = Date.parse('2026-03-30T08:00:00.000Z')
/** Days from one round to the next: invoices are due after 30. */
const JOURNEY = [3, 33, 31, 1, 61]

const done = new Map<string, number>()
const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)

async function prepare({ api }: World): Promise<Map<string, string>> {
  const account = await api.patch('/v1/account', { body: { time_zone: 'UTC' } })
  assert.equal(account.status, 200, account.text)
  const ids = new Map<string, string>()
  for (const { name, ...rate } of RATES) {
    const body = { name, country: 'CA', valid_from: '2020-01-01', ...rate }
    ids.set(name, (await bodyOf(api.post('/v1/tax_rates', { body }), 201)).id)
  }
  const coupon = { name: 'Friend', percent_off: '12.5', duration: 'forever' }
  ids.set('coupon', (await bodyOf(api.post('/v1/coupons', { body: coupon }), 201)).id)
  return ids
}

/** Calls `act` for each of many, a few at a time. */
async function each<T>(all: T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await act(one)
    }),
  )
}

/** Each history has its own sequence; `randomFrom` does not distinguish two adjacent seeds. */
const randomOf = (history: number): Random =>
  randomFrom(Math.imul(seed + history * 7919, 0x9e37_79b1) << 1)

/** A world with rates, a coupon, and a customer for each history. */
async function begin(t: test.TestContext, first: number, size: number) {
  const made = await world(t, { wallNow: () => BEGAN })
  const w = { ...made, api: persistent(made.api) }
  const ids = await prepare(w)
  const lives: Life[] = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const name = `History ${first + index}`
      const { id } = await makeCustomer(w.api, { name })
      const random = randomOf(first + index)
      return { id, name, random, books: books.newBooks(), bills: [], story: [] }
    }),
  )
  lives.sort((a, b) => a.id - b.id)
  return { w, ids, lives }
}

async function assertEnd(w: World, lives: Life[], today: string): Promise<void> {
  await assertNumbers(w.api, lives)
  await assertTaxes(w.api, lives, today)
  // Starts before the first payment was received.
  const days = { from: plusDays(dayOf(BEGAN), -40), to: today }
  await each(lives, (life) => assertStatements(w.api, life, days))
  // The end of each world verifies its books; a campaign does so only once.
  if (isWhole) return
  const { checks } = await get(w.api, '/v1/ledger/verification')
  assert.deepEqual(
    checks.filter(({ differences }: Made) => differences > 0),
    [],
  )
}

async function playGroup(t: test.TestContext, first: number, size: number): Promise<void> {
  const { w, ids, lives } = await begin(t, first, size)
  let now = BEGAN
  for (let round = 0; round < ROUNDS; round++) {
    const day = dayOf(now)
    await switchSettings(w, lives, { isKept: round % 2 === 1, isApplied: GRANTED.has(round) })
    await each(lives, async (life) => {
      for (let acts = 0; acts < ACTS; acts++)
        await playAct(w, life, drawAct(life.random, life), ids, day)
    })
    // The next comparison must not race with the background job.
    if (lives.some(({ bills }) => bills.some(({ bill }) => bill.status === 'falling')))
      await advanceTo(w.api, new Date(now + 60_000).toISOString())
    await assertLooks(w.api, lives, day)
    now += (JOURNEY[round % JOURNEY.length] as number) * DAY_MS
    await advanceTo(w.api, new Date(now).toISOString())
    for (const { bills } of lives) books.follow(bills, dayOf(now), true)
    await assertLooks(w.api, lives, dayOf(now))
  }
  await assertEnd(w, lives, dayOf(now))
}

/** Sets whether the account keeps overpayments as credit, and whether credit pays as soon as it is granted. */
async function switchSettings(
  { api }: World,
  lives: Life[],
  { isKept, isApplied }: { isKept: boolean; isApplied: boolean },
): Promise<void> {
  const body = {
    overpayment: isKept ? 'balance' : 'refuse',
    apply_credit: isApplied ? 'when_granted' : 'at_finalize',
  }
  assert.equal((await api.patch('/v1/account', { body })).status, 200)
  for (const life of lives) {
    life.books.keepsOverpayments = isKept
    life.books.appliesWhenGranted = isApplied
    life.story.push(JSON.stringify(body))
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

async function playAct(w: World, life: Life, act: Act, ids: Map<string, string>, day: string) {
  life.story.push(
    `${day} ${JSON.stringify(act, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`,
  )
  try {
    const ended = await play(w, life, act, ids, day)
    books.follow(life.bills, day)
    count(`${act.verb} ${ended}`)
    countAfterCredit(life, act, ended)
  } catch (error) {
    const story = [`${life.name} of seed ${seed}:`, ...life.story, (error as Error).message]
    throw new Error(story.join('\n'), { cause: error })
  }
}

/** Acts on invoices that credit paid after they were finalized. */
const AFTER_CREDIT = ['apply_credit', 'note', 'pay', 'refund', 'reverse', 'void', 'void_note']

/** Outcomes of refunds of money that pays no invoice. */
const RETURNS = [
  ...['give_back ok', 'give_back of credit ok', 'give_back refund_exceeds_payment'],
  ...['give_back of credit credit_exceeds_balance', 'give_back_step succeed ok'],
  ...[
    'give_back_step fail ok',
    'give_back_step cancel ok',
    'give_back_step fail after reversal ok',
  ],
  'give_back_step to_balance refund_not_pending',
]

function countAfterCredit({ bills, books: own }: Life, act: Act, ended: string): void {
  const of = act.verb === 'reverse' ? own.payments[act.of] : undefined
  const some = bills.filter(({ bill }, at) => of?.paid.has(bill) || ('at' in act && act.at === at))
  if (!some.some(({ bill }) => bill.credit_applied_later > 0n)) return
  if (/ok$|^by |^amount|^all/.test(ended)) count(`${act.verb} after credit`)
}

/** Credits small prices that include several taxes in many notes, some of which are voided, to the last unit. */
async function playSmall(t: test.TestContext, size: number): Promise<void> {
  const { w, ids, lives } = await begin(t, 0, size)
  const day = dayOf(BEGAN)
  await each(lives, async (life) => {
    const body = { ...drawIncluding(life.random, ids), customer_id: life.id, finalize: true }
    const shown = await bodyOf(w.api.post(INVOICES, { body }), 201)
    const bill = books.finalize(life.books, shown, day)
    life.bills.push({ id: shown.id, bill, notes: [] })
    books.follow(life.bills, day)
    for (let more = SMALL_ACTS; more >= 0; more--) {
      const act = drawSmall(life.random, bill, more === 0)
      if (act) await playAct(w, life, act, ids, day)
    }
    assert.equal(books.remainingOf(bill), 0n)
  })
  await assertLooks(w.api, lives, day)
  await assertEnd(w, lives, day)
}

/** Sends an act and applies it to the model; returns how it ended. */
async function play(
  { api }: World,
  life: Life,
  act: Act,
  ids: Map<string, string>,
  day: string,
): Promise<string> {
  const end = async (path: string, body: object, fault?: string) => {
    const answer = await api.post(path, { body })
    const ended = answer.status < 300 ? undefined : answer.body.error.code
    assert.equal(ended, fault, answer.text)
    return answer.body
  }
  const own = life.books
  if (act.verb === 'bill') {
    const body = drawInvoice(life.random, ids)
    // Mostly in the currency of the first one, so that one payment can pay several.
    const [first] = life.bills
    const same = first && life.random.below(4) > 0 && { currency: first.bill.currency }
    const made = { ...body, ...same, customer_id: life.id, finalize: true }
    const shown = await end(INVOICES, made)
    life.bills.push({
      id: shown.id,
      bill: books.finalize(own, shown, day),
      notes: [],
    })
    return 'ok'
  }
  if (act.verb === 'grant') {
    const { currency, amount } = act
    const body = { amount: decimalOf(amount), currency }
    await end(`/v1/customers/${life.id}/credit_transactions`, body)
    books.grant(own, currency, amount, day)
    books.payOwed(own, life.bills, currency, day)
    return 'ok'
  }
  if (isPaymentAct(act)) return playPayment(api, life, act, day)
  if (isReturnAct(act)) return playReturn(api, life, act, day)
  const { id, bill, notes } = life.bills[act.at] as Life['bills'][number]
  switch (act.verb) {
    case 'apply_credit': {
      const { amount } = act
      const fault = books.applyFault(own, bill, amount)
      const body = amount === undefined ? {} : { amount: Number(amount) }
      const shown = await end(`${INVOICES}/${id}/apply_credit`, body, fault)
      if (fault) return fault
      books.applyLater(own, bill, amount, day)
      const figures = [shown.credit_applied_later, shown.amount_remaining].map(BigInt)
      assert.deepEqual(figures, [bill.credit_applied_later, books.remainingOf(bill)])
      return amount === undefined ? 'all it covers' : 'amount'
    }
    case 'void': {
      const fault = books.voidFault(bill)
      await end(`${INVOICES}/${id}/void`, {}, fault)
      if (!fault) books.voidBill(own, bill, day)
      return fault ?? 'ok'
    }
    case 'void_note': {
      const note = bill.notes[act.nth] as books.Note
      const fault = books.noteFault(own, bill, note)
      const shown = await end(`${NOTES}/${notes[act.nth]}/void`, {}, fault)
      if (fault) return fault
      books.voidNote(own, bill, note, day)
      assert.deepEqual([shown.status, shown.id], ['void', notes[act.nth]])
      return 'ok'
    }
    case 'refund': {
      const { step } = act
      const paid_on = plusDays(day, -act.ago)
      const note = bill.notes[act.nth] as books.Note
      const refund = note.refunds[act.re] as books.Refund
      const fault = refunds.faultOf(note, refund, step)
      await end(`${REFUNDS}/${refund.id}/${step}`, step === 'succeed' ? { paid_on } : {}, fault)
      if (!fault) refunds.act(own, bill, refund, step, { day, paid_on })
      if (!fault && step === 'to_balance') books.payOwed(own, life.bills, bill.currency, day)
      await refunds.assertRefunds(api, notes[act.nth] as string, note)
      return `${step} ${fault ?? 'ok'}`
    }
    case 'again': {
      const note = bill.notes[act.nth] as books.Note
      const payment = bill.payments[act.of] as books.Payment
      const fault = refunds.againFault(bill, note, payment, act.amount)
      const amount = act.amount === undefined ? {} : { amount: Number(act.amount) }
      const credit_note_id = notes[act.nth] as string
      await end(REFUNDS, { credit_note_id, payment_id: payment.id, ...amount }, fault)
      if (!fault) refunds.again(note, payment, act.amount)
      await refunds.assertRefunds(api, credit_note_id, note)
      return fault ?? 'ok'
    }
    case 'note':
      return credit(act)
  }

  async function credit(wish: Extract<Act, { verb: 'note' }>): Promise<string> {
    const { asked, money, isPaid, reason } = wish
    const numbers = (sums: object) =>
      Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)]))
    const body = {
      ...{ invoice_id: id, reason, ...numbers(money) },
      ...(money.outside !== undefined && { outside_reference: 'Till 4' }),
      ...(money.refund !== undefined && { refund_paid: isPaid }),
      ...('amount' in asked
        ? { amount: Number(asked.amount) }
        : {
            lines: asked.lines.map(({ id: line_id, amount, quantity }) => ({
              line_id,
              ...(quantity === undefined ? { amount: Number(amount) } : { quantity }),
            })),
          }),
    }
    if (bill.isVoid) {
      await end(NOTES, body, 'invoice_not_creditable')
      return 'invoice_not_creditable'
    }
    let parts: model.Part[]
    try {
      parts = model.credit(bill.lines, books.partsOf(bill), asked)
    } catch (error) {
      if (!(error instanceof model.Exceeded)) throw error
      await end(NOTES, body, 'credit_exceeds_invoice')
      return 'credit_exceeds_invoice'
    }
    const { total } = model.figuresOf(parts)
    const planned = model.moneyOf(total, books.remainingOf(bill), money)
    // A fraction of a quantity worth less than the smallest unit credits nothing.
    if (total === 0n) return 'nothing'
    if (!planned) {
      await end(NOTES, body, 'parameter_invalid')
      return 'money exceeds the rest'
    }
    const back = planned.refund + planned.outside
    if (back > 0n && back > books.returnableOf(bill)) {
      await end(NOTES, body, 'refund_exceeds_payment')
      return 'refund_exceeds_payment'
    }
    const { reason: _, outside_reference: __, refund_paid: ___, ...shownOf } = body
    const preview = life.random.below(3) === 0 && (await end(`${NOTES}/preview`, shownOf))
    const note: books.Note = { parts, money: planned, isVoid: false, refunds: [] }
    const bound = preview && { preview: { at: preview.at, hash: preview.hash } }
    const shown = await end(NOTES, { ...body, ...bound })
    refunds.start(bill, note)
    books.issue(own, bill, note, day)
    if (isPaid)
      for (const refund of note.refunds) refunds.act(own, bill, refund, 'succeed', { day })
    if (planned.to_balance > 0n) books.payOwed(own, life.bills, bill.currency, day)
    notes.push(shown.id)
    if (planned.refund > 0n) await refunds.assertRefunds(api, shown.id, note)
    assertNote(shown, bill, note)
    if (preview) {
      assertNote(preview, bill, note)
      const remaining = books.remainingOf(bill)
      assert.equal(BigInt(preview.amount_remaining), remaining, 'open after the preview')
    }
    assert.deepEqual([shown.invoice_id, shown.status, shown.reason], [id, 'issued', reason])
    return 'amount' in asked ? 'by total' : 'by line'
  }
}

test('small prices with several included taxes are credited as in the model', async (t) => {
  await playSmall(t, Math.min(GROUP, Math.ceil(COUNT / 4)))
})

for (let first = 0; first < COUNT; first += GROUP) {
  const size = Math.min(GROUP, COUNT - first)
  test(`${size} histories from ${first} agree with the model (seed ${seed})`, async (t) => {
    await playGroup(t, first, size)
    t.diagnostic(JSON.stringify(Object.fromEntries([...done].sort())))
  })
}

if (COUNT >= GROUP)
  test('the histories tried every act on invoices that credit paid later, and every refund without a note', () => {
    const acts = [...AFTER_CREDIT.map((verb) => `${verb} after credit`), ...RETURNS]
    assert.deepEqual(
      acts.filter((each) => !done.has(each)),
      [],
    )
  })
