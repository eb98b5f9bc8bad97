// Errors of taxes and of the tax details that documents must show.

import type { CatalogueEntry } from './error-entry.ts'

export const TAX_ERRORS = {
  tax_rates_mixed: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A line has both inclusive and exclusive tax rates.',
    remedy: 'Use rates of one kind, or split it into two lines.',
  },
  tax_rate_inactive: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'New invoice lines cannot use this tax rate, because it is inactive.',
    remedy: 'Use an active tax rate, or set `active` to true on it.',
  },
  tax_rate_not_in_force: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A line has a tax rate that does not apply on the day the invoice is finalized.',
    remedy:
      'Use the rate that applies on this day, or omit `tax_rates` to have it found automatically.',
  },
  tax_rate_overlap: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Another active tax rate of the same name, country, region, postal prefix and tax code applies on some of these days.',
    remedy:
      'Set `valid_to` of the earlier one to the day before the other starts, or deactivate the wrong one.',
  },
  tax_registration_overlap: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Another tax registration of the same country, region and scheme is in force on some of these days.',
    remedy: 'Update that one, or set its `valid_to` to a day before this one starts.',
  },
  tax_settings_full: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The environment has reached its maximum of 500 tax rates, or of 200 tax registrations.',
    remedy:
      'Use your own rates only where no built-in rate applies, and end those that you no longer need.',
  },
  tax_rate_unknown: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'You are registered where the customer is, but no tax rate is known for the day the invoice is finalized, and ' +
      '`tax_unknown_rate` of the account is `refuse`.',
    remedy: 'Create the rate with `POST /v1/tax_rates`, or set rates on the lines.',
  },
  tax_address_missing: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The address of the customer does not determine its taxes, and the account refuses to finalize without it ' +
      '(`tax_address`).',
    remedy:
      'Set `country` of the customer, with `state_province` in Canada and the United States, or set tax ' +
      'rates on the lines.',
  },
  document_particulars_missing: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The document lacks details that the law requires with this tax, and the account refuses to ' +
      'finalize without them (`tax_particulars`).',
    remedy: 'Add the details listed in `errors`.',
  },
} as const satisfies Record<string, CatalogueEntry>
