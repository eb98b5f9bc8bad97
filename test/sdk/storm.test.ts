// The SDK with a server that is killed again and again and a network that loses requests and responses: every invoice
// is created, finalized and paid exactly once. SDK_SEED selects the losses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Reckoner } from '../../sdk/src/reckoner.ts'
import { assertSound } from '../crash/books.ts'
import { install } from '../crash/lives.ts'
import { until } from '../harness.ts'
import type { Process } from '../process.ts'
import { randomFrom, SUITE_SEED } from '../random.ts'
import { type Fate, startFront } from './front.ts'

const INVOICES = 60
const seed = Number(process.env.SDK_SEED ?? SUITE_SEED)
const WORKERS = 16
const KILLS = 1
/** In this many requests, one request is lost, one response is lost, and one response is cut short. */
const LOSSES = 40
const FATES: Fate[] = ['request lost', 'answer lost', 'answer cut']

test(`${INVOICES} invoices are created, finalized and paid once each (SDK_SEED=${seed})`, async (t) => {
  const { pool, key, live } = await install(t)
  let server: Process = await live()
  const { below } = randomFrom(seed)
  let isCalm = false
  const front = await startFront(
    t,
    () => server.api.url,
    () => (isCalm ? undefined : FATES[below(LOSSES)]) ?? 'pass',
  )
  let tried = 0
  const reckoner = new Reckoner({
    apiKey: key,
    baseUrl: front.url,
    maxRetries: 20,
    logger: ({ event }) => {
      if (event === 'trying_again') tried += 1
    },
  })
  const customer = await reckoner.customers.create({ name: 'Acme' })
  const paid: string[] = []
  let begun = 0

  async function work(): Promise<void> {
    while (begun < INVOICES) {
      begun += 1
      const line = { description: `Order ${begun}`, quantity: 3, unit_amount: 1999 }
      const { id } = await reckoner.invoices.create({
        customer_id: customer.id,
        line_items: [line],
      })
      await reckoner.invoices.finalize(id)
      await reckoner.payments.create({
        invoice_id: id,
        amount: 5997,
        currency: 'cad',
        method: 'card',
      })
      paid.push(id)
    }
  }

  async function kill(): Promise<void> {
    for (let nth = 1; nth <= KILLS; nth++) {
      await until('some work', () => paid.length >= (nth * INVOICES) / (KILLS + 1))
      server.kill('SIGKILL')
      await server.ended
      server = await live()
    }
  }

  await Promise.all([kill(), ...Array.from({ length: WORKERS }, work)])
  isCalm = true
  assert.equal(new Set(paid).size, INVOICES)
  assert.ok(tried > KILLS, `${tried} tries again`)

  const listed: string[] = []
  for await (const { id } of reckoner.invoices.list({ status: 'paid' })) listed.push(id)
  assert.deepEqual(listed.sort(), paid.toSorted())
  assert.equal((await reckoner.invoices.list().page()).total_count, INVOICES)
  assert.equal((await reckoner.payments.list().page()).total_count, INVOICES)
  const counts = new Map<string, number>()
  for await (const { type } of reckoner.events.list({ limit: 100 })) {
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  assert.deepEqual(Object.fromEntries(counts), {
    'customer.created': 1,
    'invoice.created': INVOICES,
    'invoice.finalized': INVOICES,
    'payment.created': INVOICES,
    'invoice.paid': INVOICES,
  })
  const balance = await reckoner.ledger.retrieveTrialBalance()
  // 60 × 59.97 = 3 598.20 were invoiced, and as much was paid: customers owe nothing.
  assert.deepEqual(
    balance.currencies.map(({ currency, accounts }) => [
      currency,
      accounts.map(({ account, balance: left }) => [account, left]),
    ]),
    [
      [
        'cad',
        [
          ['cash_card', '3598.20000000'],
          ['receivable', '0.00000000'],
          ['revenue', '-3598.20000000'],
        ],
      ],
    ],
  )
  await assertSound(pool)
})
