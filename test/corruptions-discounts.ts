// Corruptions of discounts and their counters, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/**
 * `discounted` is a finalized invoice with lines of 100.00 and 40.00: the customer's coupon takes 10 % (10.00 and
 * 4.00), then a coupon of the invoice takes 6.00 (4.29 and 1.71); no taxes. Nothing else has redeemed either coupon.
 * `ending` bills periods from 21 November, December and January at 30.00; the customer's discount of 10 % ends on 20
 * December, so only the first period has it.
 */
export function discountCorruptions(id: (state: string) => string): Corruption[] {
  const [invoice, ending] = ['discounted', 'ending'].map((state) => decodeId('inv', id(state)))
  const set = (change: string, of = invoice) =>
    `update invoices set ${change} where environment_id = 1 and id = '${of}'`
  const line = (change: string) =>
    `update invoice_lines set ${change} where environment_id = 1 and invoice_id = '${invoice}' and position = 1`
  const inDiscounts = (from: string, to: string) =>
    set(`discounts = replace(discounts::text, '${from}', '${to}')::json`)
  const inTree = (from: string, to: string) =>
    set(`derivation = replace(derivation::text, '${from}', '${to}')::json`)
  const ENDS = '"ends_at":1797724800000'
  const inEnding = (to: string) =>
    set(`discounts = replace(discounts::text, '${ENDS}', '${to}')::json`, ending)
  return [
    [
      line('discount = discount + 1'),
      ['history', 'lines'],
      /line 1 has a discount of 1430, but 1429 applies/,
    ],
    [
      line(`discounts = replace(discounts::text, '"amount":1000', '"amount":1001')::json`),
      ['history', 'lines'],
      /line 1 does not have the discounts that apply/,
    ],
    [
      set('discount = 1999, total = 12001, amount_due = 12001'),
      ['day_sums', 'derivations', 'history', 'ledger_documents', 'receivable', 'totals'],
      /the discount is 1999, but should be 2000/,
    ],
    [
      inDiscounts('"amount":1400', '"amount":1401'),
      ['history', 'totals'],
      /discount 1 is 1401, but should be 1400/,
    ],
    [
      inDiscounts('"percent_off":"10"', '"percent_off":"11"'),
      ['derivations', 'lines', 'totals'],
      /discount 1 is 1400, but should be 1540/,
    ],
    [
      inDiscounts('"source":"customer"', '"source":"other"'),
      ['history'],
      /discounts is .* its latest event has/,
    ],
    [
      inDiscounts('"currency":"cad"', '"currency":"usd"'),
      ['totals'],
      /discount 2 is in usd, the invoice in cad/,
    ],
    [
      inTree('"base":12600', '"base":12601'),
      ['derivations', 'seals'],
      /step 2 of discount inputs base is 12601 in its derivation, not 12600/,
    ],
    [
      inTree('"amount":429', '"amount":430'),
      ['derivations', 'seals'],
      /step 2 of discount shares 0 amount is 430 in its derivation, not 429/,
    ],
    [
      inEnding('"ends_at":1797724800001'),
      ['derivations'],
      /inputs ends_at is "2026-12-20T00:00:00.000Z" in its derivation, not "2026-12-20T00:00:00.001Z"/,
    ],
    [
      // The beginning of the first period.
      inEnding('"ends_at":1795219200000'),
      ['derivations', 'lines', 'totals'],
      /line 1 has a discount of 300, but none applies/,
    ],
    [
      // A millisecond after the beginning of the second.
      inEnding('"ends_at":1797811200001'),
      ['derivations', 'lines', 'totals'],
      /line 2 has a discount of 0, but 300 applies/,
    ],
    [
      inDiscounts('"source":"invoice"', `"source":"invoice",${ENDS}`),
      ['derivations', 'lines', 'totals'],
      /cannot be recomputed: a discount of the invoice has an end/,
    ],
    [
      inDiscounts('"percent_off":"10"', '"percent_off":"10","ends_at":0'),
      ['derivations', 'totals'],
      /discount 1 ended before the invoice was finalized/,
    ],
    [
      `update customers set discounts = replace(discounts::text, '${ENDS}', '"ends_at":1')::json
       where environment_id = 1 and discounts::text like '%"ends_at"%'`,
      ['history'],
      /discounts is .*1970-01-01.* its latest event has/,
    ],
    [
      'update coupons set times_redeemed = times_redeemed + 1 where environment_id = 1',
      ['history', 'redemptions'],
      /coupon .* counts 2 redemptions, but the feed has 1/,
    ],
    [
      'update coupons set max_redemptions = 0 where environment_id = 1',
      ['history', 'redemptions'],
      /counts 1 redemptions, of at most 0/,
    ],
  ]
}
