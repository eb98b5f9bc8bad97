// Ways to spoil taxes, each with the checks that must notice and what they must say.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** `id` gives the invoice that the test brought into a state; `taxed` has a line of 20.00 at an own rate of 5 %. */
export function taxCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = decodeId('inv', id('taxed'))
  const ofInvoice = (change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${invoice}'`
  const ofLine = (change: string) =>
    `update invoice_lines set ${change} where environment_id = 1 and invoice_id = '${invoice}'`
  const inTaxes = (from: string, to: string) =>
    ofInvoice(`taxes = replace(taxes::text, '${from}', '${to}')::json`)
  const inTree = (from: string, to: string) =>
    ofInvoice(`derivation = replace(derivation::text, '${from}', '${to}')::json`)
  const ofEntry = (change: string) =>
    `update invoice_taxes set ${change} where environment_id = 1 and invoice_id = '${invoice}'`
  return [
    [ofEntry('amount = amount + 1'), ['invoice_taxes'], /is .*101.* by its entry, .*100.* by the/],
    [ofEntry('taxable = 1'), ['invoice_taxes'], /by its entry/],
    [ofEntry("reason = 'registered'"), ['invoice_taxes'], /registered.* by its entry/],
    [ofEntry('day = day + 1'), ['invoice_taxes'], /by its entry/],
    [
      `delete from invoice_taxes where environment_id = 1 and invoice_id = '${invoice}'`,
      ['invoice_taxes'],
      /is missing by its entry/,
    ],
    [
      inTaxes('"percentage":"5"', '"percentage":"6"'),
      ['derivations', 'history', 'invoice_taxes', 'lines', 'totals'],
      /the tax is 100, but comes to 120/,
    ],
    [
      inTaxes('"amount":100', '"amount":99'),
      ['history', 'invoice_taxes', 'ledger_documents', 'totals'],
      /tax_payable txr_/,
    ],
    [
      inTaxes('rate_named', 'registered'),
      ['derivations', 'history', 'invoice_taxes'],
      /registered/,
    ],
    [ofLine('tax = 99'), ['history', 'lines'], /line 1 has a tax of 99, but 100 applies/],
    [ofLine('taxes = null'), ['derivations', 'history', 'lines', 'totals'], /its taxes are others/],
    [ofInvoice('tax_included = 1'), ['derivations', 'history', 'totals'], /tax_included is 1/],
    [
      inTree('"percentage":"5"', '"percentage":"6"'),
      ['derivations', 'seals'],
      /step 1 of tax inputs percentage is "6" in its derivation/,
    ],
    [
      `update tax_rates set percentage = '6' where environment_id = 1`,
      ['history', 'tax_settings'],
      /the settings hold .*of which there are/,
    ],
    [
      `update tax_registrations set number = '43' where environment_id = 1`,
      ['history', 'tax_settings'],
      /the settings hold/,
    ],
    [
      `update environment_settings set tax = '{"rates": []}' where environment_id = 1`,
      ['tax_settings'],
      /the settings hold .*of which there are 0 and 1/,
    ],
  ]
}
