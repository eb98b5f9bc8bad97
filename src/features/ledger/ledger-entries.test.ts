// Ledger entries: lists and exports.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { get, refused } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { BEGINNING, FORMULA, liveThrough, type Months } from '../../../test/ledger-months.ts'

const months: Months = { now: BEGINNING, id: {}, customers: [] }
const w = await world({ after }, { wallNow: () => months.now })
const { api } = w
const { id, customers } = months

const LEDGER = '/v1/ledger'

before(() => liveThrough(w, months))

const entries = async (query: string) =>
  (await get(api, `${LEDGER}/entries?${query}`)).data.map(
    ({ kind, object_id }: Record<string, string>) =>
      `${kind} ${Object.keys(id).find((name) => id[name] === object_id)}`,
  )

test('the list of ledger entries is newest first and filters by account, object, invoice, customer, kind, currency and day', async () => {
  const all = [
    'invoice_voided b',
    'invoice_finalized dinar',
    'invoice_finalized yen',
    'invoice_finalized c',
    'invoice_finalized b',
    'invoice_finalized a',
  ]
  assert.deepEqual(await entries(''), all)
  assert.deepEqual(await entries('kind=invoice_voided'), ['invoice_voided b'])
  assert.deepEqual(await entries(`invoice_id=${id.b}`), ['invoice_voided b', 'invoice_finalized b'])
  assert.deepEqual(await entries(`object_id=${id.a}`), ['invoice_finalized a'])
  assert.deepEqual(await entries('currency=JPY'), ['invoice_finalized yen'])
  assert.deepEqual(await entries(`customer_id=${customers[0]}`), [
    'invoice_voided b',
    'invoice_finalized b',
    'invoice_finalized a',
  ])
  assert.deepEqual(await entries('account=revenue&currency=cad'), [
    'invoice_voided b',
    'invoice_finalized c',
    'invoice_finalized b',
    'invoice_finalized a',
  ])
  assert.deepEqual(await entries('account=receivable'), all)
  assert.deepEqual(await entries('account=cash_cheque'), [])
  // By days of the account: the second invoice was finalized on 2 March there.
  assert.deepEqual(await entries('date[lte]=2026-03-01'), ['invoice_finalized a'])
  assert.deepEqual(await entries('date[gte]=2026-03-02&date[lte]=2026-03-02'), [
    'invoice_finalized b',
  ])
  assert.deepEqual(await entries('date[gte]=1900-01-01&date[lte]=9999-12-31'), all)
  assert.deepEqual(await entries('date[lte]=2026-03-02&created_at[lt]=2026-03-01T11:00:00.000Z'), [
    'invoice_finalized a',
  ])
  assert.deepEqual(await entries('account=revenue&created_at[gte]=2026-03-31T00:00:00.000Z'), [
    'invoice_voided b',
  ])
})

test('ledger amounts are decimals of the major unit, as exact as credit', async () => {
  const page = await get(api, `${LEDGER}/entries?limit=2`)
  assert.equal(page.total_count, 6)
  const [voided, dinar] = page.data
  const untaxed = { tax_rate: null, tax_name: null }
  assert.deepEqual(voided.postings, [
    { account: 'revenue', debit: '50.00000000', credit: '0.00000000', ...untaxed },
    { account: 'receivable', debit: '0.00000000', credit: '50.00000000', ...untaxed },
  ])
  assert.equal(voided.created_at, '2026-04-01T00:00:00.000Z')
  assert.equal(dinar.postings[0].debit, '1.23400000')
  const next = await get(api, `${LEDGER}/entries?limit=2&starting_after=${dinar.id}`)
  assert.equal(next.data[0].object_id, id.yen)
  refused(await api.get(`${LEDGER}/entries?object_id=cus_1`), 400, 'parameter_invalid', 'object_id')
  refused(await api.get(`${LEDGER}/entries?account=cash`), 400, 'parameter_invalid', 'account')
})

/** Parses CSV according to RFC 4180. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    lines.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
  }
  lines.pop()
  return lines
}

test('each posting is exported once, as CSV in which no cell runs as a formula', async () => {
  const answer = await api.get(`${LEDGER}/journal.csv`)
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers['content-disposition']), /filename="journal-2026-04-01.csv"/)
  const [headings = [], ...lines] = parseCsv(answer.text)
  const cell = (line: string[], name: string) => line[headings.indexOf(name)] ?? ''
  assert.deepEqual(
    lines.map((line) =>
      [
        'date',
        'kind',
        'account',
        'debit_major',
        'credit_major',
        'currency',
        'customer',
        'invoice_number',
      ]
        .map((name) => cell(line, name))
        .join(' '),
    ),
    [
      `2026-03-01 invoice_finalized receivable 100.00 0.00 cad ${customers[0]} INV-000001`,
      `2026-03-01 invoice_finalized revenue 0.00 100.00 cad ${customers[0]} INV-000001`,
      `2026-03-02 invoice_finalized receivable 50.00 0.00 cad ${customers[0]} INV-000002`,
      `2026-03-02 invoice_finalized revenue 0.00 50.00 cad ${customers[0]} INV-000002`,
      `2026-03-15 invoice_finalized receivable 30.00 0.00 cad ${customers[1]} INV-000003`,
      `2026-03-15 invoice_finalized revenue 0.00 30.00 cad ${customers[1]} INV-000003`,
      `2026-03-15 invoice_finalized receivable 700 0 jpy ${customers[1]} INV-000004`,
      `2026-03-15 invoice_finalized revenue 0 700 jpy ${customers[1]} INV-000004`,
      `2026-03-15 invoice_finalized receivable 1.234 0.000 kwd ${customers[1]} INV-000005`,
      `2026-03-15 invoice_finalized revenue 0.000 1.234 kwd ${customers[1]} INV-000005`,
      `2026-04-01 invoice_voided revenue 50.00 0.00 cad ${customers[0]} INV-000002`,
      `2026-04-01 invoice_voided receivable 0.00 50.00 cad ${customers[0]} INV-000002`,
    ],
  )
  assert.equal(cell(lines[0] ?? [], 'customer_name'), `'${FORMULA}`)
  assert.equal(cell(lines[4] ?? [], 'customer_name'), 'Løkke 日本 🎉')
  assert.equal(cell(lines[0] ?? [], 'object'), id.a)
})

test('the journal of a period starts and ends with its days', async () => {
  const days = async (query: string) => {
    const { text } = await api.get(`${LEDGER}/journal.csv?${query}`)
    return parseCsv(text)
      .slice(1)
      .map(([date]) => date)
  }
  assert.deepEqual(await days('from=2026-03-02&to=2026-03-02'), ['2026-03-02', '2026-03-02'])
  assert.deepEqual(await days('to=2026-02-28'), [])
  assert.equal((await days('from=1900-01-01')).length, 12)
})

test('each environment has its own books', async () => {
  const ask = { key: w.keys.live }
  assert.deepEqual((await get(api, `${LEDGER}/entries`, ask)).data, [])
  assert.deepEqual((await get(api, `${LEDGER}/trial_balance`, ask)).currencies, [])
  assert.deepEqual((await get(api, `${LEDGER}/receivables_aging`, ask)).data, [])
  assert.equal(parseCsv((await api.get(`${LEDGER}/journal.csv`, ask)).text).length, 1)
})

test('reading the books needs the scope ledger:read', async () => {
  const key = await w.key({ scopes: ['invoices:read'] })
  for (const path of [
    'entries',
    'trial_balance',
    'receivables_aging',
    'journal.csv',
    'verification',
  ]) {
    refused(await api.get(`${LEDGER}/${path}`, { key }), 403, 'permission_denied')
  }
})
