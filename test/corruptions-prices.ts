// Corruptions of prices and priced lines, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** `id` returns the invoice that the test brought into a state; `priced` has one line of 13 units in two tiers. */
export function priceCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = decodeId('inv', id('priced'))
  const ofLine = (change: string) =>
    `update invoice_lines set ${change} where environment_id = 1 and invoice_id = '${invoice}'`
  const ofInvoice = (change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${invoice}'`
  const price = (change: string, version = 1) =>
    `update prices set ${change} where environment_id = 1 and version = ${version}`
  const inLine = (from: string, to: string) =>
    ofLine(`pricing = replace(pricing::text, '${from}', '${to}')::json`)
  const inTree = (from: string, to: string) =>
    ofInvoice(`derivation = replace(derivation::text, '${from}', '${to}')::json`)
  return [
    [
      price(`terms = replace(terms::text, '"2.5"', '"2.4"')::json`),
      ['history', 'prices'],
      /tiers is .*"2\.4".*its latest event has .*"2\.5".* other terms than its price/s,
    ],
    [price('version = 3', 2), ['history', 'prices'], /is version 3, but replaces version 1/],
    [price('replaces = null', 2), ['history', 'prices'], /is version 2, but replaces none/],
    [price('used = false'), ['prices'], /is not marked as used/],
    [price("currency = 'usd'"), ['history', 'prices'], /has another product or currency/],
    [
      price('product_id = gen_random_uuid()', 2),
      ['history', 'prices'],
      /has a product that does not exist/,
    ],
    [
      ofLine('price_id = gen_random_uuid()'),
      ['history', 'prices'],
      /line 1 of INV-\d+ has a price that does not exist/,
    ],
    [
      ofLine('pricing = null'),
      ['derivations', 'history', 'lines', 'prices'],
      /line 1 has neither a unit price nor terms/,
    ],
    [
      ofLine('quantity = 14'),
      ['derivations', 'history', 'lines'],
      /line 1 is 158, but 14 by its terms is 160/,
    ],
    [
      inLine('"2.5"', '"2.50"'),
      ['derivations', 'history', 'lines', 'prices'],
      /line 1 cannot be priced again: "2\.50" is not a decimal/,
    ],
    [
      ofLine('quantity = 13.0'),
      ['derivations', 'history', 'lines'],
      /line 1 cannot be priced again: "13\.0" is not a decimal/,
    ],
    [ofLine('unit_price = 158'), ['history', 'lines'], /line 1 has both a unit price and terms/],
    [
      ofLine('pricing = null, quantity = 2, unit_price = 79'),
      ['derivations', 'history', 'prices'],
      /line 1 of INV-\d+ has other terms than its price/,
    ],
    [ofLine('discount = 1'), ['history', 'lines'], /line 1 has a discount of 1, but none applies/],
    [ofLine('tax = 1'), ['history', 'lines'], /line 1 has a tax of 1, but none applies/],
    [ofLine('id = gen_random_uuid()'), ['history'], /line_items is/],
    [
      inTree('"157.5"', '"157.6"'),
      ['derivations', 'seals'],
      /its exact value is recorded as "157\.6", but is 157\.5/,
    ],
    [
      inTree('"107.5"', '"107.6"'),
      ['derivations', 'seals'],
      /its tier 2 has exact "107\.6", not "107\.5"/,
    ],
    [
      inTree('"units":"3"', '"units":"2"'),
      ['derivations', 'seals'],
      /its tier 2 has units "2", not "3"/,
    ],
    [
      inTree('"version":2', '"version":3'),
      ['derivations', 'seals'],
      /its derivation has version 3/,
    ],
    [
      inTree('"exponent":2', '"exponent":3'),
      ['derivations', 'seals'],
      /its derivation has 3 digits of cad, not 2/,
    ],
  ]
}
