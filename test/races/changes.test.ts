// Pauses, resumes, changes at once, ends of trials and payments are raced against renewals over two processes: whatever
// comes first, each second is billed once, no more is returned than was charged, and the books verify.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Answer } from '../client.ts'
import { advanceTo } from '../clock.ts'
import { get, INVOICES, type Made, makeCustomer, makeProduct } from '../fixtures.ts'
import { assertBooksAgree, until } from '../harness.ts'
import { randomFrom } from '../random.ts'
import { assertBilledOnce, daysAfter, type Terms, UNIT_AMOUNT } from './billed-seconds.ts'
import { endOf, startPair, times } from './pair.ts'
import { IS_CAMPAIGN, SEED, sample } from './rounds.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const AT_ONCE = 8
const ROUNDS = sample(2)
const DAY_MS = 86_400_000
const { below, pick } = randomFrom(SEED)

const { w, send } = await startPair({ after })
const { api } = w

async function made(path: string, body: object): Promise<Made> {
  const answer = await send('POST', path, { body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
await api.patch('/v1/account', { body: { time_zone: 'Etc/UTC' } })
const { id: product_id } = await makeProduct(api)
const daily = { product_id, model: 'per_unit', unit_amount: UNIT_AMOUNT, interval: 'day' }
const [price, twin] = await times(2, () => made('/v1/prices', daily))
const now = async () => Date.parse((await get(api, '/v1/test_clock')).now)

const subscribe = async (more: object = {}): Promise<Made> => {
  const customer_id = `cus_${(await makeCustomer(api)).id}`
  const items = [{ price_id: price.id, quantity: 2 }]
  return made(SUBSCRIPTIONS, { customer_id, items, ...more })
}
const act = ({ id }: Made, verb: string, body: object = {}) =>
  send('POST', `${SUBSCRIPTIONS}/${id}/${verb}`, { body })

/** A request that can succeed, or be refused by one of these codes. */
type Act = (sub: Made, terms: Terms, n: number) => Promise<Answer>
const REFUSALS = [
  ...['subscription_paused', 'subscription_not_paused', 'subscription_ended', 'trial_over'],
  // A payment of an amount that is no longer open.
  ...['payment_exceeds_amount_due', 'invoice_not_payable'],
]

const pause: Act = (sub, { isReturned: credit_unused }) => act(sub, 'pause', { credit_unused })
const resume: Act = (sub) => act(sub, 'resume')
const cancel: Act = (sub, { isReturned }) =>
  act(sub, 'cancel', { at: 'now', unused: isReturned ? 'credit' : 'none' })
/** No sum of these quantities is one of them. */
const changeTo =
  (quantity: number, invoice?: 'next'): Act =>
  (sub, _, n) => {
    const price_id = n % 2 === 0 ? price.id : twin.id
    const items = [{ id: sub.items[0].id, price_id, quantity }]
    return act(sub, 'change', { at: 'now', items, ...(invoice && { invoice }) })
  }
/** Pays the balance due of the newest invoice. */
const pay: Act = async ({ id }) => {
  const [invoice] = (await get(api, `${INVOICES}?subscription_id=${id}&limit=1`)).data
  if (!invoice?.amount_remaining) return send('GET', `${SUBSCRIPTIONS}/${id}`)
  const body = { invoice_id: invoice.id, amount: invoice.amount_remaining, method: 'cash' }
  return send('POST', '/v1/payments', { body })
}

/** How the periods of a round end: by the sweeps of both processes in real time, or while the clock advances. */
const TURNS = ['sweep', 'advance'] as const
type Turn = (typeof TURNS)[number]
const LEAD_MS = 1200

/** When to start, so that a boundary follows at once. */
const startFor = async (turn: Turn) =>
  turn === 'sweep' ? (await now()) - DAY_MS + LEAD_MS : await now()

/** Sends all acts to all subscriptions at once, around the boundary of a period. Returns how they ended. */
async function race(turn: Turn, all: Made[], terms: Terms[], acts: Act[]): Promise<string[][]> {
  const [{ start }] = all as [Made]
  const advancing =
    turn === 'advance' ? advanceTo(api, daysAfter(await now(), 1.5 + below(10) / 10)) : undefined
  if (!advancing) {
    const boundary = Math.floor(Date.parse(start) / 1000) * 1000 + DAY_MS
    await until('the boundary', async () => (await now()) >= boundary - below(20))
  }
  const ends = await times(all.length, async (n) => {
    const sent = acts.map((each) => each(all[n], terms[n] as Terms, n))
    return (await Promise.all(sent)).map(endOf)
  })
  await advancing
  for (const end of ends.flat()) assert.ok(end === 'ok' || REFUSALS.includes(end), end)
  return ends
}

/** Waits for the steps that are due: a command that is refused drops those that it ran. */
const calm = ({ id }: Made) =>
  until('the steps that are due', async () => {
    const { due_at } = await get(api, `${SUBSCRIPTIONS}/${id}`)
    return due_at === null || Date.parse(due_at) > (await now())
  })

/** Checks all documents, and ends the subscriptions so that the clock bills them no longer. */
async function settle(all: Made[], terms: Terms[]): Promise<void> {
  await times(all.length, (n) => calm(all[n]))
  await times(all.length, (n) => assertBilledOnce(api, all[n], terms[n] as Terms))
  await times(all.length, (n) => cancel(all[n], terms[n] as Terms, n))
  await times(all.length, (n) => assertBilledOnce(api, all[n], terms[n] as Terms))
}

async function rounds(play: (turn: Turn, terms: Terms[]) => Promise<Made[]>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const terms = Array.from({ length: AT_ONCE }, () => ({ isReturned: below(2) === 0 }))
    await settle(await play(TURNS[round % 2] as Turn, terms), terms)
  }
  // At its end, the world verifies the books of all rounds.
  if (!IS_CAMPAIGN) return
  await w.sql('analyze')
  await assertBooksAgree(w.pool, [1])
}

const count = (ends: string[], end: string) => ends.filter((each) => each === end).length

test('a concurrent pause and renewal bill each second once, and so do a resume and a renewal', async () => {
  await rounds(async (turn, terms) => {
    const start = await startFor(turn)
    const all = await times(AT_ONCE, () => subscribe({ start: new Date(start).toISOString() }))
    const paused = await race(turn, all, terms, [pause, pause])
    for (const ends of paused) assert.deepEqual(ends.toSorted(), ['ok', 'subscription_paused'])
    const resumed = await race('advance', all, terms, [resume, pay])
    for (const [end] of resumed) assert.equal(end, 'ok')
    return all
  })
})

test('concurrent changes, a renewal, an end and a payment match some order', async () => {
  await rounds(async (turn, terms) => {
    const start = await startFor(turn)
    const all = await times(AT_ONCE, () => subscribe({ start: new Date(start).toISOString() }))
    const acts = [changeTo(3), pay, changeTo(7), ...(below(2) === 0 ? [cancel] : [])]
    const orders = Array.from({ length: acts.length }, () => pick(acts))
    await race(turn, all, terms, acts)
    await race('advance', all, terms, orders)
    return all
  })
})

test('concurrent changes for the next invoice and a renewal bill each second once', async () => {
  await rounds(async (turn, terms) => {
    const start = await startFor(turn)
    const all = await times(AT_ONCE, () => subscribe({ start: new Date(start).toISOString() }))
    const changes = [changeTo(3, 'next'), changeTo(7, below(2) === 0 ? 'next' : undefined)]
    await race(turn, all, terms, [...changes, pay])
    // The next boundary bills the pending changes.
    await race('advance', all, terms, [pay])
    return all
  })
})

test('of concurrent resumes one succeeds, and the rest of the period is billed once', async () => {
  await rounds(async (turn, terms) => {
    const all = await times(AT_ONCE, () => subscribe({}))
    await times(AT_ONCE, (n) => pause(all[n], terms[n] as Terms, n))
    await advanceTo(api, daysAfter(await now(), turn === 'sweep' ? 0.4 : 1.4))
    const ends = await times(AT_ONCE, async (n) =>
      (await times(4, () => resume(all[n], terms[n] as Terms, n))).map(endOf),
    )
    for (const each of ends) {
      assert.deepEqual([count(each, 'ok'), count(each, 'subscription_not_paused')], [1, 3])
    }
    return all
  })
})

test('a trial that its date, requests and a change end concurrently begins one first period', async () => {
  await rounds(async (turn, terms) => {
    const begin = await now()
    const trial_end = new Date(begin + (turn === 'sweep' ? LEAD_MS : DAY_MS)).toISOString()
    const all = await times(AT_ONCE, () => subscribe({ trial_end }))
    const end: Act = (sub) => act(sub, 'trial_end', { trial_end: 'now' })
    const change: Act = (sub) => {
      const items = [{ id: sub.items[0].id, quantity: 3 }]
      return act(sub, 'change', { at: 'now', items, end_trial: true })
    }
    const acts = below(2) === 0 ? [end, end, pause] : [end, change, end]
    const shifted = all.map((sub) => ({ ...sub, start: daysAfter(Date.parse(trial_end), -1) }))
    await race(turn, shifted, terms, acts)
    return all
  })
})

test('a concurrent pause with credit and payment of its invoice add up to the invoice', async () => {
  await rounds(async (turn, terms) => {
    for (const each of terms) each.isReturned = true
    const start = await startFor(turn)
    const all = await times(AT_ONCE, () => subscribe({ start: new Date(start).toISOString() }))
    await race(turn, all, terms, [pause, pay, pay])
    return all
  })
})
