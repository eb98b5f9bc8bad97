// `unwrap` compared with the Standard Webhooks package: both accept and reject the same webhooks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Reckoner, WebhookSignatureError, Webhooks } from '../../sdk/src/reckoner.ts'
import { sign } from '../../src/features/webhook-deliveries/attempt.ts'

const { webhooks } = new Reckoner({ apiKey: 'svc_test_x', baseUrl: 'http://127.0.0.1:1' })

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const secret = `whsec_${key.toString('base64')}`
const former = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const event = {
  id: 'evt_1',
  object: 'event',
  sequence: 1,
  type: 'invoice.paid',
  created_at: '2026-11-20T21:37:00.000Z',
  environment: 'test',
  api_version: 'v1',
  data: { object: { id: 'inv_1', amount_due: 5997, notes: 'Ünïcode 😀' } },
}
const body = JSON.stringify(event)

/** Headers of a webhook of this age, signed as the service does. */
function headersOf(ageSeconds = 0, change: Record<string, string> = {}): Record<string, string> {
  const at = Math.trunc(Date.now() / 1_000) - ageSeconds
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(at),
    'webhook-signature': sign(key, 'evt_1', at, body),
    ...change,
  }
}

const own = headersOf()
const signature = own['webhook-signature'] ?? ''
const cases: [what: string, body: string, headers: Record<string, string>][] = [
  ['fresh', body, own],
  ['four minutes old', body, headersOf(240)],
  ['six minutes old', body, headersOf(360)],
  ['from the future', body, headersOf(-360)],
  ['altered body', `${body} `, own],
  ['another id', body, headersOf(0, { 'webhook-id': 'evt_2' })],
  [
    'another time',
    body,
    headersOf(0, { 'webhook-timestamp': String(Number(own['webhook-timestamp']) - 1) }),
  ],
  ['no time', body, headersOf(0, { 'webhook-timestamp': 'soon' })],
  ['no id', body, headersOf(0, { 'webhook-id': '' })],
  ['no signature', body, headersOf(0, { 'webhook-signature': '' })],
  ['a shorter signature', body, headersOf(0, { 'webhook-signature': 'v1,AAAA' })],
  ['another version', body, headersOf(0, { 'webhook-signature': signature.replace('v1,', 'v2,') })],
  ['no version', body, headersOf(0, { 'webhook-signature': signature.replace('v1,', '') })],
  [
    'two signatures, ours the second',
    body,
    headersOf(0, { 'webhook-signature': `v1,AAAA ${signature}` }),
  ],
  [
    'two versions, ours the first',
    body,
    headersOf(0, { 'webhook-signature': `${signature} v1a,AAAA` }),
  ],
]

/** Returns the object, or that it was rejected. */
function said(judge: () => unknown): unknown {
  try {
    return judge()
  } catch {
    return 'refused'
  }
}

for (const [what, text, headers] of cases) {
  test(`unwrap agrees with the standard package: ${what}`, () => {
    const expected = said(() => new Webhook(secret).verify(text, headers))
    assert.deepEqual(
      said(() => webhooks.unwrap(text, headers, secret)),
      expected,
    )
    assert.deepEqual(
      said(() => webhooks.unwrap(Buffer.from(text), headers, secret)),
      expected,
    )
  })
}

test('webhooks signed by the standard package are accepted', () => {
  const at = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.trunc(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  }
  assert.deepEqual(new Webhooks().unwrap(body, headers, secret), event)
})

test('headers of the platform, Node and others are accepted', () => {
  for (const headers of [
    new Headers(own),
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toUpperCase(), value])),
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, [value]])),
  ]) {
    assert.deepEqual(webhooks.unwrap(body, headers, secret), event)
  }
})

test('one valid secret of several is enough, during a rotation', () => {
  assert.deepEqual(webhooks.unwrap(body, own, [former, secret]), event)
  assert.throws(() => webhooks.unwrap(body, own, [former]), { code: 'webhook_signature_invalid' })
})

test('a rejection has its class and says why', () => {
  const refusals: [() => unknown, string][] = [
    [() => webhooks.unwrap(body, {}, secret), 'webhook_header_missing'],
    [() => webhooks.unwrap(body, headersOf(301), secret), 'webhook_timestamp_invalid'],
    [() => webhooks.unwrap('{}', own, secret), 'webhook_signature_invalid'],
  ]
  for (const [refused, code] of refusals) {
    assert.throws(refused, (error) => error instanceof WebhookSignatureError && error.code === code)
  }
})

test('the tolerance can be changed', () => {
  const old = headersOf(900)
  assert.deepEqual(webhooks.unwrap(body, old, secret, { toleranceSeconds: 1000 }), event)
  const now = () => Date.now() - 900_000
  assert.deepEqual(webhooks.unwrap(body, old, secret, { now }), event)
})

test('an invalid secret accepts no webhook', () => {
  const at = Math.trunc(Date.now() / 1_000)
  const empty = { ...own, 'webhook-signature': sign(Buffer.alloc(0), 'evt_1', at, body) }
  for (const none of ['', 'whsec_', 'whsec_short', undefined, [], [''], [secret, '']]) {
    assert.throws(() => webhooks.unwrap(body, empty, none as string), TypeError, String(none))
  }
  assert.throws(() => webhooks.unwrap(event as unknown as string, own, secret), /not parsed JSON/)
})

test('an event of a future type is returned as is', () => {
  const later = JSON.stringify({ ...event, type: 'quote.accepted' })
  const at = Math.trunc(Date.now() / 1_000)
  const headers = {
    ...own,
    'webhook-timestamp': `${at}`,
    'webhook-signature': sign(key, 'evt_1', at, later),
  }
  assert.equal(webhooks.unwrap(later, headers, secret).type, 'quote.accepted')
})
