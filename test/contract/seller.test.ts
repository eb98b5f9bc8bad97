// Missing seller details on invoices: a warning before finalize, or a rejected finalize.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Ask } from '../client.ts'
import {
  ACCOUNT,
  bodyOf,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  makeInvoice,
  refused,
} from '../fixtures.ts'
import { world } from '../harness.ts'

const w = await world({ after })
const { api } = w
const live: Ask = { key: w.keys.live }
const NOTHING = {
  legal_name: null,
  address_line1: null,
  city: null,
  country: null,
  reply_to: null,
  incomplete_seller: 'warn',
  proration_unit: 'second',
  books_closed_until: null,
  overpayment: 'refuse',
  void_invoices: 'allow',
  apply_credit: 'at_finalize',
}
const SELLER = {
  legal_name: 'Nordlicht Ltd.',
  address_line1: '1 Rue X',
  city: 'Oka',
  country: 'CA',
  reply_to: 'ada@example.com',
}

function change(body: object, ask: Ask = {}): Promise<Made> {
  return bodyOf(api.patch(ACCOUNT, { body, ...ask }), 200)
}
const finalize = ({ id }: Made, ask: Ask = {}, query = '') =>
  api.post(`${INVOICES}/${id}/finalize${query}`, ask)
async function warned(draft: Made, ask: Ask = {}): Promise<string[]> {
  const answer = await finalize(draft, ask, '?dry_run=true')
  assert.equal(answer.status, 200, answer.text)
  return answer.body.warnings.map(({ code }: Made) => code)
}

test('a dry run of finalize lists the seller details that the invoice lacks', async () => {
  const draft = await makeInvoice(api)
  const ours = ['seller_name_missing', 'seller_address_missing', 'seller_reply_to_missing']
  assert.deepEqual(await warned(draft), ours)
  const { body } = await finalize(draft, {}, '?dry_run=true')
  assert.deepEqual(body.warnings[1], {
    code: 'seller_address_missing',
    param: 'address_line1',
    message: 'The seller has no address. Set address_line1, city and country of the account.',
  })
  assert.deepEqual(await warned(await makeInvoice(api, {}, live), live), [
    ...ours,
    'mail_server_missing',
  ])
  await change({ name: 'Nordlicht' })
  assert.deepEqual(await warned(draft), ours.slice(1))
  await change({ name: 'Default', legal_name: 'Nordlicht Ltd.', address_line1: '1 Rue X' })
  assert.deepEqual(await warned(draft), ours.slice(1), 'a street is in a country')
  await change({ country: 'CA', email: 'ada@example.com' })
  assert.deepEqual(await warned(draft), [])
  await change({ ...NOTHING, email: null })
  // By default finalize succeeds, as before.
  const finalized = await finalize(draft)
  assert.equal(finalized.body.status, 'posted')
})

test('no other dry run has warnings', async () => {
  const { body } = await api.post('/v1/products?dry_run=true', { body: { name: 'Seat' } })
  assert.deepEqual(body.warnings, [])
})

test('an account can have finalize rejected while seller details are missing', async () => {
  const draft = await makeInvoice(api)
  assert.equal((await change({ incomplete_seller: 'refuse' })).incomplete_seller, 'refuse')
  assert.equal((await get(api, ACCOUNT)).incomplete_seller, 'refuse')
  for (const query of ['', '?dry_run=true']) {
    const error = refused(await finalize(draft, {}, query), 409, 'seller_incomplete')
    assert.deepEqual(
      error.errors.map(({ param }: Made) => param),
      ['legal_name', 'address_line1', 'reply_to'],
    )
  }
  assert.equal((await get(api, `${INVOICES}/${draft.id}`)).status, 'draft')
  // Each mode has its own settings.
  assert.equal((await finalize(await makeInvoice(api, {}, live), live)).status, 200)
  await change(SELLER)
  const finalized = await finalize(draft)
  assert.equal(finalized.status, 200, finalized.text)
  const kept = await w.sql<{ told: boolean }>(
    "select snapshot->'seller' ? 'incomplete_seller' as told from (select snapshot::jsonb as snapshot from invoices where number = $1 and environment_id = 1) i",
    [finalized.body.number],
  )
  assert.deepEqual(kept, [{ told: false }], 'no document says so')
  await change(NOTHING)
  assert.equal((await get(api, ACCOUNT)).incomplete_seller, 'warn')
})

test('seller_incomplete is returned with 409 (contract 3)', async () => {
  await change({ ...SELLER, reply_to: null, incomplete_seller: 'refuse' })
  const { message } = refused(await finalize(await makeInvoice(api)), 409, 'seller_incomplete')
  assert.equal(
    message,
    'You cannot finalize invoices until your business details are complete. Customers have no address to reply to. Set reply_to or email of the account.',
  )
  await change(NOTHING)
})

test('a live account that rejects incomplete sellers does not finalize without a mail server', async () => {
  await change({ ...SELLER, incomplete_seller: 'refuse' }, live)
  const draft = await makeInvoice(api, {}, live)
  const error = refused(await finalize(draft, live), 409, 'seller_incomplete')
  assert.match(error.message, /This server cannot send emails\. Set SMTP_URL and MAIL_FROM/)
  await change(NOTHING, live)
  assert.equal((await finalize(draft, live)).status, 200)
  const { data } = await get(api, '/v1/emails', live)
  assert.deepEqual(data, [], 'the customer has no address')
})

test('the summary of a live environment lists missing details', async () => {
  const missingOf = async (ask: Ask) => (await get(api, '/v1/summary', ask)).seller_missing
  assert.deepEqual(await missingOf({}), [], 'nobody is billed by a test')
  assert.deepEqual(
    (await missingOf(live)).map(({ code, param }: Made) => [code, param]),
    [
      ['seller_name_missing', 'legal_name'],
      ['seller_address_missing', 'address_line1'],
      ['seller_reply_to_missing', 'reply_to'],
      ['mail_server_missing', null],
    ],
  )
  const scopes = ['invoices:read']
  assert.equal(await missingOf({ key: await w.key({ environment: 'live', scopes }) }), null)
  await change(SELLER, live)
  assert.deepEqual(
    (await missingOf(live)).map(({ code }: Made) => code),
    ['mail_server_missing'],
  )
})

test('an email that no server accepts names no real sender', async () => {
  const customer = await makeCustomer(api, { email: 'ada@example.com' })
  await finalize(await makeInvoice(api, { customer_id: customer.id }))
  const { data } = await get(api, '/v1/emails')
  assert.equal(data[0].from, 'billing@mail-from-not-set.invalid')
})
