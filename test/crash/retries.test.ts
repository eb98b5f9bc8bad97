// A process is killed while it tries a failed payment again, or takes over a dispute: each step of the plan is one
// attempt, none is lost, and money is taken once. The gate tries one step, `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeId } from '../../src/platform/ids.ts'
import { allEvents, get, type Made, makeCustomer, makeFinalized } from '../fixtures.ts'
import { until } from '../harness.ts'
import { CARD, payOnline } from '../online.ts'
import { partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const { pool, live } = await install({ after })

const STEPS = ['sweep.found', 'payment.charging', 'payment.answered', 'payment.recorded']
const DEATHS: [fault: string, dies: (fault: string) => Promise<void>][] = [
  ...STEPS.map((fault): [string, typeof dieRetrying] => [fault, dieRetrying]),
  ['sweep.done@payments.retry', dieRetrying],
  ['payment.retried', dieTryingAgain],
  ['sweep.done@payments.retry_with', dieTryingAgain],
  ['sweep.done@payment_methods.announce', dieAnnouncing],
  ['dispute.answered', dieDisputed],
  ['dispute.recorded', dieDisputed],
  ['sweep.done@disputes.check', dieDisputed],
]

for (const [fault, die] of partOf(DEATHS, 6))
  test(`a retry or a notice is made once if its process is killed at ${fault} (${die.name})`, () =>
    die(fault))

/** An invoice whose first automatic payment failed, with a further card that pays. */
async function failed(): Promise<{ invoice: Made; card: string; customer_id: number }> {
  const first = await live()
  const { api } = first
  const { id: customer_id } = await makeCustomer(api, { email: 'pay@maple.example' })
  for (const number of [CARD.pays, CARD.declinesLater]) {
    const draft = await makeFinalized(api, { customer_id })
    await payOnline(draft, number, { base: api.url, saves: true })
  }
  const { data } = await get(api, `/v1/payment_methods?customer_id=cus_${customer_id}`)
  const [declined, pays] = data
  await api.post(`/v1/payment_methods/${declined.id}/default`)
  await api.patch(`/v1/customers/${customer_id}`, { body: { auto_pay_enabled: true } })
  const invoice = await makeFinalized(api, { customer_id })
  await until('the first failure', async () => {
    const { data: payments } = await get(api, `/v1/payments?invoice_id=${invoice.id}`)
    return payments[0]?.status === 'failed'
  })
  await first.stop()
  return { invoice, card: pays.id, customer_id }
}

/** The attempts of an invoice, once there are as many: by whom, and their status. */
async function assertTried(invoice: Made, wanted: string[]): Promise<void> {
  const heir = await live()
  const attempts = async (): Promise<string[]> =>
    (await get(heir.api, `/v1/payments?invoice_id=${invoice.id}`)).data
      .toReversed()
      .map(({ initiated_by, status }: Made) => `${initiated_by} ${status}`)
  await until('the retry', async () => {
    const found = await attempts()
    return found.length === wanted.length && !found.some((each) => each.endsWith('pending'))
  })
  assert.deepEqual(await attempts(), wanted)
  const { rows } = await pool.query('select retry_at from invoices where number = $1', [
    invoice.number,
  ])
  assert.equal(rows[0].retry_at !== null, !wanted.some((each) => each.endsWith('settled')))
  await heir.stop()
}

/** Kills the process that makes an attempt of the plan. */
async function dieRetrying(fault: string): Promise<void> {
  const { invoice } = await failed()
  await pool.query('update invoices set retry_at = now() where number = $1', [invoice.number])
  await assertDies(live(fault))
  await assertTried(invoice, ['auto failed', 'retry failed'])
}

/** Kills the process that tries a new default method. */
async function dieTryingAgain(fault: string): Promise<void> {
  const { invoice, card } = await failed()
  await pool.query(
    `with chosen as (update customers c set default_payment_method_id = m.id from payment_methods m
       where m.environment_id = c.environment_id and m.customer_id = c.id and m.id = $1 returning m.id)
     update payment_methods set retry_at = now() where id in (select id from chosen)`,
    [decodeId('pm', card)],
  )
  await assertDies(live(fault))
  await assertTried(invoice, ['auto failed', 'retry settled'])
}

/** Kills the process that writes of a card that expires: the customer gets one email. */
async function dieAnnouncing(fault: string): Promise<void> {
  const { card, customer_id } = await failed()
  const due = `update payment_methods set notice_at = now()
    where customer_id = (select customer_id from payment_methods where id = $1)`
  await pool.query(due, [decodeId('pm', card)])
  await assertDies(live(fault))
  const heir = await live()
  const emails = async () =>
    (await get(heir.api, `/v1/emails?customer_id=cus_${customer_id}&kind=card_expiring`)).data
  await until('the email', async () => (await emails()).length > 0)
  assert.equal((await emails()).length, 1)
  const said = (await allEvents(heir.api)).filter(
    ({ type, data }) => type === 'payment_method.expiring' && data.object.id === card,
  )
  assert.equal(said.length, 1)
  await heir.stop()
}

/** Kills the process that takes over a dispute, or asks about it again: the money is taken once. */
async function dieDisputed(fault: string): Promise<void> {
  const first = await live()
  const invoice = await makeFinalized(first.api)
  await payOnline(invoice, CARD.disputed, { base: first.api.url })
  await first.stop()
  const today = 'update simulated_payments set disputed_at = now(), report_at = now()'
  await pool.query(`${today} where disputed_at is not null and report_at is not null`)
  const dispute = async ({ api }: Awaited<ReturnType<typeof live>>): Promise<Made> =>
    (await get(api, `/v1/disputes?invoice_id=${invoice.id}`)).data[0]
  if (fault.startsWith('sweep.')) {
    const second = await live()
    await until('the dispute', () => dispute(second))
    await second.stop()
    await pool.query('update payments set disputes_at = now() where disputes_at is not null')
  }
  await assertDies(live(fault))
  const heir = await live()
  const { id } = await until('the dispute', () => dispute(heir))
  const { data } = await get(heir.api, `/v1/ledger/entries?object_id=${id}`)
  assert.deepEqual(
    data.map(({ kind }: Made) => kind),
    ['dispute_withdrawn'],
  )
  const path = `/v1/simulated_gateway/disputes/${id}`
  assert.equal((await heir.api.post(path, { body: { status: 'won' } })).status, 200)
  assert.equal((await get(heir.api, `/v1/invoices/${invoice.id}`)).status, 'paid')
  await heir.stop()
}
