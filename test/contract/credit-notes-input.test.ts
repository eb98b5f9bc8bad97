// Bad input of credit notes: what is refused, with which code, and that nothing is written.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '../client.ts'
import {
  bodyOf,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
  refused,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'

const NOTES = '/v1/credit_notes'
const NOON = Date.parse('2026-11-20T12:00:00.000Z')
let now = NOON
const w = await world({ after }, { wallNow: () => now })
const { api } = w

const rate = await bodyOf(
  api.post('/v1/tax_rates', {
    body: { name: 'VAT', country: 'CA', percentage: '21', valid_from: '2020-01-01' },
  }),
)
/** 10 × 5.29 = 52.90 and 1.00: 11.11 and 0.21 of tax, 65.22 in all. */
const line_items = [
  { description: 'Seats', quantity: 10, unit_amount: 529, tax_rates: [rate.id] },
  { description: 'Set-up', quantity: 1, unit_amount: 100, tax_rates: [rate.id] },
]
const TOTAL = 6522
const customer = await makeCustomer(api)
const open = () => makeFinalized(api, { customer_id: customer.id, line_items })
const invoice = await open()
const [seats, setUp] = invoice.line_items as [Made, Made]
const post = (body: object, path = NOTES): Promise<Answer> => api.post(path, { body })
const body = (more: object) => ({ invoice_id: invoice.id, reason: 'goodwill', ...more })

/** The state that a refusal must not change. */
const state = async () => [
  await get(api, `${INVOICES}/${invoice.id}`),
  (await get(api, '/v1/events?limit=1')).total_count,
  (await get(api, '/v1/ledger/trial_balance')).currencies,
]

const NOT_PREVIEWED = ['number', 'currency', 'metadata']

/** The preview refuses it in the same way; it accepts only properties that affect the figures. */
async function refusesBoth(sent: Made, status: number, code: string, param?: string) {
  const before = await state()
  const error = refused(await post(sent), status, code, param)
  const { reason, ...figures } = sent
  if (reason === 'goodwill' && !NOT_PREVIEWED.some((name) => name in sent)) {
    const other = refused(await post(figures, `${NOTES}/preview`), status, code, param)
    assert.equal(other.message, error.message)
  }
  assert.deepEqual(await state(), before)
  return error
}

const BAD: [what: string, more: object, code: string, param?: string][] = [
  ['neither lines nor an amount', {}, 'parameter_missing'],
  [
    'lines and an amount',
    { amount: 1, lines: [{ line_id: seats.id, amount: 1 }] },
    'parameters_exclusive',
  ],
  ['no lines', { lines: [] }, 'parameter_invalid', 'lines'],
  ['an amount of 0', { amount: 0 }, 'parameter_invalid', 'amount'],
  ['a negative amount', { amount: -1 }, 'parameter_invalid', 'amount'],
  ['a fraction of a cent', { amount: 0.5 }, 'parameter_invalid', 'amount'],
  ['an amount as text', { amount: '1' }, 'parameter_invalid', 'amount'],
  ['an amount beyond exact integers', { amount: 2 ** 53 }, 'parameter_invalid', 'amount'],
  ['a line without amount and quantity', { lines: [{ line_id: seats.id }] }, 'parameter_missing'],
  [
    'a line with amount and quantity',
    { lines: [{ line_id: seats.id, amount: 1, quantity: '1' }] },
    'parameters_exclusive',
  ],
  [
    'a line with an amount of 0',
    { lines: [{ line_id: seats.id, amount: 0 }] },
    'parameter_invalid',
  ],
  ['a negative quantity', { lines: [{ line_id: seats.id, quantity: '-1' }] }, 'decimal_invalid'],
  ['a quantity of 0', { lines: [{ line_id: seats.id, quantity: '0' }] }, 'parameter_invalid'],
  ['an exponent', { lines: [{ line_id: seats.id, quantity: '1e1' }] }, 'decimal_invalid'],
  ['a quantity in words', { lines: [{ line_id: seats.id, quantity: 'one' }] }, 'decimal_invalid'],
  [
    'a quantity of too many digits',
    { lines: [{ line_id: seats.id, quantity: `0.${'1'.repeat(60)}` }] },
    'decimal_invalid',
  ],
  [
    'a line twice',
    { lines: [1, 2].map((amount) => ({ line_id: seats.id, amount })) },
    'parameter_invalid',
  ],
  ['a malformed line ID', { lines: [{ line_id: 'il_1', amount: 1 }] }, 'parameter_invalid'],
  ['an unknown reason', { amount: 1, reason: 'because' }, 'parameter_invalid', 'reason'],
  [
    'the reason of subscriptions',
    { amount: 1, reason: 'unused_time' },
    'parameter_invalid',
    'reason',
  ],
  ['another currency', { amount: 1, currency: 'usd' }, 'parameter_invalid', 'currency'],
  ['a number of its own', { amount: 1, number: 'CN-000007' }, 'parameter_invalid', 'number'],
  ['metadata that is not text', { amount: 1, metadata: { a: {} } }, 'parameter_invalid'],
]
for (const [what, more, code, param] of BAD) {
  test(`a note with ${what} is refused`, async () => {
    await refusesBoth(body(more), 400, code, param)
  })
}

test('a note for a line of another invoice is refused', async () => {
  const other = await open()
  const lines = [{ line_id: other.line_items[0].id, amount: 1 }]
  await refusesBoth(body({ lines }), 400, 'resource_missing', 'lines[0].line_id')
})

test('a note above what remains names the largest possible amount', async () => {
  const tooMuch = [
    [{ amount: TOTAL + 1 }, TOTAL],
    [{ lines: [{ line_id: seats.id, amount: 5291 }] }, 5290],
    [{ lines: [{ line_id: setUp.id, amount: Number.MAX_SAFE_INTEGER }] }, 100],
  ] as const
  for (const [more, most] of tooMuch) {
    const { message } = await refusesBoth(body(more), 409, 'credit_exceeds_invoice')
    assert.match(message, new RegExp(`Credit at most ${most}\\.`))
  }
  const quantity = { lines: [{ line_id: seats.id, quantity: '10.00000001' }] }
  await refusesBoth(body(quantity), 409, 'credit_exceeds_invoice')
})

test('drafts, void invoices and notes cannot be credited', async () => {
  const draft = await makeInvoice(api, { customer_id: customer.id })
  const voided = await open()
  await bodyOf(api.post(`${INVOICES}/${voided.id}/void`), 200)
  for (const { id } of [draft, voided])
    await refusesBoth({ invoice_id: id, amount: 1, reason: 'other' }, 409, 'invoice_not_creditable')
  const { id: note } = await bodyOf(
    post({ ...body({ amount: 1 }), invoice_id: (await open()).id }),
    201,
  )
  await refusesBoth({ invoice_id: note, amount: 1, reason: 'other' }, 400, 'parameter_invalid')
})

test('an invoice of another environment does not exist', async () => {
  const answer = await api.post(NOTES, { body: body({ amount: 1 }), key: w.keys.otherTest })
  refused(answer, 400, 'resource_missing', 'invoice_id')
})

test('a repeated request with its key issues one note, and a dry run none', async () => {
  const { id } = await open()
  const sent = { invoice_id: id, amount: 100, reason: 'goodwill' }
  const dry = await api.post(`${NOTES}?dry_run=true`, { body: sent })
  assert.ok(dry.status < 300, dry.text)
  assert.equal((await get(api, `${INVOICES}/${id}`)).amount_credited, 0)
  const headers = { 'idempotency-key': 'note-1' }
  const [one, other] = await Promise.all([
    api.post(NOTES, { body: sent, headers }),
    api.post(NOTES, { body: sent, headers }),
  ])
  assert.equal(one.text, other.text)
  assert.equal((await get(api, `${INVOICES}/${id}`)).amount_credited, 100)
})

test('a preview binds the note: a payment in between outdates it', async () => {
  const made = await open()
  const figures = { invoice_id: made.id, amount: 200 }
  const sent = { ...figures, reason: 'order_change' }
  const { at, hash } = await bodyOf(post(figures, `${NOTES}/preview`), 200)
  // Before the payment, all of it reduces the balance due; after it, a part becomes customer credit.
  await makePayment(api, made, { amount: TOTAL - 150 })
  refused(await post({ ...sent, preview: { at, hash } }), 409, 'preview_outdated', 'preview')
  const again = await bodyOf(post(figures, `${NOTES}/preview`), 200)
  assert.deepEqual([again.to_open, again.to_balance, again.amount_remaining], [150, 50, 0])
  const forged = { at: again.at, hash: '0'.repeat(64) }
  refused(await post({ ...sent, preview: forged }), 409, 'preview_outdated', 'preview')
  const bound = { at: again.at, hash: again.hash }
  const other = { ...sent, amount: 201, preview: bound }
  refused(await post(other), 409, 'preview_outdated', 'preview')
  now += 61 * 60_000
  refused(await post({ ...sent, preview: bound }), 409, 'preview_outdated', 'preview')
  now = NOON
  const note = await bodyOf(post({ ...sent, preview: bound }), 201)
  assert.deepEqual([note.to_open, note.to_balance], [150, 50])
})

test('a note whose credit is used cannot be voided', async () => {
  const own = await makeCustomer(api)
  const made = await makeFinalized(api, { customer_id: own.id, line_items })
  await makePayment(api, made)
  const note = await bodyOf(post({ ...body({ amount: 500 }), invoice_id: made.id }), 201)
  assert.deepEqual([note.to_open, note.to_balance], [0, 500])
  const path = `${NOTES}/${note.id}/void`
  // 5.00 of 5.00, less 0.01.
  await grantCredit(api, own.id, '-0.01', 'cad')
  refused(await api.post(path), 409, 'credit_note_used')
  await grantCredit(api, own.id, '0.01', 'cad')
  const voided = await bodyOf(api.post(path), 200)
  assert.deepEqual([voided.status, voided.number], ['void', note.number])
  assert.equal((await api.post(path)).status, 409)
  assert.equal((await get(api, `/v1/customers/${own.id}`)).credit_balance, '0.00000000')
})

test('an invoice with a note cannot be voided until the note is void', async () => {
  const made = await open()
  const { id } = await bodyOf(post({ ...body({ amount: 500 }), invoice_id: made.id }), 201)
  const path = `${INVOICES}/${made.id}/void`
  refused(await api.post(path), 409, 'invoice_has_credit_notes')
  await bodyOf(api.post(`${NOTES}/${id}/void`), 200)
  assert.equal((await bodyOf(api.post(path), 200)).status, 'void')
  assert.equal((await api.post(`${NOTES}/${id}/void`)).status, 409)
})

test('a key without the scope of credit notes can neither issue, preview nor void', async () => {
  const key = await w.key({ scopes: ['invoices:write', 'credit_notes:read'] })
  for (const path of [NOTES, `${NOTES}/preview`])
    refused(await api.post(path, { body: body({ amount: 1 }), key }), 403, 'permission_denied')
})

test('an erased person leaves no text in credit notes and their events', async () => {
  const own = await makeCustomer(api, { name: 'Ada Lovelace' })
  const made = await makeFinalized(api, {
    customer_id: own.id,
    line_items: [{ ...line_items[1], description: 'Portrait of Ada Lovelace' }],
  })
  const texts = { note: 'Dear Ada Lovelace', metadata: { who: 'Ada Lovelace' } }
  await bodyOf(post({ invoice_id: made.id, reason: 'other', amount: 121, ...texts }), 201)
  const path = `/v1/customers/${own.id}`
  await bodyOf(api.post(`${path}/erase`, { body: { documents: 'erase' } }), 200)
  await until('the erasure', async () => {
    return (await get(api, `${path}/erasure`)).status === 'erased'
  })
  const left = await w.sql(
    `select 'note' as what from credit_notes n where n::text like '%Ada Lovelace%'
     union all select type from events e where e::text like '%Ada Lovelace%'`,
  )
  assert.deepEqual(left, [])
})
