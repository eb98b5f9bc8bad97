// Ways to spoil discounts and their counters, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/**
 * `discounted` is a finalized invoice over 100.00 and 40.00: the customer's coupon takes 10 % (10.00 and 4.00), then a
 * coupon of the invoice takes 6.00 (4.29 and 1.71); no taxes. Nothing else has redeemed either coupon.
 */
export function discountCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = decodeId('inv', id('discounted'))
  const set = (change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${invoice}'`
  const line = (change: string) =>
    `update invoice_lines set ${change} where environment_id = 1 and invoice_id = '${invoice}' and position = 1`
  const inDiscounts = (from: string, to: string) =>
    set(`discounts = replace(discounts::text, '${from}', '${to}')::json`)
  const inTree = (from: string, to: string) =>
    set(`derivation = replace(derivation::text, '${from}', '${to}')::json`)
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
