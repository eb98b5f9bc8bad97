// Retry plans: each row of the table in the design is a situation here, with the attempts that it leads to.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceTo } from '../../../test/clock.ts'
import {
  ACCOUNT,
  allEvents,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeFinalized,
  PAYMENTS,
  refused,
} from '../../../test/fixtures.ts'
import { until } from '../../../test/harness.ts'
import { browse, CARD, payOnline, pressPay } from '../../../test/online.ts'
import { savingCards } from '../../../test/savers.ts'
import { sharedWorld } from '../../../test/shared.ts'
import { SUBSCRIPTIONS, subscribing } from '../../../test/subscribed.ts'

const { api } = await sharedWorld({ after })
const { subscribed, act, subscription, invoicesOf } = await subscribing(api)
const { saver, paymentsOf, decided } = savingCards(api)

const DAY_MS = 86_400_000
/** Retries are planned to the second. */
const SECOND_MS = 1_000
const plan = (retry_plan: object | null) => bodyOf(api.patch(ACCOUNT, { body: { retry_plan } }))

interface Failed {
  id: string
  customer_id: string
  methods: string[]
  invoice: Made
  at: number
}

/** A subscription whose first charge failed. */
async function failed(...cards: string[]): Promise<Failed> {
  const [customer_id, ...methods] = await saver(cards, { email: 'pay@maple.example' })
  const sent = { customer_id, collection: 'charge', payment_terms_days: 365 }
  const { id } = await subscribed(sent)
  const [invoice] = await invoicesOf(id)
  const { created_at } = await decided(invoice)
  return { id, customer_id, methods, invoice, at: Date.parse(created_at) }
}

/** The attempts of an invoice: on which day after the first, by whom, and their status. */
const attemptsOf = async ({ invoice, at }: Pick<Failed, 'invoice' | 'at'>): Promise<string[]> =>
  (await paymentsOf(invoice))
    .toReversed()
    .filter(({ method }) => method === 'gateway')
    .map(({ created_at, initiated_by, status }) => {
      const day = Math.floor((Date.parse(created_at) - at + SECOND_MS) / DAY_MS)
      return `${day} ${initiated_by} ${status}`
    })

const eventsOf = async ({ id }: Made): Promise<string[]> =>
  (await allEvents(api)).filter(({ data }) => data.object.id === id).map(({ type }) => type)

const statusOf = async ({ id }: Pick<Failed, 'id'>) => (await subscription(id)).status
const ended = async ({ invoice }: Pick<Failed, 'invoice'>) =>
  (await eventsOf(invoice)).filter((type) => type === 'invoice.collection_ended').length

const after_ = (at: number, days: number) =>
  advanceTo(api, new Date(at + days * DAY_MS).toISOString())
const makeDefault = (id: string | undefined) =>
  bodyOf(api.post(`/v1/payment_methods/${id}/default`), 200)
const pay = ({ invoice }: Failed) =>
  bodyOf(
    api.post(PAYMENTS, { body: { invoice_id: invoice.id, amount: 9000, method: 'cheque' } }),
    201,
  )

interface Situation {
  card?: string
  /** A second saved card. */
  other?: string
  /** What happens after the first retry, and more than a day later. */
  meanwhile?: (made: Failed) => Promise<unknown>
  later?: (made: Failed) => Promise<unknown>
  attempts: string[]
  status: string
  /** Whether the plan ends without payment. */
  ends: boolean
}

const FIRST = ['0 auto failed', '1 retry failed']
const ALL = [...FIRST, '3 retry failed']
const PAID = { attempts: FIRST, status: 'active', ends: false }

const SITUATIONS: Record<string, Situation> = {
  'a charge that keeps failing is tried on the days of the plan': {
    ...{ attempts: ALL, status: 'past_due', ends: true },
  },
  'an attempt of a person does not advance the plan': {
    meanwhile: async ({ invoice }) => {
      await payOnline(invoice, CARD.declined)
      await bodyOf(api.post(`${INVOICES}/${invoice.id}/pay`), 201)
      await decided(invoice)
    },
    attempts: [...FIRST, '1 link failed', '1 staff failed', '3 retry failed'],
    ...{ status: 'past_due', ends: true },
  },
  'a card that was reported lost is not tried again': {
    ...{ card: CARD.lostLater, attempts: ['0 auto failed'], status: 'past_due', ends: true },
  },
  'a new default card is tried at once, and pays': {
    ...{ other: CARD.pays, meanwhile: ({ methods }) => makeDefault(methods[1]) },
    ...{ attempts: [...FIRST, '1 retry settled'], status: 'active', ends: false },
  },
  'the plan continues if a new default card fails': {
    ...{ other: CARD.lostLater, meanwhile: ({ methods }) => makeDefault(methods[1]) },
    ...{ attempts: [...FIRST, '1 retry failed'], status: 'past_due', ends: true },
  },
  'a new card of the subscription is tried at once': {
    other: CARD.pays,
    meanwhile: ({ id, methods }) =>
      bodyOf(api.patch(`${SUBSCRIPTIONS}/${id}`, { body: { payment_method_id: methods[1] } })),
    ...{ attempts: [...FIRST, '1 retry settled'], status: 'active', ends: false },
  },
  'a payment that was received in another way ends the plan': { meanwhile: pay, ...PAID },
  'voiding ends the plan': {
    meanwhile: ({ invoice }) => bodyOf(api.post(`${INVOICES}/${invoice.id}/void`), 200),
    ...PAID,
  },
  'crediting everything ends the plan': {
    meanwhile: ({ invoice: { id } }) => {
      const body = { invoice_id: id, amount: 9000, reason: 'goodwill' }
      return bodyOf(api.post('/v1/credit_notes', { body }), 201)
    },
    ...PAID,
  },
  'a write-off ends the plan': {
    meanwhile: ({ invoice }) =>
      bodyOf(api.post(`${INVOICES}/${invoice.id}/write_off`, { body: { reason: 'lost' } }), 200),
    ...PAID,
  },
  'nothing is charged after the end of the subscription': {
    meanwhile: ({ id }) => act(id, 'cancel', { at: 'now' }),
    ...{ attempts: FIRST, status: 'canceled', ends: true },
  },
  'a charge that waits for the customer counts as failed': {
    card: CARD.confirms,
    attempts: ['0 auto canceled', '1 retry canceled', '3 retry canceled'],
    ...{ status: 'past_due', ends: true },
  },
  'nothing is tried while a dispute is open': {
    meanwhile: ({ invoice }) => payOnline(invoice, CARD.disputed),
    ...{ attempts: [...FIRST, '1 link reversed'], status: 'active', ends: false },
  },
  'a plan that a payment ended does not begin again if that is lost in a dispute': {
    meanwhile: ({ invoice }) => payOnline(invoice, CARD.disputed),
    later: async ({ invoice }) => {
      const [dispute] = (await get(api, `/v1/disputes?invoice_id=${invoice.id}`)).data
      const body = { status: 'lost' }
      await bodyOf(api.post(`/v1/simulated_gateway/disputes/${dispute.id}`, { body }), 200)
    },
    ...{ attempts: [...FIRST, '1 link reversed'], status: 'active', ends: false },
  },
}

test('each situation leads to the attempts of the plan', async (t) => {
  await plan({ days: [1, 3] })
  const made = new Map<string, Failed>()
  for (const [title, { card = CARD.declinesLater, other }] of Object.entries(SITUATIONS))
    made.set(title, await failed(card, ...(other ? [other] : [])))
  const last = Math.max(...[...made.values()].map(({ at }) => at))
  await after_(last, 1.5)
  for (const [title, { meanwhile }] of Object.entries(SITUATIONS))
    await meanwhile?.(made.get(title) as Failed)
  await after_(last, 2.75)
  for (const [title, { later }] of Object.entries(SITUATIONS))
    await later?.(made.get(title) as Failed)
  await after_(last, 4.5)
  for (const [title, { attempts, status, ends }] of Object.entries(SITUATIONS)) {
    const each = made.get(title) as Failed
    await t.test(title, async () => {
      assert.deepEqual(await attemptsOf(each), attempts)
      assert.equal(await statusOf(each), status)
      assert.equal(await ended(each), ends ? 1 : 0)
    })
  }
})

test('the end of the plan cancels or pauses the subscription, or writes the invoice off', async () => {
  await plan({ days: [1], end: 'cancel' })
  const canceled = await failed(CARD.declinesLater)
  await after_(canceled.at, 1.5)
  const { status, canceled_at, cancellation } = await subscription(canceled.id)
  assert.deepEqual([status, cancellation.reason], ['canceled', 'payment_failed'])
  const late = Date.parse(canceled_at) - canceled.at - DAY_MS
  assert.ok(Math.abs(late) < 60 * SECOND_MS, `${late} ms late`)
  const notes = await get(api, `/v1/credit_notes?customer_id=${canceled.customer_id}`)
  assert.deepEqual(notes.data, [])
  assert.equal((await get(api, `${INVOICES}/${canceled.invoice.id}`)).status, 'posted')

  await plan({ days: [1], end: 'pause' })
  const paused = await failed(CARD.declinesLater)
  await after_(paused.at, 1.5)
  const { pause } = await subscription(paused.id)
  assert.deepEqual(
    [await statusOf(paused), pause.resume_at, pause.until_paid],
    ['paused', null, true],
  )
  await pay(paused)
  await after_(paused.at, 1.6)
  assert.equal(await statusOf(paused), 'active')
  assert.deepEqual((await eventsOf(paused)).slice(-2), [
    'subscription.updated',
    'subscription.resumed',
  ])

  await plan({ days: [1], end: 'write_off' })
  const lost = await failed(CARD.declinesLater)
  await after_(lost.at, 1.5)
  const { amount_written_off, amount_remaining } = await get(api, `${INVOICES}/${lost.invoice.id}`)
  assert.deepEqual([amount_written_off, amount_remaining], [9000, 9000])
  assert.equal(await statusOf(lost), 'active')
})

test('the hour of the plan is local, also where clocks change, and missed days are one attempt', async () => {
  const body = { time_zone: 'America/Toronto', retry_plan: { days: [1, 2, 9], at_hour: 2 } }
  await bodyOf(api.patch(ACCOUNT, { body }), 200)
  await advanceTo(api, '2027-03-12T20:00:00.000Z')
  const [customer_id] = await saver([CARD.declinesLater], { auto_pay_enabled: true })
  const invoice = await makeFinalized(api, { customer_id: customer_id.slice(4) })
  await decided(invoice)
  await advanceTo(api, '2027-03-15T00:00:00.000Z')
  const tried = async () =>
    (await paymentsOf(invoice)).toReversed().map(({ created_at }) => created_at.slice(0, 16))
  // On the 14th the clocks go from 2:00 to 3:00.
  assert.deepEqual((await tried()).slice(1), ['2027-03-13T07:00', '2027-03-14T07:00'])
  // The step of the 21st stays; then those of the 13th to the 20th are in the past.
  await plan({ days: [1, 5, 8, 12], at_hour: null })
  await advanceTo(api, '2027-03-30T00:00:00.000Z')
  assert.deepEqual((await tried()).slice(3, 4), ['2027-03-21T06:00'])
  assert.deepEqual(
    (await tried()).slice(4).map((at) => at.slice(0, 13)),
    ['2027-03-24T19'],
  )
  assert.equal(await ended({ invoice }), 1)
})

test('the customer is written to at each step, unless the account switched that off', async () => {
  await plan({ days: [1, 3], end: 'cancel' })
  const made = await failed(CARD.declinesLater)
  const lost = await failed(CARD.lostLater)
  const asked = await failed(CARD.confirms)
  await after_(asked.at, 1.5)
  const off = { emails_off: ['payment_failed_again'] }
  assert.deepEqual(
    (await bodyOf(api.patch(ACCOUNT, { body: off }), 200)).emails_off,
    off.emails_off,
  )
  await after_(asked.at, 4.5)
  await bodyOf(api.patch(ACCOUNT, { body: { emails_off: null } }), 200)
  const emailsOf = async ({ invoice }: Failed): Promise<Made[]> =>
    (await get(api, `/v1/emails?invoice_id=${invoice.id}`)).data.toReversed().slice(1)
  const kinds = async (each: Failed) => (await emailsOf(each)).map(({ kind }) => kind)
  const all = ['payment_failed', 'payment_failed_again', 'collection_ended']
  assert.deepEqual([await kinds(made), await kinds(lost)], [all, all])
  const ask = 'action_required'
  assert.deepEqual(await kinds(asked), [ask, ask, ask, 'collection_ended'])
  const [first, again, last] = await Promise.all(
    (await emailsOf(made)).map(({ id }) => get(api, `/v1/emails/${id}`)),
  )
  assert.match(first?.text, /We will try again on/)
  assert.match(again?.text, /We tried again to charge CA\$90\.00[\s\S]*We will try again on/)
  assert.match(last?.subject, /^Final notice: invoice INV-/)
  assert.match(last?.text, /will not try again[\s\S]*Your subscription has been canceled\./)
  refused(
    await api.patch(ACCOUNT, { body: { emails_off: ['invoice'] } }),
    ...([400, 'parameter_invalid', 'emails_off[0]'] as const),
  )
})

test('the collection of an invoice and the standing of its customer follow the plan', async () => {
  await plan({ days: [1, 3], end: 'cancel' })
  const [made, lost] = [await failed(CARD.declinesLater), await failed(CARD.lostLater)]
  const read = ({ invoice }: Failed) => get(api, `${INVOICES}/${invoice.id}/collection`)
  const daysOf = ({ steps }: Made) =>
    steps.map((step: Made) => Math.floor((Date.parse(step.at) - made.at + SECOND_MS) / DAY_MS))
  const standing = ({ customer_id }: Failed) => get(api, `/v1/customers/${customer_id}/standing`)
  const before = await read(made)
  const grace = await standing(made)
  assert.deepEqual(
    [grace.standing, grace.reason, grace.since, grace.invoice_id],
    [...['grace', 'payment_failed', before.failed_at, made.invoice.id]],
  )
  const uncollected = async (collection: string) => {
    const { data } = await get(api, `${INVOICES}?collection=${collection}`)
    return [made, lost].map(({ invoice }) => data.some(({ id }: Made) => id === invoice.id))
  }
  assert.deepEqual(await uncollected('running'), [true, true])
  assert.deepEqual(await uncollected('ended'), [false, false])
  const [{ status, failure, initiated_by }] = before.attempts
  assert.deepEqual(
    [status, failure.decline_code, initiated_by],
    [...['failed', 'insufficient_funds', 'auto']],
  )
  assert.deepEqual([before.status, daysOf(before)], ['running', [1, 3]])
  assert.deepEqual(before.ends, { at: before.steps[1].at, how: 'cancel' })
  assert.deepEqual([before.steps[0].charges, (await read(lost)).steps[0].charges], [true, false])
  await after_(made.at, 1.5)
  const later = await read(made)
  assert.deepEqual([later.attempts.length, daysOf(later)], [2, [3]])
  assert.equal(later.steps[0].at, before.steps[1].at)
  await act(lost.id, 'cancel', { at: 'now' })
  const over = await read(lost)
  assert.deepEqual([over.steps, over.ends.how], [[], 'past_due'])
  const { attention } = await get(api, '/v1/summary')
  const failing = attention.find(({ kind }: Made) => kind === 'collections_failed')
  const { data } = await get(api, `${failing.url}&limit=100`)
  const owed = data.reduce((sum: number, { amount_remaining: each }: Made) => sum + each, 0)
  assert.deepEqual(
    [failing.count, failing.totals],
    [data.length, [{ currency: 'cad', amount: owed, amount_exact: `${owed}` }]],
  )
  await after_(made.at, 3.5)
  const { status: last, steps, ends, ended_at } = await read(made)
  assert.deepEqual([last, steps, ends], ['ended', [], null])
  assert.deepEqual(await uncollected('ended'), [true, true])
  assert.deepEqual(await uncollected('running'), [false, false])
  assert.ok(Date.parse(ended_at) - Date.parse(before.ends.at) < 60 * SECOND_MS)
  assert.equal((await read({ ...made, invoice: await makeFinalized(api) })).status, 'none')
  const blocked = await standing(made)
  assert.deepEqual(
    [blocked.standing, blocked.reason, blocked.since],
    [...['blocked', 'retries_ended', ended_at]],
  )
  await pay(made)
  assert.deepEqual(await uncollected('running,ended'), [false, true])
  const good = await standing(made)
  assert.deepEqual(
    [good.standing, good.reason, good.since, good.invoice_id],
    [...['good', null, null, null]],
  )
})

test('what was written off is not charged automatically, and paying the rest ends the plan', async () => {
  await plan({ days: [1, 3] })
  const made = await failed(CARD.declinesLater, CARD.confirms)
  const path = `${INVOICES}/${made.invoice.id}`
  await bodyOf(api.post(`${path}/write_off`, { body: { amount: 4000, reason: 'agreed' } }), 200)
  await after_(made.at, 1.5)
  await makeDefault(made.methods[1])
  await until('a payment to be confirmed', async () =>
    (await attemptsOf(made)).includes('1 retry requires_action'),
  )
  const { hosted_url } = await get(api, path)
  assert.match((await browse(hosted_url)).text, /CA\$90\.00[\s\S]*>Pay CA\$50\.00</)
  const { data: sent } = await get(api, `/v1/emails?invoice_id=${made.invoice.id}`)
  const texts = await Promise.all(
    sent.slice(0, 2).map(async ({ id }: Made) => (await get(api, `/v1/emails/${id}`)).text),
  )
  assert.match(texts[0], /confirm the payment of CA\$50\.00/)
  assert.match(texts[1], /tried again to charge CA\$50\.00/)
  await browse(await pressPay({ hosted_url }), { confirm: 'yes' })
  const paid = await get(api, path)
  assert.deepEqual(
    [paid.status, paid.amount_paid, paid.amount_remaining, paid.amount_written_off],
    ['posted', 5000, 4000, 4000],
  )
  assert.equal((await get(api, `${path}/collection`)).status, 'ended')
  assert.deepEqual(
    (await paymentsOf(made.invoice)).toReversed().map(({ amount }) => amount),
    [9000, 5000, 5000],
  )
})

test('without a plan nothing is tried again', async () => {
  assert.equal((await plan(null)).retry_plan, null)
  const made = await failed(CARD.declinesLater)
  await after_(made.at, 3)
  assert.deepEqual(await attemptsOf(made), ['0 auto failed'])
  assert.equal(await ended(made), 0)
  const { standing, reason } = await get(api, `/v1/customers/${made.customer_id}/standing`)
  assert.deepEqual([standing, reason], ['past_due', 'payment_failed'])
})

test('a plan whose days cannot be planned is refused', async () => {
  const eleven = Array.from({ length: 11 }, (_, index) => index + 1)
  for (const days of [[], [0], [-1, 2], [3, 1], [2, 2], [61], eleven]) {
    const answer = await api.patch(ACCOUNT, { body: { retry_plan: { days } } })
    refused(answer, 400, 'retry_plan_invalid', 'retry_plan.days')
  }
  const body = { retry_plan: { days: [2, 60], end: 'pause' } }
  const { retry_plan } = await bodyOf(api.patch(ACCOUNT, { body }), 200)
  assert.deepEqual(retry_plan, { days: [2, 60], at_hour: null, end: 'pause' })
})
