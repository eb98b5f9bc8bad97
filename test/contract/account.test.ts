// Contract 9: reading, changing and protecting the account settings.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ACCOUNT, allEvents, bodyOf, get, makeFinalized, refused } from '../fixtures.ts'
import { world } from '../harness.ts'

// 21:30 on 20 November in Toronto: already the 21st in UTC.
const NOW = Date.parse('2026-11-21T02:30:00.000Z')
const w = await world({ after }, { wallNow: () => NOW })
const { api, keys } = w

const FRESH = {
  id: 'acct_1',
  object: 'account',
  environment: 'test',
  name: 'Default',
  legal_name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state_province: '',
  postal_code: '',
  country: '',
  tax_numbers: [],
  phone: '',
  email: '',
  website: '',
  default_currency: 'cad',
  time_zone: 'UTC',
  language: 'en',
  payment_terms_days: 30,
  payment_instructions: { bank_transfer: '', cheque: '', other: '' },
  color: null,
  footer: '',
  mail_from_name: '',
  reply_to: '',
  reminder_days: [],
  first_invoice_number: 1,
  incomplete_seller: 'warn',
  proration_unit: 'second',
  books_closed_until: null,
  overpayment: 'refuse',
  void_invoices: 'allow',
  apply_credit: 'at_finalize',
  emails_off: [],
  retry_plan: { days: [1, 3, 5, 7], at_hour: null, end: 'past_due' },
  ...{ automatic_tax: false, tax_behavior: 'exclusive', tax_address: 'warn' },
  ...{ tax_unknown_rate: 'warn', tax_particulars: 'warn' },
  logo: null,
}

/** A new value for every setting that is plain text or a number. */
const CHANGES = {
  name: 'Maple',
  legal_name: 'Maple Bicycles Ltd.',
  address_line1: '12 Water Street',
  address_line2: 'Unit 4',
  city: 'Halifax',
  state_province: 'NS',
  postal_code: 'B3J 1A1',
  country: 'CA',
  tax_numbers: [
    { label: 'GST/HST', value: '123456789 RT0001' },
    { label: 'QST', value: '1234567890 TQ0001' },
  ],
  phone: '+1 902 555 0100',
  email: 'billing@maple.example',
  website: 'https://maple.example/shop?a=b',
  default_currency: 'usd',
  time_zone: 'America/Halifax',
  language: 'fr-CA',
  payment_terms_days: 14,
  payment_instructions: { bank_transfer: 'IBAN\n\tX', cheque: 'To Maple', other: 'Come by' },
  color: '#1a6fb5',
  footer: 'Thank you.\r\nCome again.',
  mail_from_name: 'Maple Billing',
  reply_to: 'answers@maple.example',
  reminder_days: [-3, 3, 10],
  first_invoice_number: 500,
}
const CLEARED = Object.keys(CHANGES).filter(
  (name) => !/^(name|default_currency|time_zone|language|payment_terms_days|first_.*)$/.test(name),
)

const patch = (body: object, key = keys.test) => api.patch(ACCOUNT, { body, key })
function change(body: object, key = keys.test) {
  return bodyOf(patch(body, key), 200)
}
const without = ({ created_at: _, updated_at: __, ...rest }: Record<string, unknown>) => rest

test("GET /v1/account returns the settings of the key's environment", async () => {
  const account = await get(api, ACCOUNT, { key: keys.otherTest })
  assert.deepEqual(without(account), { ...FRESH, id: 'acct_2', name: 'Other' })
  const live = await get(api, '/api/public/v1/account', { key: keys.live })
  assert.deepEqual(without(live), { ...FRESH, environment: 'live' })
})

test('each setting can be changed; absent keeps it, null clears it', async () => {
  const key = keys.otherTest
  for (const [name, value] of Object.entries(CHANGES)) {
    const before = await get(api, ACCOUNT, { key })
    assert.deepEqual(
      without(await change({ [name]: value }, key)),
      without({ ...before, [name]: value }),
    )
  }
  const all = await get(api, ACCOUNT, { key })
  assert.deepEqual(without(all), { ...FRESH, ...CHANGES, id: 'acct_2' })
  for (const name of CLEARED) {
    const { [name]: value } = await change({ [name]: null }, key)
    assert.deepEqual(value, FRESH[name as keyof typeof FRESH], name)
  }
  for (const name of ['legal_name', 'country', 'email', 'website', 'color', 'footer', 'reply_to']) {
    await change({ [name]: CHANGES[name as keyof typeof CHANGES] }, key)
    const { [name]: value } = await change({ [name]: '' }, key)
    assert.deepEqual(value, FRESH[name as keyof typeof FRESH], `${name} as ""`)
  }
})

test('payment instructions are merged by property', async () => {
  const key = keys.otherLive
  await change({ payment_instructions: { bank_transfer: 'A', other: 'B' } }, key)
  const { payment_instructions } = await change(
    { payment_instructions: { cheque: 'C', other: null } },
    key,
  )
  assert.deepEqual(payment_instructions, { bank_transfer: 'A', cheque: 'C', other: '' })
  const cleared = await change({ payment_instructions: null }, key)
  assert.deepEqual(cleared.payment_instructions, FRESH.payment_instructions)
})

test('country, currency, color, time zone and reminder days are normalized', async () => {
  const key = keys.otherLive
  const given = {
    country: 'ca',
    default_currency: 'EUR',
    color: '#ABCDEF',
    time_zone: 'america/toronto',
    reminder_days: [10, -3, 0, 10],
  }
  const { country, default_currency, color, time_zone, reminder_days } = await change(given, key)
  assert.deepEqual([country, default_currency, color], ['CA', 'eur', '#abcdef'])
  assert.deepEqual([time_zone, reminder_days], ['America/Toronto', [-3, 0, 10]])
})

test('account.updated is recorded with the previous values (contract 7)', async () => {
  const before = (await allEvents(api)).length
  const { updated_at } = await get(api, ACCOUNT)
  const account = await change({ footer: 'Merci', reminder_days: [7] })
  await change({ footer: 'Merci' })
  const events = (await allEvents(api)).slice(before)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data]),
    [
      [
        'account.updated',
        { object: account, previous_attributes: { footer: '', reminder_days: [] } },
      ],
    ],
    'what changes nothing is not told',
  )
  assert.equal(account.updated_at, updated_at, 'the clock stands still in this test')
})

test('of two changes with the same ETag one is rejected', async () => {
  const { etag = '' } = (await api.get(ACCOUNT)).headers
  const headers = { 'if-match': etag }
  const answers = await Promise.all(
    ['One', 'Two'].map((name) => api.patch(ACCOUNT, { body: { legal_name: name }, headers })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  const winner = answers.find(({ status }) => status === 200)
  assert.equal((await get(api, ACCOUNT)).legal_name, winner?.body.legal_name)
  const unchanged = await api.get(ACCOUNT, {
    headers: { 'if-none-match': winner?.headers.etag ?? '' },
  })
  assert.equal(unchanged.status, 304)
})

test('a change retried with its idempotency key is made once', async () => {
  const headers = { 'idempotency-key': 'settings' }
  const first = await api.patch(ACCOUNT, { body: { city: 'Oka' }, headers })
  await change({ city: 'Laval' })
  const again = await api.patch(ACCOUNT, { body: { city: 'Oka' }, headers })
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal((await get(api, ACCOUNT)).city, 'Laval')
})

test('the first invoice number cannot change once a number is taken', async () => {
  const { first_invoice_number } = await get(api, ACCOUNT)
  await makeFinalized(api)
  const answer = await patch({ first_invoice_number: 5000, city: 'Nowhere' })
  const { message } = refused(answer, 409, 'first_invoice_number_taken', 'first_invoice_number')
  assert.match(
    message,
    /^The first invoice number cannot be changed to 5000: invoice number \d+ is already finalized/,
  )
  assert.notEqual((await get(api, ACCOUNT)).city, 'Nowhere')
  assert.equal((await patch({ first_invoice_number })).status, 200, 'the same is no change')
})

test('first_invoice_number_taken is returned with 409 (contract 3)', async () => {
  await makeFinalized(api)
  refused(await patch({ first_invoice_number: 9 }), 409, 'first_invoice_number_taken')
})

test('reading needs account:read and changing needs account:write', async () => {
  const reader = await w.key({ scopes: ['account:read'] })
  assert.equal((await api.get(ACCOUNT, { key: reader })).status, 200)
  refused(await patch({ city: 'Oka' }, reader), 403, 'permission_denied')
  const writer = await w.key({ scopes: ['account:write'] })
  assert.equal((await patch({ city: 'Oka' }, writer)).status, 200)
  const other = await w.key({ scopes: ['invoices:write'] })
  refused(await api.get(ACCOUNT, { key: other }), 403, 'permission_denied')
})
