// The figures of the home page: each is the sum over the list it names.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  ACCOUNT,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  PAYMENTS,
} from '../fixtures.ts'
import { until, type World, world } from '../harness.ts'

// 21:30 on 20 November in Toronto: already the 21st in UTC.
const NOW = Date.parse('2026-11-21T02:30:00.000Z')
const wallNow = () => NOW
const w = await world({ after }, { wallNow })
const { api } = w
const toronto = { body: { time_zone: 'America/Toronto' } }
assert.equal((await api.patch(ACCOUNT, toronto)).status, 200)

async function allOf(url: string, from = api): Promise<Made[]> {
  const rows: Made[] = []
  for (let more = true; more; ) {
    const cursor = rows.length > 0 ? `&starting_after=${rows.at(-1).id}` : ''
    const page = await get(from, `${url}&limit=100${cursor}`)
    rows.push(...page.data)
    more = page.has_more
  }
  return rows
}

const sum = (rows: Made[], member: string) => rows.reduce((total, each) => total + each[member], 0)

async function assertAddsUp(summary: Made, from = api): Promise<number> {
  let figures = 0
  const check = async ({ url, count, amount }: Made, member?: string) => {
    const rows = await allOf(url, from)
    assert.equal(rows.length, count, url)
    if (member) assert.equal(sum(rows, member), amount, url)
    figures++
  }
  for (const { currencies } of summary.cash_in) {
    for (const each of currencies) await check(each, 'amount')
  }
  const { billed, credited, received, refunded } = summary.comparison
  for (const { current, previous } of billed) {
    for (const each of [current, previous]) await check(each, 'total')
  }
  for (const { current, previous } of credited) {
    for (const each of [current, previous]) await check(each, 'total')
  }
  for (const { current, previous } of [...received, ...refunded]) {
    for (const each of [current, previous]) await check(each, 'amount')
  }
  for (const { open, overdue, ages } of summary.receivables) {
    for (const each of [open, overdue, ...ages]) await check(each, 'amount_remaining')
    assert.equal(sum(ages, 'amount'), open.amount)
  }
  for (const each of summary.invoice_warnings) await check(each)
  for (const { statuses } of summary.invoices) for (const each of statuses) await check(each)
  for (const each of summary.attention) await check(each)
  return figures
}

const { id: customer_id } = await makeCustomer(api)
const of = (due_date: string, more: object = {}) => ({ customer_id, due_date, ...more })

/** Waits until the sweep has marked overdue invoices, so that figures and lists agree. */
const marked = () =>
  until('the sweep', async () => {
    const { total_count } = await get(api, `${INVOICES}?status=posted&due_date[lte]=2026-11-19`)
    return total_count === 0
  })

test('outstanding amounts are shown by currency and by days past due', async () => {
  // Due dates by days past due on 20 November: 0, 1 twice, 30, 31, 60, 61, 90, and one in the future.
  const due = ['2026-11-20', '2026-11-19', '2026-11-19', '2026-10-21', '2026-10-20', '2026-09-21']
  for (const date of [...due, '2026-09-20', '2026-08-22', '2027-01-01']) {
    await makeFinalized(api, of(date))
  }
  const part = await makeFinalized(api, of('2026-08-21'))
  await makePayment(api, part, { amount: 997 })
  const { receivables } = await get(api, '/v1/summary')
  const [{ currency, open, overdue, ages }] = receivables
  assert.equal(receivables.length, 1)
  // 59.97 each, less 50.00 for the partially paid one.
  assert.deepEqual(
    [currency, open.amount, open.count, overdue.amount, overdue.count],
    ['cad', 9 * 5997 + 5000, 10, 7 * 5997 + 5000, 8],
  )
  assert.deepEqual(
    ages.map(({ age, amount, count }: Made) => [age, amount, count]),
    [
      ['current', 2 * 5997, 2],
      ['days_1_30', 3 * 5997, 3],
      ['days_31_60', 2 * 5997, 2],
      ['days_61_90', 2 * 5997, 2],
      ['days_over_90', 5000, 1],
    ],
  )
  await marked()
  await assertAddsUp(await get(api, '/v1/summary'))
})

test('settled payments are shown by the day they were received, in months and in days', async () => {
  const invoice = await makeFinalized(api, of('2026-12-31'))
  for (const [received_on, amount] of [
    ['2026-11-20', 100],
    ['2026-11-01', 200],
    ['2026-10-31', 400],
    ['2025-12-01', 800],
    ['2025-11-30', 1600],
  ]) {
    await makePayment(api, invoice, { received_on, amount })
  }
  const undone = await makePayment(api, invoice, { received_on: '2026-11-20', amount: 5 })
  await api.post(`${PAYMENTS}/${undone.id}/reverse`)
  const yen = await makeFinalized(api, { ...of('2026-12-31'), currency: 'jpy' })
  await makePayment(api, yen, { received_on: '2026-11-20' })
  const amounts = ({ cash_in }: Made) =>
    cash_in.flatMap(({ from, to, currencies }: Made) =>
      currencies.map(({ currency, amount }: Made) => [from, to, currency, amount]),
    )
  const months = await get(api, '/v1/summary')
  assert.equal(months.cash_in.length, 12)
  // The 997 of the other test were received today.
  assert.deepEqual(amounts(months), [
    ['2025-12-01', '2025-12-31', 'cad', 800],
    ['2026-10-01', '2026-10-31', 'cad', 400],
    ['2026-11-01', '2026-11-30', 'cad', 1297],
    ['2026-11-01', '2026-11-30', 'jpy', 5997],
  ])
  const days = await get(api, '/v1/summary?interval=day')
  assert.equal(days.cash_in.length, 30)
  assert.deepEqual(amounts(days), [
    ['2026-10-31', '2026-10-31', 'cad', 400],
    ['2026-11-01', '2026-11-01', 'cad', 200],
    ['2026-11-20', '2026-11-20', 'cad', 1097],
    ['2026-11-20', '2026-11-20', 'jpy', 5997],
  ])
  await assertAddsUp(days)
})

test('billed and received are compared with the same days of the previous period, without void', async (t) => {
  // 20 October in Toronto, and a month later by the test clock.
  const october = () => Date.parse('2026-10-20T16:00:00.000Z')
  const here = await world(t, { wallNow: october })
  await here.api.patch(ACCOUNT, toronto)
  const customer = await makeCustomer(here.api)
  const due = { customer_id: customer.id, due_date: '2026-12-31' }
  // Finalized on the 20th: one partially paid, one void, one in yen.
  const part = await makeFinalized(here.api, due)
  const voided = await makeFinalized(here.api, due)
  await makeFinalized(here.api, { ...due, currency: 'jpy' })
  await makePayment(here.api, part, { amount: 997, received_on: '2026-10-20' })
  await here.api.post(`${INVOICES}/${voided.id}/void`)
  const noteOn = async ({ id: invoice_id }: Made, body: object): Promise<Made> => {
    const sent = { invoice_id, reason: 'goodwill', ...body }
    const note = await bodyOf(here.api.post('/v1/credit_notes', { body: sent }), 201)
    const { data } = await get(here.api, `/v1/refunds?credit_note_id=${note.id}`)
    return { ...note, refunds: data }
  }
  await noteOn(part, { amount: 1000 })
  const drafted = await makeInvoice(here.api, due)
  const goTo = async (to: string) => {
    await here.api.post('/v1/test_clock/advance', { body: { to } })
    await until('the clock', async () => (await get(here.api, '/v1/test_clock')).status === 'ready')
  }
  const onThe20th = await get(
    here.api,
    `${INVOICES}?finalized_at[gte]=2026-10-20&finalized_at[lt]=2026-10-21`,
  )
  assert.equal(onThe20th.total_count, 3, 'dates are midnights of the account, drafts are not in it')
  const after20th = await get(here.api, `${INVOICES}?finalized_at[gt]=2026-10-21`)
  assert.equal(after20th.total_count, 0)
  // A minute before midnight in Toronto: the 20th is the last compared day of both months.
  await goTo('2026-11-21T04:59:00.000Z')
  await here.api.post(`${INVOICES}/${drafted.id}/finalize`)
  const credit = `/v1/customers/${customer.id}/credit_transactions`
  assert.equal(
    (await here.api.post(credit, { body: { amount: '10.00', currency: 'cad' } })).status,
    201,
  )
  const credited = await makeFinalized(here.api, due)
  assert.equal(credited.amount_due, 4997, 'credit is a way to pay: it is billed all the same')
  // 40.00 were still to be paid; one refund is paid, another one fails, and a note is void.
  const { refunds } = await noteOn(part, { amount: 4500, refund: 500 })
  const paid = { body: { paid_on: '2026-11-02' } }
  await bodyOf(here.api.post(`/v1/refunds/${refunds[0].id}/succeed`, paid), 200)
  const back = await noteOn(part, { amount: 497, refund: 497, refund_paid: true })
  await bodyOf(here.api.post(`/v1/refunds/${back.refunds[0].id}/fail`), 200)
  const { id: wrong } = await noteOn(credited, { amount: 100 })
  await bodyOf(here.api.post(`/v1/credit_notes/${wrong}/void`), 200)
  await makePayment(here.api, credited, { received_on: '2026-11-01', amount: 498 })
  const summary = await get(here.api, '/v1/summary')
  const { current, previous, billed, received } = summary.comparison
  assert.deepEqual(current, { from: '2026-11-01', to: '2026-11-20' })
  assert.deepEqual(previous, { from: '2026-10-01', to: '2026-10-20' })
  const rowsOf = (figures: Made[]) =>
    figures.map(({ currency, current, previous, change }: Made) => [
      currency,
      current.amount,
      current.count,
      previous.amount,
      previous.count,
      change.amount,
      change.percent,
    ])
  // 59.97 each; 4.98 of 9.97 is half of it, rounded: -50.05 %.
  assert.deepEqual(rowsOf(billed), [
    ['cad', 2 * 5997, 2, 5997, 1, 5997, '100.0'],
    ['jpy', 0, 0, 5997, 1, -5997, '-100.0'],
  ])
  assert.deepEqual(rowsOf(received), [['cad', 498, 1, 997, 1, -499, '-50.1']])
  assert.deepEqual(rowsOf(summary.comparison.credited), [['cad', 4997, 2, 1000, 1, 3997, '399.7']])
  assert.deepEqual(rowsOf(summary.comparison.refunded), [['cad', 500, 1, 0, 0, 500, null]])
  await assertAddsUp(summary, here.api)
  // A day later the 21st is compared, on which no invoice was finalized in October.
  await goTo('2026-11-21T05:01:00.000Z')
  const next = await get(here.api, '/v1/summary')
  assert.deepEqual(next.comparison.previous, { from: '2026-10-01', to: '2026-10-21' })
  const days = await get(here.api, '/v1/summary?interval=day')
  assert.deepEqual(days.comparison.current, { from: '2026-10-23', to: '2026-11-21' })
  assert.deepEqual(rowsOf(days.comparison.billed), [
    ['cad', 2 * 5997, 2, 5997, 1, 5997, '100.0'],
    ['jpy', 0, 0, 5997, 1, -5997, '-100.0'],
  ])
  await assertAddsUp(days, here.api)
})

test('the invoices of the period are counted by warning, without void ones', async (t) => {
  // Days in Auckland begin 13 hours before those of UTC.
  let now = Date.parse('2026-10-31T10:00:00.000Z')
  const here = await world(t, { wallNow: () => now++ })
  const body = { time_zone: 'Pacific/Auckland', country: 'CA', automatic_tax: true }
  await here.api.patch(ACCOUNT, { body })
  const registration = { country: 'CA', valid_from: '2026-01-01' }
  await here.api.post('/v1/tax_registrations', { body: registration })
  const { id } = await makeCustomer(here.api, { country: 'CA' })
  const makeFinal = () => makeFinalized(here.api, { customer_id: id })
  // Still October, the first hour of November (October in UTC), and the 2nd.
  for (const hours of [0, 1, 36]) {
    now += hours * 3_600_000
    await makeFinal()
  }
  const taken = await makeFinal()
  await makeInvoice(here.api, { customer_id: id })
  const { id: known } = await makeCustomer(here.api, { country: 'CA', state_province: 'ON' })
  await makeFinalized(here.api, { customer_id: known })
  const warned = async (interval = 'month') => {
    const summary = await get(here.api, `/v1/summary?interval=${interval}`)
    await assertAddsUp(summary, here.api)
    return summary.invoice_warnings.find(({ code }: Made) => code === 'tax_address_missing').count
  }
  assert.deepEqual([await warned(), await warned('day')], [3, 4])
  await here.api.post(`${INVOICES}/${taken.id}/void`)
  assert.equal(await warned(), 2)
})

test('the five longest overdue invoices are listed with days and balance due', async () => {
  const { oldest_overdue } = await get(api, '/v1/summary')
  // On 20 November, of the invoices above: five of eight, the oldest first, partially paid or not.
  assert.deepEqual(
    oldest_overdue.map(({ due_date, days_overdue, amount_remaining }: Made) => [
      due_date,
      days_overdue,
      amount_remaining,
    ]),
    [
      ['2026-08-21', 91, 5000],
      ['2026-08-22', 90, 5997],
      ['2026-09-20', 61, 5997],
      ['2026-09-21', 60, 5997],
      ['2026-10-20', 31, 5997],
    ],
  )
  const [{ invoice_id, number, customer_id: whose }] = oldest_overdue
  const oldest = await get(api, `${INVOICES}/${invoice_id}`)
  assert.deepEqual([oldest.number, oldest.status, whose], [number, 'overdue', `cus_${customer_id}`])
})

test('the summary lists overdue, forgotten and failed items', async () => {
  await makeInvoice(api, of('2026-11-19'))
  await makeInvoice(api, of('2026-11-20'))
  await marked()
  const { attention } = await get(api, '/v1/summary')
  assert.deepEqual(
    attention.map(({ kind, count }: Made) => [kind, count]),
    [
      ['invoices_overdue', 8],
      ['drafts_past_due', 1],
      ['collections_failed', 0],
      ['payments_unanswered', 0],
      ['emails_failed', 0],
      ['webhook_endpoints_disabled', 0],
      ['webhook_deliveries_failed', 0],
    ],
  )
})

test('each figure is the sum over the list that it names', async () => {
  const voided = await makeFinalized(api, of('2026-12-31'))
  await api.post(`${INVOICES}/${voided.id}/void`)
  const paid = await makeFinalized(api, of('2026-12-31'))
  await makePayment(api, paid)
  const summary = await get(api, '/v1/summary')
  const { statuses } = summary.invoices.at(-1)
  assert.deepEqual(
    statuses.map(({ status }: Made) => status),
    ['draft', 'posted', 'paid', 'overdue', 'void'],
  )
  assert.ok((await assertAddsUp(summary)) > 20)
})

test("today is the account's date by the environment's own clock", async (t) => {
  const here: World = await world(t, { wallNow })
  await here.api.patch(ACCOUNT, toronto)
  const summary = await get(here.api, '/v1/summary')
  assert.deepEqual([summary.as_of, summary.time_zone], ['2026-11-20', 'America/Toronto'])
  await here.api.patch(ACCOUNT, { body: { time_zone: 'Pacific/Auckland' } })
  // New Zealand is 13 hours ahead of UTC in November.
  assert.equal((await get(here.api, '/v1/summary')).as_of, '2026-11-21')
  await here.api.post('/v1/test_clock/advance', { body: { to: '2027-03-31T12:00:00.000Z' } })
  await until('the clock', async () => (await get(here.api, '/v1/test_clock')).status === 'ready')
  const later = await get(here.api, '/v1/summary')
  assert.equal(later.as_of, '2027-04-01')
  assert.deepEqual(later.cash_in.at(-1), { from: '2027-04-01', to: '2027-04-30', currencies: [] })
})

test('figures that a key cannot read are left out', async () => {
  const key = await w.key({ scopes: ['invoices:read'] })
  const summary = await get(api, '/v1/summary', { key })
  const { credited, received, refunded } = summary.comparison
  assert.deepEqual([summary.cash_in, credited, received, refunded], [null, null, null, null])
  assert.deepEqual(
    summary.attention.map(({ kind }: Made) => kind),
    ['invoices_overdue', 'drafts_past_due', 'collections_failed'],
  )
})

test('sums are exact beyond the precision of numbers', async (t) => {
  const here = await world(t, { wallNow })
  const line = { description: 'x', quantity: 9007, unit_amount: 999_999_999_999 }
  for (let count = 0; count < 3; count++) await makeFinalized(here.api, { line_items: [line] })
  // 3 × 9007 × 999 999 999 999, by hand: 27 021 × 10^12 − 27 021; 2^53 is 9 007 199 254 740 992.
  const { text } = await here.api.get('/v1/summary')
  const exact = '"open":{"amount":27020999999972979,"amount_exact":"27020999999972979",'
  assert.ok(text.includes(exact), text.slice(0, 2000))
  const { receivables } = await get(here.api, '/v1/summary')
  const [{ currency, ages }] = receivables
  assert.equal(currency, 'cad')
  assert.deepEqual(
    ages.map(({ amount_exact }: Made) => amount_exact),
    ['27020999999972979', '0', '0', '0', '0'],
  )
})

test('sums beyond 2^53 are also returned as strings of digits', async (t) => {
  const here = await world(t, { wallNow })
  // Three payments of 2^53 − 1 smallest units: 27 021 597 764 222 973, which is odd and so no float.
  const most = 9_007_199_254_740_991
  const line_items = [
    { description: 'x', quantity: 9007, unit_amount: 999_999_999_999 },
    { description: 'y', quantity: 1, unit_amount: 199_254_749_998 },
  ]
  const { id: customer_id } = await makeCustomer(here.api)
  for (let count = 0; count < 3; count++) {
    const invoice = await makeFinalized(here.api, { customer_id, line_items })
    assert.equal(invoice.amount_due, most)
    if (count < 2) await makePayment(here.api, invoice)
  }
  const { cash_in, receivables } = await get(here.api, '/v1/summary')
  const [now] = cash_in.at(-1).currencies
  assert.equal(now.amount_exact, '18014398509481982')
  assert.equal(receivables[0].open.amount_exact, '9007199254740991')
  for (let count = 0; count < 2; count++) {
    await makeFinalized(here.api, { customer_id, line_items })
  }
  const { text } = await here.api.get(`/v1/customers/${customer_id}/receivables`)
  const figure = '"amount":27021597764222973,"amount_exact":"27021597764222973","count":3'
  assert.equal(text.split(figure).length - 1, 2, text)
  const trial = await get(here.api, '/v1/ledger/trial_balance')
  assert.equal(trial.currencies[0].debit, '630503947831869.37000000')
  const aging = await get(here.api, '/v1/ledger/receivables_aging')
  assert.equal(aging.currencies[0].total, '270215977642229.73000000')
})
