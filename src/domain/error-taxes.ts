// Errors of taxes and of the tax details that documents must show.

import type { CatalogueEntry } from './error-entry.ts'

export const TAX_ERRORS = {
  tax_rates_mixed: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A line names tax rates that its price includes and others that are added to it.',
    remedy: 'Name rates of one kind, or make two lines of it.',
  },
  tax_rate_inactive: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'New invoice lines cannot name this tax rate, because it is inactive.',
    remedy: 'Use an active tax rate, or set `active` to true on it.',
  },
  tax_rate_not_in_force: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A line names a tax rate that does not apply on the day of issue.',
    remedy: 'Name the rate that applies on this day, or no rate to have it found by itself.',
  },
  tax_rate_overlap: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Another active tax rate of the same name, country, region, postal prefix and tax code applies on some of these days.',
    remedy:
      'Set `valid_to` of the one that applies first to the day before the other begins, or `active` of a mistaken one to false.',
  },
  tax_registration_overlap: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Another tax registration of the same country, region and scheme is in force on some of these days.',
    remedy: 'Update that one, or set its `valid_to` to a day before this one begins.',
  },
  tax_settings_full: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The environment has reached its maximum of 500 tax rates, or of 200 tax registrations.',
    remedy:
      'Name rates on lines only where no built-in rate applies, and end what you no longer need.',
  },
  tax_rate_unknown: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'You are registered where the customer is, but there is no tax rate for it on the day of issue, and ' +
      'the account refuses to finalize then (`tax_unknown_rate`).',
    remedy: 'Create the rate with `POST /v1/tax_rates`, or name rates on the lines.',
  },
  tax_address_missing: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The customer has no address by which its taxes are known, and the account refuses to finalize then ' +
      '(`tax_address`).',
    remedy:
      'Set `country` of the customer, with `state_province` in Canada and the United States, or name tax ' +
      'rates on the lines.',
  },
  document_particulars_missing: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Something is missing that the law asks of a document with this tax, and the account refuses to ' +
      'finalize then (`tax_particulars`).',
    remedy: 'Add what each of `errors` names.',
  },
} as const satisfies Record<string, CatalogueEntry>
