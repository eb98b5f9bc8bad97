// 10 000 random movements of money, many customers at once, against a model of plain sums.

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { get, INVOICES, makeCustomer } from './fixtures.ts'
import { world } from './harness.ts'
import { CURRENCIES, Model } from './money-model.ts'
import { randomFrom } from './random.ts'

const OPERATIONS = 10_000
const CUSTOMERS = 50
const seed = Number(process.env.SEED ?? randomInt(2 ** 31))

const w = await world({ after })
const { api } = w

/** All digits of the ledger's decimals. */
const decimal = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(9, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

const seen = new Map<string, number>()

/** Lives the life of one customer, and compares whatever is answered. */
async function live(nth: number): Promise<Model> {
  const customer = await makeCustomer(api)
  const model = new Model(customer.id, randomFrom(seed + nth * 7919))
  for (let done = 0; done < OPERATIONS / CUSTOMERS; done++) {
    const { path, body, end, done: settle } = model.next()
    const answer = await api.post(path, { body })
    const ended = answer.status < 300 ? 'ok' : answer.body.error.code
    const what = `${done} of customer ${nth}: ${path} ${JSON.stringify(body)}`
    assert.equal(ended, end, `${what}: ${answer.text}`)
    const verb = `${path.replace(/\w+_\w{26}|\d{3,}/, ':id')} ${ended}`
    seen.set(verb, (seen.get(verb) ?? 0) + 1)
    if (ended !== 'ok') continue
    for (const [name, value] of Object.entries(settle(answer.body))) {
      assert.deepEqual(answer.body[name], value, `${name} after ${what}`)
    }
  }
  await assertAsModelled(customer.id, model)
  return model
}

async function assertAsModelled(customer: number, model: Model): Promise<void> {
  const { credit_balance, credit_balances } = await get(api, `/v1/customers/${customer}`)
  const balances = { jpy: '0.00000000', kwd: '0.00000000', ...credit_balances, cad: credit_balance }
  for (const currency of CURRENCIES) {
    assert.equal(balances[currency], decimal(model.credit[currency]), `${customer} ${currency}`)
  }
  for (const { id, status, total, applied, paid } of model.invoices) {
    const now = await get(api, `${INVOICES}/${id}`)
    const state = now.status === 'posted' || now.status === 'overdue' ? 'open' : now.status
    assert.deepEqual(
      [state, now.total, now.credit_applied, now.amount_paid, now.amount_remaining],
      [status, total, applied, paid, total - applied - paid],
      id,
    )
  }
}

test(`${OPERATIONS} operations end as the model says (seed ${seed})`, async () => {
  const models = await Promise.all(Array.from({ length: CUSTOMERS }, (_, nth) => live(nth)))
  const expected = new Map<string, bigint>()
  for (const { ledger } of models) {
    for (const [key, amount] of ledger) expected.set(key, (expected.get(key) ?? 0n) + amount)
  }
  const rows = await w.sql<{ key: string; sum: string }>(
    `select p.account || ' ' || e.currency as key, sum(p.amount)::text as sum
     from ledger_entries e join ledger_postings p
       on p.environment_id = e.environment_id and p.entry_id = e.id
     where e.environment_id = 1 group by 1`,
  )
  const posted = Object.fromEntries(rows.map(({ key, sum }) => [key, sum]))
  const modelled = [...expected].map(([key, amount]) => [key, decimal(amount)] as const)
  // An account that nothing ever moved has no postings.
  const moved = modelled.filter(([key, sum]) => key in posted || sum !== '0.00000000')
  assert.deepEqual(posted, Object.fromEntries(moved))
  for (const [verb, ends] of [
    ['/v1/payments', ['ok', 'payment_exceeds_amount_due', 'invoice_not_payable']],
    ['/v1/payments/:id/reverse', ['ok', 'payment_already_reversed']],
    ['/v1/invoices/:id/finalize', ['ok', 'invoice_not_draft']],
    ['/v1/invoices/:id/void', ['ok', 'invoice_not_voidable', 'invoice_has_payments']],
    ['/v1/customers/:id/credit_transactions', ['ok', 'credit_exceeds_balance']],
  ] as const) {
    for (const end of ends) assert.ok((seen.get(`${verb} ${end}`) ?? 0) > 10, `${verb} ${end}`)
  }
})
