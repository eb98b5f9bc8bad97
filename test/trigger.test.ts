// `trigger`, the key it shares with `listen`, and what both refuse. SAMPLES=every triggers every event type.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { withTestKey } from '../src/cli/test-key.ts'
import { EVENT_TYPES, RECORDED } from '../src/domain/event.ts'
import { parseKey } from '../src/platform/key-text.ts'
import { reckonerHere } from './cli.ts'
import { freePort } from './free-port.ts'
import { world } from './harness.ts'
import { rotationBy } from './rotation.ts'
import { subscribing } from './subscribed.ts'

const w = await world({ after }, { settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const DATA_DIR = mkdtempSync(join(tmpdir(), 'reckoner-trigger-'))
const settings: Record<string, string> = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  PORT: new URL(w.url).port,
  DATA_DIR,
}
after(() => rmSync(DATA_DIR, { recursive: true }))
const run = (line: string, env = {}) => reckonerHere(line.split(' '), { ...settings, ...env })

async function lastSequence(): Promise<number> {
  return (await w.api.get('/v1/events?limit=1')).body.total_count
}

/** After these events, the object can no longer be read. */
const GONE = [
  ...['customer.deleted', 'customer.erased', 'invoice_item.deleted'],
  'webhook_endpoint.deleted',
]

const pathOf = (id: string) => {
  const [, { path }] =
    RECORDED.find(([, { prefix }]) => id.startsWith(`${prefix}_`)) ?? assert.fail(id)
  return path === 'account' ? '/v1/account' : `/v1/${path}/${id}`
}

/** Expected properties of an object after an event: three seats of 1999 each by default. */
const SAID: Record<string, object> = {
  'invoice.created': { status: 'draft', amount_due: 5997, amount_paid: 0 },
  'invoice.finalized': { status: 'posted', amount_due: 5997, amount_remaining: 5997 },
  'invoice.paid': { status: 'paid', amount_due: 5997, amount_paid: 5997, amount_remaining: 0 },
  'invoice.partially_paid': { status: 'posted', amount_paid: 2500, amount_remaining: 3497 },
  'invoice.payment_reversed': { status: 'posted', amount_paid: 0, amount_remaining: 5997 },
  'invoice.overdue': { status: 'overdue', due_date: '2020-01-31', amount_remaining: 5997 },
  'invoice.voided': { status: 'void', amount_due: 5997, amount_remaining: 0 },
  'invoice.written_off': { status: 'posted', amount_written_off: 2500, amount_remaining: 5997 },
  'invoice.write_off_reversed': { status: 'posted', amount_written_off: 0, amount_remaining: 5997 },
  'invoice.credited': { status: 'posted', amount_credited: 2500, amount_remaining: 3497 },
  'invoice.credit_note_voided': { status: 'posted', amount_credited: 0, amount_remaining: 5997 },
  'credit_note.issued': { status: 'issued', total: 2500, to_open: 2500, to_balance: 0 },
  'credit_note.updated': { status: 'issued', email_status: 'outbox' },
  'credit_note.voided': { status: 'void', total: 2500 },
  'refund.created': { status: 'pending', amount: 2500 },
  'refund.succeeded': { status: 'succeeded', amount: 2500 },
  'refund.failed': { status: 'failed', amount: 2500 },
  'refund.canceled': { status: 'canceled', moved_to_balance_at: null },
  'refund.moved_to_balance': { status: 'canceled', amount: 2500 },
  'payment.created': { status: 'settled', amount: 2500 },
  'payment.allocated': { status: 'settled', unallocated: 0 },
  'payment.deallocated': { status: 'settled', unallocated: 2500 },
  'payment.moved_to_balance': { status: 'settled', to_balance: 2500 },
  'payment.reversed': { status: 'reversed', amount: 2500 },
  'product.archived': { status: 'archived' },
  'credit_transaction.created': { type: 'granted', amount: '25.00000000' },
  'webhook_endpoint.disabled': { status: 'disabled', disabled_reason: 'gone' },
}

function assertSaidBy(type: string, object: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(SAID[type] ?? {})) {
    assert.deepEqual(object[name], value, `${name} after ${type}`)
  }
  if (object.finalized_at) assert.match(String(object.number), /^INV-0\d{5}$/, type)
}

let files = 0
const cursorFile = () => join(DATA_DIR, `cursor-${files++}.json`)

test('a temporary key is replaced before it expires', async (t) => {
  const context = { env: {}, config: () => w.config, isTerminal: false }
  const quiet = { out: assert.fail, note: assert.fail }
  const valid = async (key: string) => {
    const { rows } = await w.pool.query(
      'select 1 from api_keys where id = $1 and revoked_at is null',
      [parseKey(key)?.id],
    )
    return rows.length === 1
  }
  const spec = { url: w.url, account: 1 }
  const last = await withTestKey(
    { ...context, ...quiet },
    'listen',
    spec,
    ['events:read'],
    async (key) => {
      const first = await key.text()
      assert.equal(await key.text(), first)
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
      const second = await key.text()
      t.mock.timers.reset()
      assert.deepEqual([await valid(first), await valid(second)], [false, true])
      return second
    },
  )
  assert.equal(await valid(last), false)
})

test('an event can be triggered without another event of its type', async () => {
  // Test environments never send email through a mail server.
  const live = [
    ...['invoice.sent', 'invoice.send_failed'],
    ...['credit_note.sent', 'credit_note.send_failed'],
  ]
  for (const type of live) {
    const ran = await run(`trigger ${type} --key ${w.keys.test}`)
    assert.match(ran.err, /this event happens in live environments only\.\n$/)
  }
  const { out: help } = await run('trigger --help')
  assert.ok(help.includes('invoice.paid') && !/invoice\.(sent|send_failed|reminded)/.test(help))
  const later = await run(`trigger invoice.reminded --key ${w.keys.test}`)
  assert.match(later.err, /advance the test clock\.\n$/)
  const byClock = [
    ...['billing_failed', 'change_applied', 'past_due', 'renewed', 'trial_ended'],
    'trial_will_end',
  ]
  const byCustomer = [
    ...['pending', 'requires_action', 'processing', 'settled', 'failed', 'canceled', 'unexpected'],
  ]
  const untriggered = [
    ...[
      ...live,
      'invoice.reminded',
      ...['invoice.payment_failed', 'invoice.collection_ended'],
      ...byClock.map((act) => `subscription.${act}`),
    ],
    ...byCustomer.map((act) => `payment.${act}`),
    ...['attached', 'detached', 'expiring'].map((act) => `payment_method.${act}`),
    ...['created', 'reversed'].map((act) => `payout.${act}`),
    ...['created', 'updated', 'closed'].map((act) => `dispute.${act}`),
  ]
  const triggered = EVENT_TYPES.filter((each) => !untriggered.includes(each))
  for (const type of rotationBy('SAMPLES').partOf(triggered, 3)) {
    const before = await lastSequence()
    // With a temporary key, which has only the scopes that it needs.
    const ran = await run(`trigger ${type} --json`)
    assert.equal(ran.code, 0, ran.err)
    const { event, made } = ran.json()
    const { body } = await w.api.get(`/v1/events?after=${before}`)
    const alike = body.data.filter((each: { type: string }) => each.type === type)
    assert.equal(alike.length, 1, type)
    // Events about money and coupons are followed by events of an invoice or customer; any other event is the last one.
    const money = /^(payment\.|credit_|coupon\.re|refund\.moved)/.test(type)
    const last = money ? alike[0] : body.data.at(-1)
    assert.deepEqual(event, { id: last.id, sequence: last.sequence, type: last.type })
    assert.equal(event.type, type)
    const [about] = (await w.api.get(`/v1/events?object_id=${made.at(-1)}&type=${type}`)).body.data
    assert.equal(about.id, event.id, 'it is about what was made last')
    const now = await w.api.get(pathOf(made.at(-1)))
    if (GONE.includes(type)) assert.equal(now.status, 404, type)
    else {
      assert.deepEqual(now.body, about.data.object, type)
      assertSaidBy(type, now.body)
    }
  }
  const { body: proof } = await w.api.get('/v1/ledger/verification')
  assert.equal(proof.clean, true)
  const shown = await run('trigger product.created')
  assert.match(shown.out, /^Created prod_\w{26}\.\nEvent \d+, product\.created: evt_\w{26}\.\n$/)
  const closed = await w.secondProcess({ WEBHOOK_ALLOW_PRIVATE: 'false' })
  const refused = await run(`trigger webhook_endpoint.disabled --url ${closed.api.url}`)
  assert.match(refused.err, /Start it with WEBHOOK_ALLOW_PRIVATE=true\.\n$/)
})

test('impossible requests are refused in one sentence', async () => {
  const to = '--forward-to http://localhost:4000'
  const elsewhere = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  after(() => elsewhere.close())
  await once(elsewhere, 'listening')
  const { port } = elsewhere.address() as AddressInfo
  const { out } = await run(`trigger product.created --json --key ${w.keys.otherTest}`)
  const { event } = JSON.parse(out)
  const foreign = cursorFile()
  writeFileSync(
    foreign,
    JSON.stringify({ secret: 'whsec_x', cursor: { sequence: 1, id: event.id } }),
  )
  const spoilt = cursorFile()
  writeFileSync(spoilt, '{}')
  const freed = await freePort()
  const reader = await w.key({ scopes: ['events:read'] })
  for (const [line, said, env = {}] of [
    ['listen', /'--forward-to <url>' not specified/],
    ['listen --forward-to localhost:4000/hook', /It must start with https:\/\/ or http:\/\//],
    [
      `listen ${to} --events invoice.payd`,
      /Did you mean invoice\.paid\? There are \*, account\.\*,/,
    ],
    [`listen ${to} --after last`, /--after "last" is not valid\. Use the sequence of an event/],
    [`listen ${to} --key ${w.keys.live}`, /^That is a live key.*svc_test_/],
    [`listen ${to} --key svc_test_oops`, /^That is not a complete test key/],
    [`listen ${to} --after 999999`, /^Event 999999, .* is not in this feed.*--after 0/],
    [`listen ${to} --cursor-file ${foreign}`, /^Event 1, .* the environment is another one/],
    [`listen ${to} --cursor-file ${spoilt}`, /is not a cursor file/],
    [`listen ${to} --url http://127.0.0.1:${port}`, /^The server at .* is not Reckoner/],
    [`listen ${to}`, /^PORT is 0, so .* Set its URL with --url/, { PORT: '0' }],
    [
      `listen ${to}`,
      /^There is no database here .* Pass a test key with --key/,
      { DATABASE_URL: '' },
    ],
    [`listen ${to} --account 99`, /There is no account 99/],
    ['trigger invoice.payed', /Did you mean invoice\.paid\? There are account\.updated, /],
    ['trigger invoice.sending', /"invoice\.sending" is not valid\. There are account\.updated, /],
    [
      `trigger invoice.paid --url http://127.0.0.1:${freed}`,
      /does not respond \(ECONNREFUSED\)\. Start it/,
    ],
    [`trigger invoice.paid --key ${reader}`, /customers:write/],
    [`trigger invoice.paid --key ${w.keys.live}`, /^That is a live key/],
  ] as [string, RegExp, Record<string, string>?][]) {
    const ran = await run(line, env)
    assert.equal(ran.code, 1, line + ran.out)
    assert.match(ran.err, said)
    assert.match(ran.err, /^\S.*[.?)]\n$/, 'one line, a sentence')
    assert.doesNotMatch(ran.err, /_[0-9A-Za-z]{38}/, 'no secret is repeated')
  }
})

test('simulate shows the next invoices of a subscription as a table', async () => {
  const { pro, subscribed } = await subscribing(w.api)
  const { id } = await subscribed({
    start: '2027-01-31',
    items: [{ price_id: pro.id, quantity: 3 }],
  })
  const { out, err } = await run(`simulate ${id} --periods 2`)
  assert.deepEqual(out.split('\n'), [
    'DATE        PERIOD                    SUBTOTAL  DISCOUNT  TAX      TOTAL     AMOUNT DUE',
    '2027-01-31  2027-01-31 to 2027-02-27  CA$90.00  CA$0.00   CA$0.00  CA$90.00  CA$90.00',
    '2027-02-28  2027-02-28 to 2027-03-30  CA$90.00  CA$0.00   CA$0.00  CA$90.00  CA$90.00',
    '',
  ])
  assert.equal(err, '')
  const unknown = await run('simulate sub_01h2xcejqtf2nbrexx3vqjhp45')
  assert.match(unknown.err, /sub_01h2xcejqtf2nbrexx3vqjhp45/)
  assert.equal(unknown.code, 1)
})
