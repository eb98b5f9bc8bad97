// Stripe's list of payments, as reconciliation reads it: page by page, and only what is ours.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Behavior } from '../../../test/stripe/books.ts'
import { newPayment, openBench, setupFor } from '../../../test/stripe/gateway.ts'
import type { Charge, GatewayRecord } from '../gateway.ts'

const { gateway, standIn, kept } = await openBench({ after })
const { books } = standIn

/** Charges a saved card. */
async function charge(more: Partial<Charge> = {}, behavior: Behavior = {}): Promise<Charge> {
  const payment = newPayment(more)
  const setup = setupFor(newPayment({ customer_id: payment.customer_id }))
  await gateway.beginSetup(setup)
  const [customer = ''] = await kept(payment.customer_id)
  const method = books.method(behavior, { customer, allow_redisplay: 'always' }).id
  const input = { ...payment, method, payment_method_id: setup.id }
  await gateway.charge(input)
  return input
}

const intents = () => [...books.intents.values()]

test('every page is read, and payments of others are left out', async () => {
  const paid = [await charge(), await charge({ amount: 700, currency: 'isk' })]
  const declined = await charge({}, { declines: { code: 'card_declined' } })
  const moving = await charge({}, { processes: true })
  const [first] = intents()
  books.charge({ amount: 900, currency: 'cad', metadata: {} })
  const foreign = { environment: '2', payment: `${first?.metadata.payment}` }
  books.charge({ amount: 900, currency: 'cad', metadata: foreign })
  standIn.pageMost = 2
  const records: GatewayRecord[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page = await gateway.listSince({ environment_id: 1, since: null, cursor })
    records.push(...page.records)
    cursor = page.next
    pages += 1
  } while (cursor !== null)
  assert.equal(pages, 3)
  const have = records
    .toReversed()
    .map(({ id, amount, currency, held }) => [id, amount, currency, held])
  assert.deepEqual(have, [
    [paid[0]?.id, 5997, 'cad', 'settled'],
    // Stripe has 70000.
    [paid[1]?.id, 700, 'isk', 'settled'],
    [declined.id, 0, 'cad', 'none'],
    [moving.id, 0, 'cad', 'none'],
  ])
  const later = { environment_id: 1, since: (books.now() + 7200) * 1000, cursor: null }
  assert.deepEqual(await gateway.listSince(later), { records: [], next: null })
})

test('money that was refunded or is disputed is known, and a payment that Stripe does not have', async () => {
  const { id } = await charge()
  const intent = intents().at(-1)
  const found = () => gateway.findRecord({ environment_id: 1, id, ref: intent?.id ?? '' })
  assert.equal((await found())?.held, 'settled')
  const made = books.charges.get(`${intent?.latest_charge}`)
  assert.ok(made)
  made.disputed = true
  assert.equal((await found())?.held, 'disputed')
  made.refunded = true
  made.amount_refunded = 5997
  assert.equal((await found())?.refunded, 5997)
  assert.equal((await found())?.held, 'returned')
  assert.equal(await gateway.findRecord({ environment_id: 1, id, ref: 'pi_unknown' }), undefined)
})

test('no response is not an empty list', async () => {
  const asked = { environment_id: 1, since: null, cursor: null }
  for (const is of ['busy', 'broken', 'hangs'] as const) {
    standIn.fault = { at: 'GET /v1/payment_intents', is }
    await assert.rejects(gateway.listSince(asked), /Stripe did not respond/)
  }
})
