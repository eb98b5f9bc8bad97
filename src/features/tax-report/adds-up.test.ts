// The bases of the tax report sum to the ledger's revenue for any documents.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { readCsv } from '../../../test/csv.ts'
import {
  bodyOf,
  get,
  grantCredit,
  INVOICES,
  type Made,
  makeCustomer,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { verify } from '../../app/verify.ts'
import { parseDecimal } from '../../domain/money.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })
const { api } = w
const RUNS = Number(process.env.RUNS ?? 3)
const REPORT = '/v1/tax/report'
const YEAR = 'from=2026-01-01&to=2026-12-31'

function made(path: string, body: object): Promise<Made> {
  return bodyOf(api.post(path, { body }))
}
const account = async (body: object) => {
  const answer = await api.patch('/v1/account', { body })
  assert.equal(answer.status, 200, answer.text)
}
const register = (more: object) =>
  made('/v1/tax_registrations', { valid_from: '2010-01-01', number: '1', ...more })
const ownRate = (more: object) =>
  made('/v1/tax_rates', { country: 'CA', percentage: '7.5', valid_from: '2020-01-01', ...more })

const CUSTOMERS = {
  quebec: { country: 'CA', state_province: 'QC' },
  ontario: { country: 'CA', state_province: 'ON' },
  nowhere: { country: 'CA' },
  exempt: { country: 'CA', state_province: 'QC', tax_exempt: true },
  business: { country: 'FR', tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }] },
  consumer: { country: 'FR' },
  canaries: { country: 'ES', postal_code: '35001' },
  australia: { country: 'AU' },
  york: { country: 'US', state_province: 'NY' },
} as const
const SELLERS = {
  canadian: { automatic_tax: true, country: 'CA', state_province: 'QC', tax_behavior: 'exclusive' },
  german: { automatic_tax: true, country: 'DE', state_province: '', tax_behavior: 'inclusive' },
  american: { automatic_tax: true, country: 'US', state_province: 'TX', tax_behavior: 'exclusive' },
  off: { automatic_tax: false, country: 'CA', state_province: 'QC', tax_behavior: 'exclusive' },
} as const

const names = <T extends object>(all: T) => fc.constantFrom(...(Object.keys(all) as (keyof T)[]))
const documents = fc.record({
  seller: names(SELLERS),
  customer: names(CUSTOMERS),
  currency: fc.constantFrom('cad', 'eur', 'jpy'),
  lines: fc.array(
    fc.record({
      unit_amount: fc.oneof(fc.constantFrom(0, 1, 333), fc.nat({ max: 99_999 })),
      rates: fc.constantFrom('automatic', 'none', 'exclusive', 'inclusive', 'both'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: fc.constantFrom('none', 'none', 'third', 'all'),
  isVoid: fc.boolean(),
})

const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)

test('the bases of any documents sum to revenue, by currency, in JSON and in CSV', async () => {
  await register({ country: 'CA' })
  await register({ country: 'CA', region: 'QC' })
  await register({ country: 'DE' })
  await register({ country: 'AU', scheme: 'manual' })
  const exclusive = await ownRate({ name: 'Levy' })
  const more = await ownRate({ name: 'Duty', region: 'QC' })
  const inclusive = await ownRate({ name: 'VAT', inclusive: true })
  const RATES = {
    ...{ automatic: undefined, none: [], exclusive: [exclusive.id], inclusive: [inclusive.id] },
    both: [exclusive.id, more.id],
  }
  const COUPONS = {
    third: await made('/v1/coupons', { name: 'Third', percent_off: '33.3333' }),
    all: await made('/v1/coupons', { name: 'All', percent_off: '100' }),
  }
  const ids: Record<string, number> = {}
  for (const [name, body] of Object.entries(CUSTOMERS))
    ids[name] = (await makeCustomer(api, body)).id
  // Some documents are paid by credit, in part or whole.
  await grantCredit(api, ids.quebec as number, '900.5', 'cad')
  const reasons = new Set<string>()
  let seller: keyof typeof SELLERS | undefined
  const makeFinal = async (
    document: typeof documents extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    if (document.seller !== seller) await account(SELLERS[document.seller])
    seller = document.seller
    const invoice = await made(INVOICES, {
      customer_id: ids[document.customer],
      currency: document.currency,
      line_items: document.lines.map(({ unit_amount, rates }) => {
        const tax_rates = RATES[rates]
        return { description: 'a', quantity: 1, unit_amount, ...(tax_rates && { tax_rates }) }
      }),
      ...(document.discount !== 'none' && {
        discounts: [{ coupon_id: COUPONS[document.discount].id }],
      }),
      finalize: true,
    })
    if (document.isVoid) await made(`${INVOICES}/${invoice.id}/void`, {})
  }
  const check = async () => {
    const report = await get(api, `${REPORT}?${YEAR}`)
    const balance = await get(api, '/v1/ledger/trial_balance')
    const rows = readCsv((await api.get(`${REPORT}.csv?${YEAR}`)).text)
    for (const { currency, data, totals, difference, revenue_difference } of report.currencies) {
      const { accounts } = balance.currencies.find((each: Made) => each.currency === currency)
      const { debit, credit } = accounts.find((each: Made) => each.account === 'revenue')
      const digits = currency === 'jpy' ? 0 : 2
      const shift = 10n ** BigInt(8 - digits)
      const revenue = Number((parseDecimal(credit, 8) - parseDecimal(debit, 8)) / shift)
      assert.equal(sum(data.map((row: Made) => row.revenue)), revenue)
      assert.deepEqual([totals.revenue, totals.ledger_revenue], [revenue, revenue])
      assert.deepEqual([difference, revenue_difference], [0, 0])
      const majors = rows.filter((row) => row.currency === currency)
      const smallest = majors.map((row) => Number(parseDecimal(row.revenue_major ?? '', digits)))
      assert.equal(sum(smallest), revenue)
      for (const { reason, data_missing } of data) {
        const isMissing = reason === 'address_missing' || reason === 'rate_unknown'
        assert.equal(data_missing, isMissing)
        if (reason) reasons.add(reason)
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(documents, { minLength: 15, maxLength: 15 }), async (all) => {
      for (const each of all) await makeFinal(each)
      await check()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  const line = { unit_amount: 1_000, rates: 'automatic' as const }
  const each = {
    ...{ currency: 'cad' as const, lines: [line], discount: 'none' as const, isVoid: false },
  }
  await makeFinal({ ...each, seller: 'canadian', customer: 'nowhere' })
  await makeFinal({ ...each, seller: 'canadian', customer: 'australia' })
  await makeFinal({ ...each, seller: 'american', customer: 'canaries' })
  await makeFinal({ ...each, seller: 'american', customer: 'york' })
  await makeFinal({ ...each, seller: 'off', customer: 'york' })
  const none = { unit_amount: 500, rates: 'none' as const }
  await makeFinal({ ...each, seller: 'canadian', customer: 'quebec', lines: [line, none] })
  await check()
  assert.deepEqual([...reasons].sort(), [
    ...['address_missing', 'automatic_off', 'none_named', 'not_registered'],
    ...['outside_vat_area', 'rate_unknown'],
  ])
  const { clean, checks } = await verify(w.pool)
  assert.ok(clean, JSON.stringify(checks.filter(({ differences }) => differences > 0)))
})
