// Compares the books with what the simulated gateway says that it has: each charge, refund and dispute, and the sum.

import assert from 'node:assert/strict'
import type { Api } from './client.ts'
import { bodyOf, get, INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import { until } from './harness.ts'
import { listed } from './sums-shown.ts'

const hasMoney = ({ status }: Made) => status === 'settled' || status === 'reversed'
const sum = (rows: Made[], of: (row: Made) => number) => rows.reduce((all, row) => all + of(row), 0)
const byId = (rows: Made[]) => new Map(rows.map((row) => [row.id, row]))

/** What the gateway took of a charge for its dispute: what had not been refunded. */
const withdrawn = ({ amount, dispute_status, refunds }: Made): number =>
  dispute_status === null || dispute_status === 'won'
    ? 0
    : amount - sum(refunds, (each) => (each.status === 'failed' ? 0 : each.amount))

/** What the gateway and the books say differently. */
export async function differences(api: Api): Promise<string[]> {
  const charges = await listed(api, '/v1/simulated_gateway/ledger')
  const payments = byId(await listed(api, `${PAYMENTS}?method=gateway`))
  const refunds = byId((await listed(api, '/v1/refunds')).filter(({ by_gateway }) => by_gateway))
  const disputes = new Map(
    (await listed(api, '/v1/disputes')).map((row) => [row.payment_id as string, row]),
  )
  const found: string[] = []
  const compare = (id: string, here: unknown[], there: unknown[]) => {
    if (`${here}` !== `${there}`) found.push(`${id} here: ${here}; at the gateway: ${there}`)
  }
  const charged = new Set<string>()
  for (const charge of charges) {
    const { payment_id, amount, currency, status, fee, dispute_status, refunds: given } = charge
    const payment = payments.get(payment_id)
    if (charged.has(payment_id)) found.push(`${payment_id} was charged twice`)
    charged.add(payment_id)
    const here = payment && [payment.amount, payment.currency, payment.status, payment.fee ?? 0]
    compare(payment_id, here ?? [], [amount, currency, status, fee])
    const dispute = disputes.get(payment_id)
    disputes.delete(payment_id)
    const taken = dispute?.returned_at === null ? dispute.amount_withdrawn : 0
    compare(payment_id, [dispute?.status, taken], [dispute_status ?? undefined, withdrawn(charge)])
    if (dispute && status === 'settled')
      compare(payment_id, [payment?.amount_reversed], [withdrawn(charge)])
    for (const each of given) {
      const { id, refund_id } = each
      const refund = refunds.get(refund_id)
      refunds.delete(refund_id)
      const of = (row: Made | undefined) => [row?.amount, row?.status]
      compare(
        refund_id,
        [refund?.payment_id, refund?.gateway_ref, of(refund)],
        [payment_id, id, of(each)],
      )
    }
    if (
      sum(
        given.filter((each: Made) => each.status === 'succeeded'),
        (each) => each.amount,
      ) > amount
    )
      found.push(`${payment_id} was refunded more than once`)
  }
  for (const { id } of disputes.values()) found.push(`${id} is not at the gateway`)
  for (const [id, row] of payments)
    if (!charged.has(id) && !['failed', 'canceled'].includes(row.status))
      found.push(`${id} is ${row.status}, and not at the gateway`)
  for (const [id, row] of refunds)
    if (!['failed', 'canceled'].includes(row.status))
      found.push(`${id} is ${row.status}, and not at the gateway`)
  return found
}

const cents = (decimal: string) => Math.round(Number(decimal) * 100)

/** The balance of `cash_gateway`, in cents. */
export async function gatewayBalance(api: Api): Promise<number> {
  const { currencies } = await get(api, '/v1/ledger/trial_balance')
  const accounts = currencies.flatMap((each: Made) => each.accounts)
  return cents(accounts.find((each: Made) => each.account === 'cash_gateway')?.balance ?? '0')
}

/** Asserts that the account of the gateway has what its own list and our payouts leave. */
export async function assertCash(api: Api): Promise<void> {
  const charges = (await listed(api, '/v1/simulated_gateway/ledger')).filter(hasMoney)
  const payouts = (await listed(api, '/v1/payouts')).filter(({ status }) => status !== 'reversed')
  const given = charges.flatMap(({ refunds }) => refunds)
  const paid = given.filter(({ status }: Made) => status === 'succeeded')
  const isBounced = ({ status, dispute_status }: Made) =>
    status === 'reversed' && dispute_status === null
  const expected =
    sum(charges, (charge) => (isBounced(charge) ? 0 : charge.amount - withdrawn(charge))) -
    sum(charges, ({ fee }) => fee) -
    sum(paid, ({ amount }) => amount) -
    sum(payouts, ({ amount }) => amount)
  assert.equal(await gatewayBalance(api), expected, 'cash_gateway')
}

/** Asserts that no invoice kept more money than its total; what is more was returned, or is the customer's. */
export async function assertCollectedOnce(api: Api): Promise<void> {
  const kept = new Map<string, number>()
  for (const { status, allocations } of await listed(api, PAYMENTS))
    for (const { invoice_id, amount } of status === 'settled' ? allocations : [])
      kept.set(invoice_id, (kept.get(invoice_id) ?? 0) + amount)
  const numbers = new Map<string, number>()
  const waiting = new Map<string, number>()
  for (const { id, unallocated, to_balance, status } of await listed(
    api,
    `${PAYMENTS}?method=gateway`,
  ))
    if (status === 'settled') waiting.set(id, unallocated + to_balance)
  for (const charge of await listed(api, '/v1/simulated_gateway/ledger')) {
    if (charge.status !== 'settled') continue
    const back = sum(charge.refunds, (each) => (each.status === 'failed' ? 0 : each.amount))
    const rest =
      charge.amount - withdrawn(charge) - Math.max(back, waiting.get(charge.payment_id) ?? 0)
    numbers.set(charge.description, (numbers.get(charge.description) ?? 0) + Math.max(0, rest))
  }
  for (const { id, number, total, amount_paid } of await listed(
    api,
    `${INVOICES}?status=posted,overdue,paid`,
  )) {
    const gross = kept.get(id) ?? 0
    assert.ok(
      gross <= total && amount_paid <= total,
      `${id}: ${gross} and ${amount_paid} of ${total}`,
    )
    assert.ok(
      (numbers.get(number) ?? 0) <= total,
      `${id} was collected twice: ${numbers.get(number)}`,
    )
  }
}

/** Compares all payments by reconciliation; asserts that nothing differs. */
export async function assertReconciled(api: Api): Promise<void> {
  const { requested_at } = await bodyOf(
    api.post('/v1/reconciliation/run', { body: { full: true } }),
  )
  const state = await until(
    'the comparison',
    async () => {
      const found = await get(api, '/v1/reconciliation')
      const isDone = (each: Made) => each.status === 'complete' && each.started_at >= requested_at
      return found.gateways.every(isDone) && found
    },
    600_000,
  )
  const { data } = await get(api, '/v1/reconciliation/differences?status=open')
  assert.deepEqual([data, state.open_differences], [[], 0])
}
