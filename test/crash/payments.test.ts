// A process is killed while a customer pays, a saved card is charged, or a payment refunded, at each step: the next process
// finds out what the gateway did, and nothing is charged or refunded twice. The gate tries one step, `npm run test:crash` all.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { get, type Made, makeCustomer, makeFinalized } from '../fixtures.ts'
import { until } from '../harness.ts'
import { CARD, payOnline, pressPay } from '../online.ts'
import type { Process } from '../process.ts'
import { partOf } from './deaths.ts'
import { assertDies, install } from './lives.ts'

const { pool, live } = await install({ after })

const DEATHS: [fault: string, dies: (fault: string) => Promise<void>][] = [
  ['payment.begun', diePaying],
  ['payment.answered', diePaying],
  ['payment.recorded', diePaying],
  ['payment.charging', dieCharging],
  ['payment.answered', dieCharging],
  ['payment.recorded', dieCharging],
  ['sweep.done@payments.check', dieSweeping],
  ['sweep.done@payments.collect', dieSweeping],
  ['sweep.done@simulated_gateway.report', dieReporting],
  ['refund.sending', dieRefunding],
  ['refund.answered', dieRefunding],
  ['refund.recorded', dieRefunding],
  ['sweep.done@refunds.check', dieRefunding],
  // Its sixth step takes money over.
  ['reconciliation.compared:6', dieComparing],
  ['sweep.done@reconciliation.compare', dieComparing],
]

for (const [fault, die] of partOf(DEATHS, 11))
  test(`a payment is made once if its process is killed at ${fault} (${die.name})`, () =>
    die(fault))

/** The invoice is paid in the end, once, here and at the gateway. */
async function assertPaidOnce({ api }: Process, invoice: Made): Promise<void> {
  await until('the invoice to be paid', async () => {
    return (await get(api, `/v1/invoices/${invoice.id}`)).status === 'paid'
  })
  const { data } = await get(api, `/v1/payments?invoice_id=${invoice.id}`)
  assert.equal(data.filter(({ status }: Made) => status === 'settled').length, 1)
  const charged = await pool.query(
    "select id from simulated_payments where description = $1 and status = 'settled'",
    [invoice.number],
  )
  assert.equal(charged.rowCount, 1)
}

/** Kills the process that the customer's browser talks to; the customer tries again at the next one. */
async function diePaying(fault: string): Promise<void> {
  const dying = await live(fault)
  const invoice = await makeFinalized(dying.api)
  await pressPay(invoice, dying.api.url).catch(() => undefined)
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  const heir = await live()
  await payOnline(invoice, CARD.pays, { base: heir.api.url })
  await assertPaidOnce(heir, invoice)
  await heir.stop()
}

/** Creates a customer who pays automatically with a saved card; returns the customer and an unpaid invoice. */
async function aPayer(): Promise<{ id: number; invoice: Made }> {
  const first = await live()
  const { id } = await makeCustomer(first.api)
  const paid = await makeFinalized(first.api, { customer_id: id })
  await payOnline(paid, CARD.pays, { base: first.api.url, saves: true })
  const invoice = await makeFinalized(first.api, { customer_id: id })
  await first.api.patch(`/v1/customers/${id}`, { body: { auto_pay_enabled: true } })
  await first.stop()
  return { id, invoice }
}

/** Kills a process at the end of a sweep that has done something; the next one continues. */
async function dieSweeping(fault: string): Promise<void> {
  const { invoice } = await aPayer()
  const due = 'update invoices set collect_at = now() where number = $1'
  await pool.query(due, [invoice.number])
  // Dies with a payment that is about to be charged.
  if (fault.endsWith('check')) await assertDies(live('payment.charging'))
  await assertDies(live(fault))
  const heir = await live()
  await assertPaidOnce(heir, invoice)
  await heir.stop()
}

/** Kills the process that was notified of a returned debit; the payment is reversed once. */
async function dieReporting(fault: string): Promise<void> {
  const first = await live()
  const invoice = await makeFinalized(first.api)
  await payOnline(invoice, CARD.bouncingDebit, { base: first.api.url })
  await first.stop()
  await pool.query(
    `update simulated_payments set ends_at = created_at, bounces_at = created_at, report_at = created_at
     where description = $1`,
    [invoice.number],
  )
  await assertDies(live(fault))
  const heir = await live()
  await until('the payment to be reversed', async () => {
    const { data } = await get(heir.api, `/v1/payments?invoice_id=${invoice.id}`)
    return data.length === 1 && data[0].status === 'reversed'
  })
  const { status, amount_paid } = await get(heir.api, `/v1/invoices/${invoice.id}`)
  assert.deepEqual([status, amount_paid], ['posted', 0])
  await heir.stop()
}

/** Kills the process that compares the gateway with the books; the money that it found counts once. */
async function dieComparing(fault: string): Promise<void> {
  const first = await live()
  const invoice = await makeFinalized(first.api)
  await payOnline(invoice, CARD.lostAnswer, { base: first.api.url })
  await pool.query(
    "update payments set check_at = check_at + interval '1 day' where check_at is not null",
  )
  await first.stop()
  await pool.query(
    `insert into reconciliations (environment_id, id, due_at, step)
     select environment_id, '00000000-0000-0000-0000-000000000000', min(created_at), 0 from payments group by environment_id`,
  )
  await assertDies(live(fault))
  // As five minutes later, when another process can take over the step.
  await pool.query("update reconciliations set due_at = due_at - interval '5 minutes'")
  const heir = await live()
  await assertPaidOnce(heir, invoice)
  const [state] = await until('the end of the comparison', async () => {
    const { gateways } = await get(heir.api, '/v1/reconciliation')
    return gateways[0].status === 'complete' && gateways
  })
  assert.equal(state.open_differences, 0)
  assert.equal((await pool.query('select from reconciliation_marks')).rowCount, 0)
  await heir.stop()
}

/** Kills the process whose sweep charges a saved card; the next one finds out what became of it. */
async function dieCharging(fault: string): Promise<void> {
  const { id } = await aPayer()
  const dying = await live(fault)
  const invoice = await makeFinalized(dying.api, { customer_id: id })
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  const heir = await live()
  await assertPaidOnce(heir, invoice)
  await heir.stop()
}

/** Kills the process that sends a refund; the next one finds out what became of it. */
async function dieRefunding(fault: string): Promise<void> {
  const isSweep = fault.startsWith('sweep.')
  const dying = await live(isSweep ? 'refund.sending' : fault)
  const { api } = dying
  const invoice = await makeFinalized(api)
  await payOnline(invoice, CARD.pays, { base: api.url })
  const body = { invoice_id: invoice.id, reason: 'goodwill', amount: 900, refund: 900 }
  await api.post('/v1/credit_notes', { body }).catch(() => undefined)
  assert.equal(await dying.ended, 'SIGKILL', dying.output())
  await pool.query('update refunds set check_at = created_at where check_at is not null')
  if (isSweep) await assertDies(live(fault))
  const heir = await live()
  const refunds = async () => (await get(heir.api, `/v1/refunds?invoice_id=${invoice.id}`)).data
  await until('the refund to be paid', async () => (await refunds())[0]?.status === 'succeeded')
  const { data } = await get(heir.api, '/v1/simulated_gateway/ledger?limit=100')
  const charge = data.find(({ description }: Made) => description === invoice.number)
  assert.deepEqual(
    charge.refunds.map(({ refund_id, amount, status }: Made) => ({ refund_id, amount, status })),
    (await refunds()).map(({ id }: Made) => ({ refund_id: id, amount: 900, status: 'succeeded' })),
  )
  await heir.stop()
}

/** What happens after a process began a charge, before the next one makes it; the charge is then canceled. */
const MEANWHILE: [what: string, path: (invoice: Made, method: Made) => string][] = [
  ['its invoice is voided', ({ id }) => `/v1/invoices/${id}/void`],
  ['its card is detached', (_, { id }) => `/v1/payment_methods/${id}/detach`],
]

for (const [what, path] of MEANWHILE) {
  test(`a charge is not made if ${what} before`, async () => {
    const { id, invoice } = await aPayer()
    await pool.query('update invoices set collect_at = now() where number = $1', [invoice.number])
    await assertDies(live('payment.charging'))
    const later = (time: string) =>
      pool.query(`update payments set check_at = ${time} where status = 'pending'`)
    await later("now() + interval '1 hour'")
    const heir = await live()
    const { data } = await get(heir.api, `/v1/payment_methods?customer_id=cus_${id}`)
    assert.equal((await heir.api.post(path(invoice, data[0]))).status, 200)
    await later('now()')
    await until('the charge to be canceled', async () => {
      const payments = await get(heir.api, `/v1/payments?invoice_id=${invoice.id}`)
      return payments.data[0].status === 'canceled'
    })
    const known = 'select id from simulated_payments where description = $1'
    assert.equal((await pool.query(known, [invoice.number])).rowCount, 0)
    await heir.stop()
  })
}
