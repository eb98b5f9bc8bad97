// Forgeries of the values frozen with a tax: each is reported in a sentence.

import assert from 'node:assert/strict'
import test from 'node:test'
import type { Json } from '../../../test/evaluator-trees.ts'
import { checkFrozen } from './tax-places.ts'

const INVOICE = {
  // 23:30 of the day before in Montreal.
  finalized_at: '2026-11-22T04:30:00.000Z',
  snapshot: {
    seller: { time_zone: 'America/Toronto', country: 'CA' },
    customer: { country: 'CA', state_province: 'Québec', tax_exempt: false },
  },
}
const because = (code: string, place: string) => ({ code, place, date: '2026-11-21' })
const QST = {
  ...{ rate: 'CA-QC/QST/9.975', name: 'QST', country: 'CA', region: 'QC', percentage: '9.975' },
  ...{ category: 'standard', reason: because('registered', 'CA-QC'), amount: 998 },
}
const VAT = {
  ...{ rate: 'DE/VAT/19', name: 'VAT', country: 'DE', region: null, percentage: '19' },
  ...{ category: 'standard', reason: because('registered', 'DE'), amount: 1900 },
}
const REVERSED = {
  ...{ rate: 'DE/reverse_charge', name: '', country: 'DE', region: null, percentage: '0' },
  ...{ category: 'reverse_charge', reason: because('reverse_charge', 'FR'), amount: 0 },
}
const EXEMPT = {
  ...{ rate: 'exempt', name: '', country: 'CA', region: 'QC', percentage: '0' },
  ...{ category: 'exempt', reason: because('customer_exempt', 'CA-QC'), amount: 0 },
}
const number = { type: 'eu_vat', value: 'FR40303265045', status: 'well_formed' }
const paris = { country: 'FR', tax_ids: [number] }
const berlin = { country: 'DE' }

function found(tax: Json, customer: Json, more: Json): string[] {
  const invoice = structuredClone(INVOICE) as Json
  Object.assign(invoice.snapshot.customer, customer)
  if (tax.country === 'DE') invoice.snapshot.seller.country = 'DE'
  Object.assign(invoice.snapshot.seller, more.seller)
  const said: string[] = []
  const forged = { ...tax, ...more.tax, reason: { ...tax.reason, ...more.reason } }
  checkFrozen({ ...invoice, ...more.invoice }, forged, (sentence) => said.push(sentence))
  return said
}

const CASES: [tax: Json, customer: Json, more: Json, says: RegExp[]][] = [
  [QST, {}, {}, []],
  [QST, { state_province: 'qc' }, {}, []],
  [VAT, berlin, {}, []],
  [REVERSED, paris, {}, []],
  [EXEMPT, { tax_exempt: true }, {}, []],
  [
    QST,
    {},
    { tax: { percentage: '9.5', rate: 'CA-QC/QST/9.5' } },
    [/is not built in for 2026-11-21/],
  ],
  [QST, {}, { tax: { percentage: '14.975' } }, [/14\.975% is not built in/]],
  [QST, {}, { tax: { rate: 'CA-QC/QST/10' } }, [/is not built in/]],
  [QST, {}, { tax: { name: 'TVQ' } }, [/is not built in/]],
  // Nova Scotia since 2025-04-01: 14; before: 15.
  [
    { ...QST, rate: 'CA-NS/HST/15', name: 'HST', region: 'NS', percentage: '15' },
    { state_province: 'NS' },
    { reason: { place: 'CA-NS' } },
    [/CA-NS\/HST\/15 of 15% is not built in for 2026-11-21/],
  ],
  [
    QST,
    {},
    { reason: { date: '2026-11-22' } },
    [/is of 2026-11-22, but the invoice was finalized on 2026-11-21/],
  ],
  [QST, {}, { seller: { time_zone: 'Europe/Berlin' } }, [/was finalized on 2026-11-22/]],
  [QST, {}, { tax: { category: 'exempt' } }, [/is exempt of 9\.975% because of registered/]],
  [
    QST,
    {},
    { reason: { code: 'export' } },
    [/standard of 9\.975% because of export/, /export to CA/],
  ],
  [QST, {}, { reason: { code: 'guess' } }, [/because of guess/]],
  [QST, {}, { reason: { code: 'rate_named' } }, [/is not a rate that a line can request/]],
  [QST, { state_province: 'ON' }, {}, [/is for CA-QC, but the customer is in CA ON/]],
  [QST, { country: 'US' }, {}, [/is for CA-QC, but the customer is in US/]],
  [QST, {}, { reason: { place: '' } }, [/has no place/]],
  [
    QST,
    { state_province: 'MB' },
    { reason: { place: 'CA-MB' } },
    [/is for QC, but applies in CA-MB/],
  ],
  [
    { ...QST, rate: 'CA/GST/5', name: 'GST', region: null, percentage: '5' },
    { state_province: 'ON' },
    { reason: { place: 'CA-ON' } },
    [/where there is HST instead/],
  ],
  [QST, { tax_exempt: true }, {}, [/but the customer is exempt/]],
  [EXEMPT, {}, {}, [/but the customer is not exempt/]],
  [EXEMPT, { tax_exempt: true }, { tax: { amount: 1 } }, [/because of customer_exempt/]],
  [REVERSED, { country: 'FR' }, {}, [/had no tax number of FR/]],
  [
    REVERSED,
    { country: 'FR', tax_ids: [{ ...number, status: 'malformed' }] },
    {},
    [/no tax number of FR/],
  ],
  [
    REVERSED,
    { country: 'FR', tax_ids: [{ ...number, type: 'gb_vat' }] },
    {},
    [/no tax number of FR/],
  ],
  [
    REVERSED,
    { country: 'FR', tax_ids: [{ ...number, value: 'IT00743110157' }] },
    {},
    [/no tax number of FR/],
  ],
  [
    REVERSED,
    { country: 'GR', tax_ids: [{ ...number, value: 'EL094259216' }] },
    { reason: { place: 'GR' } },
    [],
  ],
  [REVERSED, { country: 'MC', tax_ids: [number] }, {}, []],
  [
    REVERSED,
    { country: 'US', tax_ids: [number] },
    { reason: { place: 'US-NY' } },
    [/US-NY is not a member state/, /no tax number of US-NY/],
  ],
  [VAT, { country: 'FR' }, { reason: { code: 'below_threshold', place: 'FR' } }, []],
  [
    VAT,
    { country: 'FR' },
    { reason: { code: 'below_threshold', place: 'FR' }, seller: { country: 'AT' } },
    [/but the seller is in AT/],
  ],
  [
    VAT,
    { country: 'FR' },
    { reason: { code: 'oss', place: 'FR' } },
    [/is of another country than the one-stop shop of FR/],
  ],
  [VAT, berlin, { tax: { rate: 'txr_1', percentage: '7', category: 'reduced' } }, []],
  [VAT, berlin, { invoice: { finalized_at: null }, reason: { date: '2026-11-22' } }, []],
  [
    { ...REVERSED, rate: 'DE/outside_scope', category: 'outside_scope' },
    { country: 'FR' },
    { reason: { code: 'outside_eu' } },
    [/outside the EU, but FR is inside/],
  ],
]
for (const [number, [tax, customer, more, says]] of CASES.entries()) {
  test(`case ${number + 1} of ${tax.rate} is reported as: ${says[0]?.source ?? 'sound'}`, () => {
    const said = found(tax, customer, more)
    if (says.length === 0) assert.deepEqual(said, [])
    for (const each of says) assert.match(said.join('\n'), each)
  })
}
