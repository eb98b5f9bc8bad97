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
    "In the currency's smallest unit: of one unit, of a package, or of all (`flat`).",
  ),
  unit_amount_decimal: DecimalText(
    "The price of one unit as a decimal of the currency's smallest unit (`per_unit`).",
    ['0.25'],
  ),
  size: count(1, 'How many units a package has (`package`).'),
  free_units: count(0, 'How many units are free (`package`).'),
  rate: Type.String({
    format: 'percentage',
    description: 'Percent of the amounts that pay (`percentage`).',
    examples: ['2.9'],
  }),
  per_event: amount('What each event that pays costs besides (`percentage`).'),
  free_events: count(0, 'How many events are free at most; null for no such bound (`percentage`).'),
  free_amount: amount('What may be free together; null for no such bound (`percentage`).'),
}

const up_to = Type.Union([Type.Integer({ minimum: 1, maximum: COUNT_MAX }), Type.Null()], {
  description: 'The last unit of the tier; null, or left out, for the last tier.',
})
const flat_amount = amount('What entering the tier costs besides.')
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
