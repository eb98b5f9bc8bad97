// Money raced by two server processes: a payment, credit or refund never counts twice.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { decodeId } from '../../src/platform/ids.ts'
import type { Answer, Api } from '../client.ts'
import { advanceTo } from '../clock.ts'
import {
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  PAYMENTS,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import { patient } from './pair.ts'
import { sample } from './rounds.ts'

const w = await world({ after })
const second = await w.secondProcess({ LOG_LEVEL: 'error' })
const apis = [patient(w.api), patient(second.api)] as const
const [api] = apis

const each = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
/** Alternates between the processes. */
const by = (index: number): Api => apis[index % 2 === 0 ? 0 : 1]
const codes = (answers: Answer[]) =>
  Object.groupBy(answers, ({ status, body }) => (status < 300 ? 'ok' : body.error.code))

const draft = (customer: Made, unit_amount: number) =>
  makeInvoice(api, {
    customer_id: customer.id,
    line_items: [{ description: 'Seats', quantity: 1, unit_amount }],
  })
const grant = ({ id }: Made, amount: string) =>
  api.post(`/v1/customers/${id}/credit_transactions`, { body: { amount } })
const finalize = (index: number, { id }: Made) => by(index).post(`${INVOICES}/${id}/finalize`)
const pay = (index: number, { id }: Made, amount: number) =>
  by(index).post(PAYMENTS, {
    body: { invoice_id: id, amount, currency: 'cad', method: 'bank_transfer' },
  })

test('credit is never spent twice under concurrency', async () => {
  for (let round = 0; round < sample(2); round++) {
    const customer = await makeCustomer(api)
    await grant(customer, '50.00')
    const drafts = await each(20, () => draft(customer, 3000))
    const finalized = (await each(20, (index) => finalize(index, drafts[index]))).map(
      ({ body }) => body,
    )
    const applied = finalized
      .map(({ credit_applied }) => credit_applied)
      .filter((amount) => amount > 0)
    // 50.00 pays one invoice of 30.00, and 20.00 of another.
    assert.deepEqual(applied.sort(), [2000, 3000])
    assert.equal(finalized.filter(({ status }) => status === 'paid').length, 1)
    assert.equal((await get(api, `/v1/customers/${customer.id}`)).credit_balance, '0.00000000')
  }
})

test('credit that is removed while invoices use it never goes below zero', async () => {
  const customer = await makeCustomer(api)
  await grant(customer, '50.00')
  const drafts = await each(10, () => draft(customer, 3000))
  const takes = each(10, () => grant(customer, '-10'))
  const finalized = await each(10, (index) => finalize(index, drafts[index]))
  const taken = codes(await takes).ok?.length ?? 0
  const applied = finalized.reduce((sum, { body }) => sum + body.credit_applied, 0)
  assert.equal(applied + taken * 1000, 5000)
  assert.equal((await get(api, `/v1/customers/${customer.id}`)).credit_balance, '0.00000000')
})

test('a grant races a deletion: one is rejected, and no deleted customer is owed anything', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < sample(10) || (ends.size < 2 && round < sample(60)); round++) {
    const customer = await makeCustomer(api)
    const remove = () => by(round).delete(`/v1/customers/${customer.id}`)
    const give = () =>
      by(round + 1).post(`/v1/customers/${customer.id}/credit_transactions`, {
        body: { amount: '5' },
      })
    const requests = round % 4 < 2 ? [remove(), give()] : [give(), remove()].reverse()
    const [deleted, granted] = (await Promise.all(requests)).map(({ status, body }) =>
      status < 300 ? 'ok' : body.error.code,
    )
    ends.add(`${deleted} ${granted}`)
  }
  assert.deepEqual([...ends].sort(), ['customer_has_credit ok', 'ok resource_missing'])
  const owed = await w.sql(
    `select 1 from customer_balances b join customers c on c.environment_id = b.environment_id
       and c.id = b.customer_id where c.deleted_at is not null and b.balance <> 0`,
  )
  assert.deepEqual(owed, [])
})

test('10 parallel payments of the full amount settle once', async () => {
  for (let round = 0; round < sample(2); round++) {
    const invoice = await draft(await makeCustomer(api), 5997)
    await finalize(round, invoice)
    const ends = codes(await each(10, (index) => pay(index, invoice, 5997)))
    assert.equal(ends.ok?.length, 1)
    // The others found it paid.
    assert.equal(ends.invoice_not_payable?.length, 9)
    const now = await get(api, `${INVOICES}/${invoice.id}`)
    assert.deepEqual([now.status, now.amount_paid], ['paid', 5997])
  }
})

test('parallel partial payments never exceed the amount due', async () => {
  const invoice = await draft(await makeCustomer(api), 1000)
  await finalize(0, invoice)
  const ends = codes(await each(20, (index) => pay(index, invoice, 300)))
  assert.deepEqual([ends.ok?.length, ends.payment_exceeds_amount_due?.length], [3, 17])
})

test('a payment reversed ten times at once is reversed once', async () => {
  const invoice = await draft(await makeCustomer(api), 1000)
  await finalize(0, invoice)
  const { body: payment } = await pay(0, invoice, 1000)
  const ends = codes(await each(10, (index) => by(index).post(`${PAYMENTS}/${payment.id}/reverse`)))
  assert.deepEqual([ends.ok?.length, ends.payment_already_reversed?.length], [1, 9])
  assert.equal((await get(api, `${INVOICES}/${invoice.id}`)).amount_paid, 0)
})

const ROUNDS = sample(50)
const AT_ONCE = 50

test(`a concurrent void and payment never both succeed (${ROUNDS} rounds)`, async () => {
  const customer = await makeCustomer(api)
  const wins = { void: 0, pay: 0 }
  for (let done = 0; done < ROUNDS; done += AT_ONCE) {
    const drafts = await each(AT_ONCE, () => draft(customer, 100))
    await each(AT_ONCE, (index) => finalize(index, drafts[index]))
    await each(AT_ONCE, async (index) => {
      const invoice = drafts[index]
      const cancel = () => by(index + 1).post(`${INVOICES}/${invoice.id}/void`)
      const settle = () => pay(index, invoice, 100)
      // Alternates which request is sent first.
      const early = index % 4 < 2 ? cancel() : undefined
      const settled = settle()
      const [voided, paid] = await Promise.all([early ?? cancel(), settled])
      const ends = [voided.status, paid.status]
      assert.ok(String(ends) === '200,409' || String(ends) === '409,201', `${ends}`)
      wins[voided.status === 200 ? 'void' : 'pay']++
      const { status, amount_paid } = await get(api, `${INVOICES}/${invoice.id}`)
      assert.deepEqual([status, amount_paid], voided.status === 200 ? ['void', 0] : ['paid', 100])
    })
  }
  assert.ok(wins.void > 0 && wins.pay > 0, `each wins now and then: ${JSON.stringify(wins)}`)
})

/** A payment by debit of an invoice that was paid in another way meanwhile: all of it can be refunded, until it is returned. */
async function overpaid(): Promise<string> {
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.bouncingDebit)
  await pay(0, invoice, 5997)
  return (await get(api, `${PAYMENTS}?invoice_id=${invoice.id}&method=gateway`)).data[0].id
}

test('two refunds of a payment and its return by the bank never give back more than the gateway has', async (t) => {
  const DAY_MS = 86_400_000
  const began = Date.now()
  const daysLater = (days: number) => advanceTo(api, new Date(began + days * DAY_MS).toISOString())
  const ids = await each(8, overpaid)
  await daysLater(4)
  const refund = (index: number, payment_id: string) =>
    by(index).post('/v1/refunds', { body: { payment_id, from: 'overpayment' } })
  const [answers] = await Promise.all([
    // Each some requests later than the one before, so that the bank is faster for some.
    Promise.all(
      ids.map(async (id, turn) => {
        for (let count = 0; count < turn * 6; count++) await get(api, '/v1/test_clock')
        return each(2, (index) => refund(index, id))
      }),
    ),
    daysLater(15),
  ])
  await daysLater(20)
  const ends = await Promise.all(
    ids.map(async (id, index) => {
      const oks = codes(answers[index] ?? []).ok?.length ?? 0
      assert.ok(oks <= 1, 'all of a payment is refunded once')
      const refunds = async () => (await get(api, `/v1/refunds?payment_id=${id}`)).data as Made[]
      await until('the refunds to end', async () =>
        (await refunds()).every(({ status }) => status !== 'pending'),
      )
      const here = await refunds()
      assert.equal(here.length, oks)
      const { data } = await get(api, `/v1/simulated_gateway/ledger?payment_id=${id}`)
      const there = data[0].refunds as Made[]
      assert.deepEqual(
        there.map(({ refund_id, amount, status }) => [refund_id, amount, status]),
        here.map((each) => [each.id, each.amount, each.status]),
      )
      const { status } = await get(api, `${PAYMENTS}/${id}`)
      // A refund that was paid before stays so: the customer has the money twice.
      assert.equal(status, 'reversed')
      return here[0]?.status ?? 'refused'
    }),
  )
  t.diagnostic(JSON.stringify(ends))
})

test('an invoice that is written off before it is charged automatically is not charged', async (t) => {
  const customer = await makeCustomer(api, { auto_pay_enabled: true })
  const saved = await makeFinalized(api, { customer_id: customer.id })
  await payOnline(saved, CARD.confirms, { saves: true })
  const [before, begun] = [await draft(customer, 6000), await draft(customer, 6000)]
  const writeOff = ({ id }: Made) =>
    w.api.post(`${INVOICES}/${id}/write_off`, { body: { reason: 'Insolvent' } })
  const attempts = async ({ id }: Made) =>
    (await get(api, `${PAYMENTS}?invoice_id=${id}`)).data.map(({ status }: Made) => status)

  const client = new pg.Client(w.config.databaseUrl)
  t.after(() => client.end())
  await client.connect()
  await client.query(
    `begin; select 1 from invoices where id = '${decodeId('inv', before.id)}' for update`,
  )
  // Both wait for the row, so that nothing happens between them.
  const finalized = w.api.post(`${INVOICES}/${before.id}/finalize`)
  await get(w.api, '/v1/test_clock')
  const written = writeOff(before)
  await get(w.api, '/v1/test_clock')
  await client.query('commit')
  assert.deepEqual([(await finalized).status, (await written).status], [200, 200])

  await finalize(0, begun)
  await until('a payment to be confirmed', async () =>
    (await attempts(begun)).includes('requires_action'),
  )
  await writeOff(begun)
  const { now } = await get(api, '/v1/test_clock')
  await advanceTo(api, new Date(Date.parse(now) + 120_000).toISOString())
  assert.deepEqual([await attempts(before), await attempts(begun)], [[], ['canceled']])
})
