// Corruptions of taxes, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** For books without any tax: made-up taxes are found as well. */
export function untaxedCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = decodeId('inv', id('posted'))
  return [
    [
      `insert into invoice_taxes select 1, e.id, 'txr_a', false, e.object_id, e.day, 'cad', 100, 5, 100, 'standard', 'GST', '5', 'CA', null, 'rate_named'
       from ledger_entries e where e.environment_id = 1 and e.object_id = '${invoice}'`,
      ['invoice_taxes'],
      /txr_a \(rate_named\) of .* is .*, but nothing in the document/,
    ],
    [
      `update environment_settings set tax = '{"registrations":[{"id":"trg_a","country":"CA"}]}' where environment_id = 1`,
      ['tax_settings'],
      /the settings have \{"id": "trg_a", "country": "CA"\} 1 times, but the table has it 0 times/,
    ],
  ]
}

/**
 * `taxed` has lines of 100.00 and 40.00 in Quebec: GST 7.00, QST 13.97. `reversed` has 50.00 in France, reverse charge;
 * `untaxed` 5.00 that asks for no tax; `draft_taxed` and `owned` 6.00 that include 10 % of a custom rate (0.55).
 */
export function taxCorruptions(id: (state: string) => string): Corruption[] {
  const of = (state: string, column = 'id') =>
    `environment_id = 1 and ${column} = '${decodeId('inv', id(state))}'`
  const set = (state: string, change: string) => `update invoices set ${change} where ${of(state)}`
  const line = (state: string, change: string, position = 1) =>
    `update invoice_lines set ${change} where ${of(state, 'invoice_id')} and position = ${position}`
  const inTaxes = (from: string, to: string, state = 'taxed') =>
    set(state, `taxes = replace(taxes::text, '${from}', '${to}')::json`)
  const inTree = (from: string, to: string, state = 'taxed') =>
    set(state, `derivation = replace(derivation::text, '${from}', '${to}')::json`)
  const row = (change: string, state = 'taxed') =>
    `update invoice_taxes set ${change} where ${of(state, 'invoice_id')} and rate = (
       select min(rate) from invoice_taxes where ${of(state, 'invoice_id')})`
  const setting = (from: string, to: string) =>
    `update environment_settings set tax = replace(tax::text, '${from}', '${to}')::json where environment_id = 1`
  return [
    // Shown on lines.
    [
      line('taxed', 'tax = tax + 1'),
      ['history', 'lines'],
      /line 1 has a tax of 1499, but 1498 applies/,
    ],
    [
      line('taxed', 'discount = 1'),
      ['history', 'lines'],
      /line 1 has a discount of 1, but none applies/,
    ],
    [
      line('taxed', `taxes = replace(taxes::text, '"amount":998', '"amount":999')::json`),
      ['history', 'lines'],
      /line 1 does not have the taxes that apply/,
    ],
    [
      line('taxed', `taxes = replace(taxes::text, '"t":0', '"t":9')::json`),
      ['derivations', 'history', 'lines', 'totals'],
      /line 1 has tax 9, which the invoice does not have/,
    ],
    [
      line('taxed', `discounts = '[{"id":"a","amount":1}]'`),
      ['history', 'lines'],
      /line 1 does not have the discounts that apply/,
    ],
    [
      line('taxed', 'taxes = null'),
      ['derivations', 'history', 'invoice_taxes', 'lines', 'totals'],
      /line 1 has a tax of 1498, but none applies/,
    ],
    [
      line('draft_taxed', 'tax = 54'),
      ['history', 'lines'],
      /line 1 has a tax of 54, but 55 applies/,
    ],
    // Shown on invoices.
    [
      set('draft_taxed', 'tax = 54, tax_included = 54'),
      ['history', 'totals'],
      /the tax is 54, but should be 55.*the tax_included is 54, but should be 55/s,
    ],
    [
      set('draft_taxed', 'discount = 1, total = total - 1, amount_due = amount_due - 1'),
      ['history', 'totals'],
      /the discount is 1, but should be 0/,
    ],
    [
      inTaxes('"amount":1397', '"amount":1396'),
      ['history', 'invoice_taxes', 'ledger_documents', 'totals'],
      /its taxes are not those of its lines/,
    ],
    [
      inTaxes('"taxable":14000', '"taxable":13999'),
      ['history', 'invoice_taxes', 'totals'],
      /its taxes are not those of its lines/,
    ],
    [
      inTaxes('"percentage":"9.975"', '"percentage":"9.5"'),
      ['derivations', 'history', 'invoice_taxes', 'lines', 'totals'],
      /CA-QC\/QST\/9\.975 of 9\.5% is not built in/,
    ],
    [
      inTaxes('"category":"standard"', '"category":"exempt"'),
      ['derivations', 'history', 'invoice_taxes'],
      /is exempt of 9\.975% because of registered/,
    ],
    [
      inTaxes('"place":"CA-QC"', '"place":"CA-BC"'),
      ['derivations', 'history'],
      /is for CA-BC, but the customer is in CA/,
    ],
    [
      inTaxes('"name":"QST"', '"name":"TVQ"'),
      ['derivations', 'history', 'invoice_taxes'],
      /is not built in/,
    ],
    [
      set('taxed', `taxes = '{}'`),
      ['derivations', 'history', 'invoice_taxes', 'ledger_documents', 'lines', 'totals'],
      /cannot be recomputed/,
    ],
    [
      set('reversed', `snapshot = replace(snapshot::text, 'well_formed', 'malformed')::json`),
      ['derivations', 'seals', 'snapshots'],
      /is reverse charge, but the customer had no tax number of FR/,
    ],
    [
      set('untaxed', `warnings = '[]'`),
      ['day_sums', 'history'],
      /warnings is \[\], but its latest event has/,
    ],
    // The derivation.
    [
      inTree('"exact":"1396.5"', '"exact":"1396.4"'),
      ['derivations', 'seals'],
      /step 1 of tax exact is "1396\.4" in its derivation, not "1396\.5"/,
    ],
    [
      inTree('"amount":998', '"amount":997'),
      ['derivations', 'seals'],
      /step 1 of tax shares 0 amount is 997 in its derivation, not 998/,
    ],
    [
      inTree('"of":10000', '"of":9999'),
      ['derivations', 'seals'],
      /shares 0 of is 9999 in its derivation, not 10000/,
    ],
    [
      inTree('"taxable":14000', '"taxable":13999'),
      ['derivations', 'seals'],
      /inputs taxable is 13999 in its derivation, not 14000/,
    ],
    [
      inTree('"code":"registered"', '"code":"oss"'),
      ['derivations', 'seals'],
      /because code is "oss" in its derivation, not "registered"/,
    ],
    // The ledger.
    [
      row('amount = amount + 1'),
      ['invoice_taxes'],
      /CA-QC\/QST\/9\.975 \(registered\) of INV-\d+ is .* in its entry, but .* in the document/,
    ],
    [row("reason = 'export'"), ['invoice_taxes'], /in its entry/],
    [row('day = day + 1'), ['invoice_taxes'], /in its entry/],
    [
      row('revenue = revenue + 1'),
      ['invoice_taxes'],
      /its bases add up to 140\.01, but its revenue is 140/,
    ],
    [
      `update invoice_taxes set taxable = 499, revenue = 499 where ${of('untaxed', 'invoice_id')}`,
      ['invoice_taxes'],
      /untaxed \(none_named\) of INV-\d+ is .* in its entry, but .* in the document/,
    ],
    [
      inTree('none_named', 'automatic_off', 'untaxed'),
      ['derivations', 'invoice_taxes', 'seals'],
      /line 1 is untaxed because of automatic_off, which does not fit its rates/,
    ],
    [
      `delete from invoice_taxes where ${of('taxed', 'invoice_id')}`,
      ['invoice_taxes'],
      /is missing in its entry/,
    ],
    [
      `update ledger_postings p set dimension = 'CA/GST/6' from ledger_entries e where p.environment_id = 1
       and e.id = p.entry_id and e.object_id = '${decodeId('inv', id('taxed'))}' and p.dimension = 'CA/GST/5'`,
      ['ledger_days', 'ledger_documents'],
      /tax_payable CA\/GST\/6 is -7 in the ledger, but nothing in the documents/,
    ],
    // Settings and their copies.
    [
      setting('"automatic":true', '"automatic":false'),
      ['settings'],
      /automatic_tax is false, but the latest event has true/,
    ],
    [
      setting('"automatic"', '"automatical"'),
      ['settings', 'tax_settings'],
      /the tax settings have automatical/,
    ],
    [line('taxed', `taxing = '{"a":"b"}'`), ['lines'], /line 1 has an unknown tax property, a/],
    [
      line('owned', `taxing = replace(taxing::text, 'txr_0', 'txr_1')::json`),
      ['history', 'lines'],
      /line 1 has other rates than it requests/,
    ],
    [setting('789 RT', '788 RT'), ['tax_settings'], /but the table has it/],
    [setting('"id":"trg_0', '"id":"trg_1'), ['tax_settings'], /but the table has it/],
    [setting('"id":"txr_0', '"id":"txr_1'), ['tax_settings'], /but the table has it/],
    [
      `update tax_rates set percentage = '11' where environment_id = 1`,
      ['history', 'invoice_taxes', 'tax_settings'],
      /percentage is .*11/,
    ],
    [
      `update tax_registrations set valid_to = '2030-01-01' where environment_id = 1 and region = 'QC'`,
      ['history', 'tax_settings'],
      /valid_to/,
    ],
  ]
}
