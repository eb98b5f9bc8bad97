// The terms of prices in requests and responses.

import { type Static, Type } from 'typebox'
import { UNIT_AMOUNT_MAX } from '../domain/invoice-lines.ts'
import { DECIMAL, RATE } from '../domain/pricing-terms.ts'
import { defineFormat } from '../platform/http/formats.ts'

defineFormat('decimal', {
  check: (text) => DECIMAL.test(text),
  pattern: DECIMAL.source,
  code: 'decimal_invalid',
})

defineFormat('percentage', {
  check: (text) => RATE.test(text),
  pattern: RATE.source,
  code: 'decimal_invalid',
})

const COUNT_MAX = 999_999_999_999

const amount = (description: string) =>
  Type.Integer({ minimum: 0, maximum: UNIT_AMOUNT_MAX, description })
const count = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: COUNT_MAX, description })

/** A decimal with at most twelve digits on either side of the point. */
export const DecimalText = (description: string, examples: string[]) =>
  Type.String({ format: 'decimal', description, examples })

/** Every member of the terms; which of them a price has depends on its model. */
export const bounds = {
  unit_amount: amount(
    "In the currency's smallest unit: per unit, per package, or in total (`flat`).",
  ),
  unit_amount_decimal: DecimalText(
    "The price of one unit as a decimal of the currency's smallest unit (`per_unit`).",
    ['0.25'],
  ),
  size: count(1, 'Units per package (`package`).'),
  free_units: count(0, 'Free units (`package`).'),
  rate: Type.String({
    format: 'percentage',
    description: 'Percent of the charged amounts (`percentage`).',
    examples: ['2.9'],
  }),
  per_event: amount('Additional amount per charged event (`percentage`).'),
  free_events: count(0, 'Maximum number of free events; null for no limit (`percentage`).'),
  free_amount: amount('Maximum total of free events; null for no limit (`percentage`).'),
}

const up_to = Type.Union([Type.Integer({ minimum: 1, maximum: COUNT_MAX }), Type.Null()], {
  description: 'The last unit of the tier; null or omitted for the last tier.',
})
const flat_amount = amount('Additional amount for entering the tier.')
const TIERS = { minItems: 1, maxItems: 100 }

export const Tiers = Type.Array(
  Type.Object(
    { up_to, unit_amount_decimal: bounds.unit_amount_decimal, flat_amount },
    { title: 'PriceTier', additionalProperties: false },
  ),
  { ...TIERS, description: 'In ascending order (`graduated`, `volume`).' },
)

/** Tiers as sent: a unit price is a whole number or a decimal. */
export const TiersSent = Type.Array(
  Type.Object(
    {
      up_to: Type.Optional(up_to),
      unit_amount: Type.Optional(amount("Price of one unit in the currency's smallest unit.")),
      unit_amount_decimal: Type.Optional(bounds.unit_amount_decimal),
      flat_amount: Type.Optional(flat_amount),
    },
    { title: 'PriceTierCreate', additionalProperties: false },
  ),
  {
    ...TIERS,
    description: 'In ascending order; only the last has no end (`graduated`, `volume`).',
  },
)
export type TiersSent = Static<typeof TiersSent>
