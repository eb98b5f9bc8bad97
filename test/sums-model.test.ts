// Random lives of invoices, on a moving clock and in unusual time zones: every figure of the home page and of the
// receivables aging equals the sum of the lists, also while rows are left as older processes leave them.
//
// SUMS_STEPS sets the number of steps, SIMULATE_SEED their seed.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Answer } from './client.ts'
import { advanceTo } from './clock.ts'
import { areSummed, countUnsummed } from './day-sums.ts'
import {
  ACCOUNT,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  PAYMENTS,
} from './fixtures.ts'
import { until, world } from './harness.ts'
import { randomFrom, SUITE_SEED } from './random.ts'
import { leaveBehind } from './sums-former.ts'
import {
  agingOf,
  type Books,
  CURRENCIES,
  customerOf,
  type Day,
  DIGITS,
  dateThere,
  eighths,
  plusDays,
  summaryOf,
} from './sums-model.ts'
import { listed, shownAging, shownCustomer, shownSummary } from './sums-shown.ts'

const STEPS = Number(process.env.SUMS_STEPS ?? 60)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const LOOK_EVERY = 6
const MINUTE_MS = 60_000
/** Midnight is at 18:30, then at 02:30 or 03:30, and finally at 10:00 UTC. */
const ZONES = ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati']
/** Minutes, hours and days: across midnight, and into the aging buckets. */
const JOURNEYS = [7, 45, 180, 700, 1440, 3 * 1440, 12 * 1440, 35 * 1440]

const random = randomFrom(seed)
const { below, pick } = random
// Three quarters of an hour before midnight in the first zone, on the last day of a month.
const wall = { now: Date.parse('2026-01-31T17:45:00.000Z') }
const w = await world({ after }, { wallNow: () => wall.now })
const { api } = w
const ask = (text: string, ...values: unknown[]) => w.sql<Made>(text, values)

const names = new Map<string, string>()
/** Customers who were deleted or erased. */
const gone = new Set<string>()
const there = { zone: 'UTC', now: wall.now, latest: '' }
const seen = { looks: 0, unsummed: 0, earlier: 0, refused: 0, done: new Map<string, number>() }

const readBooks = async (): Promise<Books> => ({
  invoices: await listed(api, INVOICES),
  payments: await listed(api, PAYMENTS),
  names,
})
const theirs = () => [...names.keys()].filter((id) => !gone.has(id))
/** A separate random sequence for page lengths, so that repeated reads do not affect the steps. */
const lengths = randomFrom(seed + 1)
const anyLimit = () => 1 + lengths.below(4)

/** Reads the figures between two equal readings of the lists, because sweeps change invoices in the meantime. */
async function readAll(): Promise<{ books: Books; shown: Made }> {
  for (;;) {
    const books = await readBooks()
    const shown = {
      month: await shownSummary(api, 'month'),
      day: await shownSummary(api, 'day'),
      aging: await shownAging(api, anyLimit()),
      customers: await Promise.all(theirs().map((id) => shownCustomer(api, id))),
    }
    const again = await readBooks()
    if (JSON.stringify(again.invoices) === JSON.stringify(books.invoices)) return { books, shown }
  }
}

const dayNow = (): Day => ({ zone: there.zone, today: dateThere(there.now, there.zone) })
/** Receivables at the end of the last day, if nothing was written since. */
let lastAging: Made

async function look(after: string): Promise<void> {
  const unsummed = await countUnsummed(w.pool)
  const { books, shown } = await readAll()
  const day = dayNow()
  const expected = {
    month: summaryOf(books, day, 'month'),
    day: summaryOf(books, day, 'day'),
    aging: agingOf(books, day.today),
    customers: theirs().map((id) => customerOf(books, day, id)),
  }
  assert.deepEqual(shown, expected, `${after} of seed ${seed}, ${unsummed} rows unsummed before`)
  lastAging = expected.aging
  seen.looks++
  if (unsummed > 0 && (await countUnsummed(w.pool)) > 0) seen.unsummed++
}

/** Verification is clean, whatever the state of the sums. */
async function assertVerified(): Promise<void> {
  const { checks } = await get(api, '/v1/ledger/verification')
  const red = checks.filter(({ differences }: Made) => differences > 0)
  assert.deepEqual(red, [])
}

function note(what: string, { status, text }: Answer): void {
  // Fails if anything but a business rule refuses the request.
  assert.ok(status < 300 || status === 409 || status === 400, `${what}: ${text}`)
  if (status >= 300) seen.refused++
  else seen.done.set(what, (seen.done.get(what) ?? 0) + 1)
}

const anyInvoice = async (...statuses: string[]): Promise<Made> => {
  const all = (await listed(api, INVOICES)).filter(({ status }) => statuses.includes(status))
  return all.length > 0 ? pick(all) : undefined
}

async function create(): Promise<void> {
  const today = dayNow().today
  const customer_id = pick(theirs())
  const unit_amount = pick([0, 1, 99, 1999, 100_000, 9_007_199_254_740_991])
  const due = below(4) === 0 ? {} : { due_date: plusDays(today, below(70) - 40) }
  const body = {
    customer_id,
    currency: pick(CURRENCIES),
    line_items: [{ description: 'Seats', quantity: 1, unit_amount }],
    ...due,
  }
  const made = await api.post(INVOICES, { body })
  note('create', made)
  if (made.status < 300 && below(3) > 0) {
    note('finalize', await api.post(`${INVOICES}/${made.body.id}/finalize`))
  }
}

/** Changes an invoice, but none of its figures. */
async function touch(): Promise<void> {
  const finalized = await anyInvoice('posted', 'overdue', 'paid')
  if (!finalized) return
  const path = `${INVOICES}/${finalized.id}`
  if (below(2) === 0) note('touch', await api.post(`${path}/rotate_hosted_url`))
  else note('touch', await api.post(`${path}/send`, { body: { to: 'ada@maple.example' } }))
}

async function edit(): Promise<void> {
  const of = { customer_id: pick(theirs()) }
  const draft = (await anyInvoice('draft')) ?? (await makeInvoice(api, of))
  const body = { currency: pick(CURRENCIES), due_date: plusDays(dayNow().today, below(30) - 15) }
  note('edit', await api.patch(`${INVOICES}/${draft.id}`, { body }))
}

async function finalize(): Promise<void> {
  const draft = await anyInvoice('draft')
  if (draft) note('finalize', await api.post(`${INVOICES}/${draft.id}/finalize`))
}

async function pay(): Promise<void> {
  const open = await anyInvoice('posted', 'overdue')
  if (!open) return
  const all = open.amount_remaining
  const amount = below(3) === 0 ? all : Math.max(1, Math.trunc(all / (2 + below(3))))
  const received_on = plusDays(dayNow().today, -below(45))
  const method = pick(['cheque', 'cash', 'bank_transfer'])
  const body = { invoice_id: open.id, amount, method, received_on }
  note('pay', await api.post(PAYMENTS, { body }))
}

async function reverse(): Promise<void> {
  const settled = (await listed(api, PAYMENTS)).filter(({ status }) => status === 'settled')
  if (settled.length > 0) {
    note('reverse', await api.post(`${PAYMENTS}/${pick(settled).id}/reverse`, { body: {} }))
  }
}

async function voided(): Promise<void> {
  const some = await anyInvoice('draft', 'posted', 'overdue')
  if (some) note('void', await api.post(`${INVOICES}/${some.id}/void`))
}

async function credit(): Promise<void> {
  const id = pick(theirs())
  const body = { amount: pick(['5', '19', '1000']), currency: pick(CURRENCIES) }
  note('credit', await api.post(`/v1/customers/${id}/credit_transactions`, { body }))
}

async function leave(): Promise<void> {
  if (theirs().length < 4) return
  const id = pick(theirs())
  const answer = await api.delete(`/v1/customers/${id}`)
  note('leave', answer)
  if (answer.status < 300) gone.add(id)
}

async function arrive(): Promise<string> {
  const name = `Customer ${names.size + 1}`
  const { id } = await makeCustomer(api, { name, email: 'ada@maple.example' })
  names.set(`cus_${id}`, name)
  return `cus_${id}`
}

/** A customer pays and is erased, while the customer's rows have outdated summed values. */
async function forget(): Promise<void> {
  const customer_id = await arrive()
  const invoices: Made[] = []
  const payments: Made[] = []
  for (let count = 0; count < 2; count++) {
    const finalized = await makeFinalized(api, { customer_id, currency: pick(CURRENCIES) })
    payments.push(await makePayment(api, finalized))
    invoices.push(await get(api, `${INVOICES}/${finalized.id}`))
  }
  for (let count = 0; count < 3; count++) await leaveBehind(w.pool, random, { invoices, payments })
  const answer = await api.post(`/v1/customers/${customer_id}/erase`, {
    body: { documents: 'erase' },
  })
  note('forget', answer)
  assert.equal(answer.status, 200, answer.text)
  gone.add(customer_id)
  await until('the erasure', async () => {
    const { status } = await get(api, `/v1/customers/${customer_id}/erasure`)
    return status === 'erased'
  })
  const number = customer_id.slice('cus_'.length)
  const [left] = await ask(
    'select name from customers where environment_id = 1 and id = $1',
    number,
  )
  names.set(customer_id, left.name)
}

/** Moves the clock by a day, and checks that the aging of past days does not change. */
async function advance(): Promise<void> {
  await look('before a journey')
  const before = dayNow().today
  there.now += pick(JOURNEYS) * MINUTE_MS
  await advanceTo(api, new Date(there.now).toISOString())
  // In zones where days began earlier, more was posted on days that are still to come here.
  if (before >= there.latest && dayNow().today > before) {
    assert.deepEqual(await shownAging(api, anyLimit(), before), lastAging)
    seen.earlier++
  }
  seen.done.set('advance', (seen.done.get('advance') ?? 0) + 1)
}

/**
 * On any past day and by either date, the aging equals the balance of the receivables; by value date, the cash received
 * equals the payments received by then.
 */
async function lookBack(): Promise<void> {
  const as_of = plusDays(dayNow().today, -lengths.below(60))
  for (const by of ['value_date', 'date']) {
    const query = `as_of=${as_of}&by=${by}`
    const aging = await get(api, `/v1/ledger/receivables_aging?${query}`)
    const { currencies } = await get(api, `/v1/ledger/trial_balance?${query}`)
    const owed = currencies.flatMap(({ currency, accounts }: Made) =>
      accounts
        .filter(({ account, balance }: Made) => account === 'receivable' && Number(balance) !== 0)
        .map(({ balance }: Made) => `${currency} ${balance}`),
    )
    const aged = aging.currencies.filter(({ total }: Made) => Number(total) !== 0)
    const ages = aged.map(({ currency, total }: Made) => `${currency} ${total}`)
    assert.deepEqual(ages, owed, query)
    if (by === 'date') continue
    const payments = (await listed(api, PAYMENTS)).filter((each) => each.received_on <= as_of)
    for (const { currency, accounts } of currencies) {
      const cash = accounts.filter(({ account }: Made) => account.startsWith('cash_'))
      const debits = cash.reduce((sum: bigint, { debit }: Made) => sum + BigInt(eighths(debit)), 0n)
      const all = payments.filter((payment) => payment.currency === currency)
      const received = all.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      const unit = 10n ** BigInt(8 - (DIGITS[currency] as number))
      assert.equal(debits, received * unit, `${currency} ${as_of}`)
    }
  }
}

/** Leaves a few rows as an older process would. */
async function unsum(): Promise<void> {
  const rows = { invoices: await listed(api, INVOICES), payments: await listed(api, PAYMENTS) }
  for (let count = 1 + below(6); count > 0; count--) await leaveBehind(w.pool, random, rows)
  seen.done.set('unsum', (seen.done.get('unsum') ?? 0) + 1)
  if (below(3) === 0) await look('unsummed')
}

const STEPS_OF: [weight: number, step: () => Promise<unknown>][] = [
  [9, create],
  [4, finalize],
  [7, pay],
  [2, reverse],
  [2, voided],
  [1, credit],
  [1, leave],
  [1, arrive],
  [3, advance],
  [5, unsum],
  [2, touch],
  [2, edit],
  [2, forget],
]
const WHATS = [
  ...['create', 'finalize', 'pay', 'reverse', 'void', 'credit', 'advance', 'unsum'],
  ...['touch', 'edit', 'forget'],
]
/** A deck with as many cards of each step as its weight, drawn until it is empty, then refilled. */
const deck: (() => Promise<unknown>)[] = []
function draw(): () => Promise<unknown> {
  if (deck.length === 0)
    deck.push(...STEPS_OF.flatMap(([weight, step]) => Array(weight).fill(step)))
  const [card] = deck.splice(below(deck.length), 1)
  return card as () => Promise<unknown>
}

async function moveTo(zone: string): Promise<void> {
  const answer = await api.patch(ACCOUNT, { body: { time_zone: zone } })
  assert.equal(answer.status, 200, answer.text)
  there.latest = dayNow().today
  there.zone = zone
}

test('every figure equals the sum of the lists, checked after every few steps', async (t) => {
  const reminded = await api.patch(ACCOUNT, { body: { reminder_days: [1, 9] } })
  assert.equal(reminded.status, 200, reminded.text)
  for (let count = 0; count < 5; count++) await arrive()
  for (let step = 0; step < STEPS; step++) {
    const zone = ZONES[Math.trunc((step * ZONES.length) / STEPS)] as string
    if (zone !== there.zone) await moveTo(zone)
    const next = draw()
    // Each step has its own time, or the order of emails would be unknown.
    wall.now++
    there.now++
    await next()
    if (step % LOOK_EVERY === 0) await look(`step ${step}, ${next.name},`)
    if (step % LOOK_EVERY === 0) await lookBack()
    if (step % (4 * LOOK_EVERY) === 0) await assertVerified()
  }
  await look('the last step')
  t.diagnostic(
    `${JSON.stringify(Object.fromEntries(seen.done))}, ${seen.refused} refused; ` +
      `${seen.looks} looks, ${seen.unsummed} of them past rows that were not summed, ` +
      `${seen.earlier} of them back on the day before`,
  )
  assert.ok(seen.unsummed > 0, 'a row was left unsummed during a look')
  const never = WHATS.filter((what) => !seen.done.has(what))
  assert.deepEqual(never, [])
})

test('a sweep adds unsummed rows, and then the sums match the rows', async () => {
  await until('the sweep', async () => (await countUnsummed(w.pool)) === 0)
  assert.ok(await areSummed(ask, 1))
  await look('the sweep')
})

test('deleted sums are recomputed, and no figure is wrong in the meantime', async () => {
  const client = await w.pool.connect()
  try {
    await client.query(
      `begin;
       update invoices set summed_status = null, summed_remaining = null where environment_id = 1;
       update payments set summed_status = null where environment_id = 1;
       delete from day_sums where environment_id = 1;
       delete from owing_customers where environment_id = 1;
       commit`,
    )
  } finally {
    client.release()
  }
  await look('sums were taken away')
  await until('the sweep', async () => (await countUnsummed(w.pool)) === 0)
  assert.ok(await areSummed(ask, 1))
  await look('sums were rebuilt')
})
