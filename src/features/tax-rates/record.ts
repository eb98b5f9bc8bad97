// The table of an account's own tax rates.

import { Type } from 'typebox'
import { eventsOf } from '../../domain/event.ts'
import { TAX_CATEGORIES, TAX_CODE } from '../../domain/tax/tax.ts'
import { NOT_PERSONAL } from '../../platform/db/column.ts'
import type { RowOf } from '../../platform/db/record.ts'
import { ClosedOneOf } from '../../platform/http/shapes.ts'
import { objectIds } from '../identifiers.ts'
import {
  asSent,
  closedOneOf,
  day,
  fixed,
  flag,
  instant,
  line,
  metadata,
  nullable,
  pattern,
  text,
} from '../kinds.ts'
import { resourceRecord } from '../resource.ts'

export const taxRateIds = objectIds('tax_rate')

/** A percentage from 0 to 100, with at most four digits after the point. */
const PERCENTAGE = '^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)$'

const country = asSent(
  pattern('^[A-Z]{2}$', 'Two-letter country code.'),
  Type.String({
    format: 'country',
    description: 'Two-letter country code.',
    examples: ['CA'],
  }),
)

const percentage = asSent(
  pattern('^[0-9]+(\\.[0-9]+)?$', 'In percent; cannot change.'),
  Type.String({
    pattern: PERCENTAGE,
    description: 'In percent, with at most four decimal places.',
    examples: ['9.975'],
  }),
)

/** Reverse charge depends on the customer, so no own rate has it. */
const category = asSent(
  closedOneOf(TAX_CATEGORIES, 'Tax category.'),
  ClosedOneOf(
    ['standard', 'reduced', 'zero', 'exempt', 'outside_scope', 'export'],
    'Tax category; all except `standard` and `reduced` are 0%.',
  ),
)

const taxCode = pattern(TAX_CODE, 'Tax code of the products that it applies to.')

/** The validity fields that tax rates and registrations share. */
export const validity = {
  valid_from: fixed(day('The first day on which it applies.', ['2026-01-01'])),
  valid_to: nullable(
    day('The last day on which it applies.', ['2026-12-31']),
    'The last day on which it applies; null if not known.',
  ),
}

export const taxRateRecord = resourceRecord('tax_rate', {
  name: fixed(line('Name on documents.', { max: 64, min: 1, erased: NOT_PERSONAL })),
  country: fixed(country),
  region: fixed(
    nullable(
      line('Province or state.', { max: 64, min: 1, erased: NOT_PERSONAL }),
      'Province or state; null for the whole country.',
    ),
  ),
  postal_prefix: fixed(
    nullable(
      line('Prefix of postal codes.', { max: 10, min: 1, erased: NOT_PERSONAL }),
      'Only for customers with a postal code with this prefix; null for all.',
    ),
  ),
  percentage: fixed(percentage),
  inclusive: fixed(flag('Whether prices include it.', { erased: NOT_PERSONAL })),
  category: fixed(category),
  tax_code: fixed(
    nullable(
      taxCode,
      'Applied automatically to products with this tax code; null if only lines that use it have it.',
    ),
  ),
  ...validity,
  reference: text('Text that the law requires on documents.', { max: 500, erased: NOT_PERSONAL }),
  active: flag('Whether new invoice lines can use it.', { erased: NOT_PERSONAL }),
  created_at: fixed(instant()),
  updated_at: instant(),
  metadata: metadata({ erased: NOT_PERSONAL }),
})

export interface TaxRateRow extends RowOf<typeof taxRateRecord.members> {}

export const events = eventsOf('tax_rate')
