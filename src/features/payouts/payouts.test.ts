// Payouts: money of the gateway on the bank account, in the books and out of them again.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, get, type Made, makeFinalized, refused } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { CARD, payOnline } from '../../../test/online.ts'
import { addDays } from '../../domain/calendar.ts'

const w = await world({ after })
const { api, keys } = w
const PAYOUTS = '/v1/payouts'

const create = (body: object, key?: string) => api.post(PAYOUTS, { body, ...(key && { key }) })
const record = (body: object): Promise<Made> => bodyOf(create(body), 201)
const entriesOf = async (id: string): Promise<Made[]> =>
  (await get(api, `/v1/ledger/entries?object_id=${id}`)).data.toReversed()
/** The balance of an account in Canadian dollars. */
async function balanceOf(account: string, query = ''): Promise<string> {
  const { currencies } = await get(api, `/v1/ledger/trial_balance${query}`)
  const cad = currencies.find(({ currency }: Made) => currency === 'cad')
  return cad?.accounts.find((each: Made) => each.account === account)?.balance
}

const today = (await get(api, '/v1/test_clock')).now.slice(0, 10)
const days = (count: number) => addDays(today, count)

test('a payout of more than the gateway has is refused with the balance', async () => {
  const empty = refused(await create({ amount: 1, currency: 'cad' }), 409, 'payout_exceeds_balance')
  assert.match(empty.message, /^CA\$0\.01 is more than the CA\$0\.00 that the gateway has/)
  await payOnline(await makeFinalized(api), CARD.pays)
  // 59.97 less the fee of 2.04.
  assert.equal(await balanceOf('cash_gateway'), '57.93000000')
  const more = refused(
    await create({ amount: 5794, currency: 'cad' }),
    409,
    'payout_exceeds_balance',
  )
  assert.equal(more.param, 'amount')
  assert.match(more.message, /the CA\$57\.93 that the gateway has .* Record at most 5793,/)
  refused(await create({ amount: 1, currency: 'usd' }), 409, 'payout_exceeds_balance')
  refused(await create({ amount: 1, currency: 'cad' }, keys.live), 409, 'payout_exceeds_balance')
})

test('a payout moves money from the gateway to the bank on the day it arrived', async () => {
  const arrived_on = days(-2)
  const sent = { amount: 5000, currency: 'CAD', arrived_on, reference: 'PO 4711' }
  const { id, created_at, updated_at, ...payout } = await record(sent)
  assert.match(id, /^payout_/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(payout, {
    object: 'payout',
    amount: 5000,
    currency: 'cad',
    status: 'paid',
    arrived_on,
    reference: 'PO 4711',
    reversal_reason: '',
    reversed_at: null,
  })
  const [entry] = await entriesOf(id)
  const { kind, customer_id, invoice_id, value_date, postings } = entry as Made
  assert.deepEqual(
    [kind, customer_id, invoice_id, value_date],
    ['payout_arrived', null, null, arrived_on],
  )
  assert.deepEqual(
    postings.map(({ account, debit, credit }: Made) => [account, debit, credit]),
    [
      ['cash_bank_transfer', '50.00000000', '0.00000000'],
      ['cash_gateway', '0.00000000', '50.00000000'],
    ],
  )
  assert.equal(await balanceOf('cash_gateway'), '7.93000000')
  assert.equal(await balanceOf('cash_bank_transfer', `?as_of=${arrived_on}`), '50.00000000')
  const journal = (await api.get('/v1/ledger/journal.csv')).text
  assert.match(journal, /,payout_arrived,cash_bank_transfer,50\.00,0\.00,cad,,,,payout_/)
})

test('a payout is reversed once, and the gateway has the money again', async () => {
  const { id } = await record({ amount: 700, currency: 'cad' })
  const path = `${PAYOUTS}/${id}/reverse`
  const body = { reason: 'returned by the bank' }
  const reversed = await bodyOf(api.post(path, { body }), 200)
  assert.deepEqual(
    [reversed.status, reversed.reversal_reason, reversed.reversed_at],
    ['reversed', 'returned by the bank', reversed.updated_at],
  )
  refused(await api.post(path), 409, 'payout_already_reversed')
  assert.deepEqual(await get(api, `${PAYOUTS}/${id}`), reversed)
  const read = `/v1/requests?method=GET&object_id=${id}`
  await until('the request log', async () => (await get(api, read)).data.length > 0)
  const [, entry] = await entriesOf(id)
  assert.deepEqual(
    [entry?.kind, entry?.postings.map(({ account }: Made) => account)],
    ['payout_reversed', ['cash_gateway', 'cash_bank_transfer']],
  )
  assert.equal(await balanceOf('cash_gateway'), '7.93000000')
  const events = (await get(api, `/v1/events?object_id=${id}`)).data
  assert.deepEqual(
    events.map(({ type }: Made) => type),
    ['payout.created', 'payout.reversed'],
  )
})

test('of two payouts at once that the gateway cannot both cover, one is refused', async () => {
  const both = await Promise.all([1, 2].map(() => create({ amount: 793, currency: 'cad' })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal(await balanceOf('cash_gateway'), '0.00000000')
})

test('a day in the future or in closed books is refused', async () => {
  const future = await create({ amount: 1, currency: 'cad', arrived_on: days(2) })
  refused(future, 400, 'parameter_invalid', 'arrived_on')
  const closed = { books_closed_until: days(-10) }
  await bodyOf(api.patch('/v1/account', { body: closed }), 200)
  const early = await create({ amount: 1, currency: 'cad', arrived_on: days(-10) })
  refused(early, 409, 'books_closed', 'arrived_on')
  await bodyOf(api.patch('/v1/account', { body: { books_closed_until: null } }), 200)
})

test('payouts are listed by status, currency and day, and found by their reference', async () => {
  const amounts = async (query: string) =>
    (await get(api, `${PAYOUTS}?${query}`)).data.map(({ amount }: Made) => amount)
  assert.deepEqual(await amounts(''), [793, 700, 5000])
  assert.deepEqual(await amounts('status=reversed'), [700])
  assert.deepEqual(await amounts('currency=usd'), [])
  assert.deepEqual(await amounts(`arrived_on[lte]=${days(-2)}`), [5000])
  assert.deepEqual(await amounts(`arrived_on[gte]=${days(-1)}`), [793, 700])
  const { data } = await get(api, '/v1/search?q=PO%204711')
  assert.deepEqual(
    data.map(({ kind, detail, status }: Made) => [kind, detail, status]),
    [['payout', 'PO 4711', 'paid']],
  )
})
