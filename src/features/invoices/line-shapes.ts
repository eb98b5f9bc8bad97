// The lines of an invoice as clients send and see them.

import { Type } from 'typebox'
import { QUANTITY_MAX, UNIT_AMOUNT_MAX } from '../../domain/invoice-lines.ts'
import { PRICE_MODELS } from '../../domain/pricing.ts'
import { BELOW, WHOLE } from '../../platform/http/describe.ts'
import { ClosedOneOf, OneOf, orNull, Text } from '../../platform/http/shapes.ts'
import { cents } from '../kinds.ts'
import { PeriodShown } from '../period.ts'
import { bounds, DecimalText, Tiers } from '../terms.ts'
import { LineTax } from './tax-shapes.ts'

const AS_AMOUNT =
  "Price of one unit in the currency's smallest unit; the line amount if that is not a whole number."

export const lineMembers = {
  description: Text(500, 'Description of the line.', 1),
  quantity: Type.Integer({
    minimum: 1,
    maximum: QUANTITY_MAX,
    description: 'Units billed; 1 if `quantity_decimal` is set.',
    [BELOW]: 'drop_line',
  }),
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: UNIT_AMOUNT_MAX,
    description: AS_AMOUNT,
    [BELOW]: 'give_discount',
    [WHOLE]: 'smallest_unit',
  }),
  quantity_decimal: DecimalText(
    'Units billed, if that is not a whole number or the amount depends on more.',
    ['1.5'],
  ),
  unit_amount_decimal: DecimalText(
    "Price of one unit as a decimal of the currency's smallest unit, if it is not a whole number.",
    ['0.25'],
  ),
  events: Type.Array(DecimalText("An amount in the currency's smallest unit.", ['1250']), {
    minItems: 1,
    maxItems: 1000,
    description: 'For a price with model `percentage`: the amounts, in order.',
  }),
}

/** Directive 2006/112/EC, Art. 226 (7): the date of supply, if it is not the date of the invoice. */
export const SupplyDate = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-11-12'] })

/** An instant in whole seconds, or a date. */
const Point = Type.String({
  pattern: '^[0-9-]{10}(T[0-9:]{8}[.]000Z)?$',
  examples: ['2027-06-12'],
})
const PeriodPart = Type.Object(
  {
    ...{ from: Point, to: Point, start: Point, end: Point },
    quantity_before: Type.Optional(
      DecimalText('Units billed before: only those beyond them are charged.', ['5']),
    ),
    amount_before: Type.Optional(
      DecimalText(
        "What was billed before for the whole period, in the currency's smallest unit: only the difference is charged.",
        ['4700'],
      ),
    ),
    minimum: Type.Optional(
      Type.Object(
        {
          seconds: Type.Integer({
            minimum: 0,
            description: 'The time that was billed; days count as 86,400.',
          }),
          billed: Type.Integer({
            minimum: 0,
            description: 'What was billed of it, before discounts and less what was returned.',
          }),
          whole: Type.Optional(
            Type.Literal(true, {
              description: 'Set if it is the minimum of the subscription, for all of its items.',
            }),
          ),
          products: Type.Optional(
            Type.Array(Type.Integer({ minimum: 0 }), {
              description:
                'What was billed of each product, if there are several: the shortfall is divided by these amounts, a line for each, which is taxed as its product.',
            }),
          ),
          product: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Which of them the line is for, from 0.' }),
          ),
        },
        {
          title: 'BilledForMinimum',
          additionalProperties: false,
          description:
            'Set if the line bills the shortfall of a minimum, and the terms are that minimum.',
        },
      ),
    ),
  },
  {
    title: 'PeriodPart',
    additionalProperties: false,
    description:
      'Set if the line is for `from` to `to` of the period `start` to `end`, and costs its share of the price: instants, or dates if days are counted.',
  },
)

export const LinePricing = Type.Object(
  {
    model: ClosedOneOf(PRICE_MODELS, 'The pricing model.'),
    unit_amount: Type.Optional(bounds.unit_amount),
    unit_amount_decimal: Type.Optional(bounds.unit_amount_decimal),
    tiers: Type.Optional(Tiers),
    size: Type.Optional(bounds.size),
    free_units: Type.Optional(bounds.free_units),
    rate: Type.Optional(bounds.rate),
    per_event: Type.Optional(bounds.per_event),
    free_events: Type.Optional(orNull(bounds.free_events)),
    free_amount: Type.Optional(orNull(bounds.free_amount)),
    part: Type.Optional(PeriodPart),
  },
  { title: 'LinePricing', additionalProperties: false },
)

const LineDiscount = Type.Object(
  { id: Type.String(), amount: cents('Discount on the line.').input },
  { title: 'LineDiscount', additionalProperties: false },
)

const lineShape = {
  description: lineMembers.description,
  quantity: lineMembers.quantity,
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: AS_AMOUNT,
  }),
  amount: cents('quantity × unit_amount.').input,
  product_id: orNull(Type.String()),
  price_id: orNull(Type.String()),
  quantity_decimal: orNull(lineMembers.quantity_decimal),
  unit_amount_decimal: orNull(lineMembers.unit_amount_decimal),
  events: orNull(lineMembers.events),
  pricing: Type.Union([LinePricing, Type.Null()], {
    description:
      'Terms of the price or of a decimal unit amount; null if the amount is quantity × unit_amount.',
  }),
  discount: cents('Sum of discounts on the line.').input,
  net: cents('amount − discount, without included tax.').input,
  tax: cents('Sum of taxes on the line.').input,
  tax_rates: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Its own tax rates; null if they follow from registrations.',
  }),
  discounts: Type.Array(LineDiscount),
  taxes: Type.Array(LineTax),
  kind: OneOf(
    ['one_time', 'recurring', 'difference', 'minimum'],
    'Whether it bills a period of a subscription, units added within one, or the shortfall of a minimum.',
  ),
  subscription_id: orNull(Type.String()),
  subscription_item_id: orNull(Type.String()),
  invoice_item_id: orNull(Type.String()),
  period: Type.Union([PeriodShown, Type.Null()], {
    description: 'What it is for: from an instant to another, exclusive.',
  }),
  supply_date: Type.Union([SupplyDate('When it was supplied.'), Type.Null()]),
}

export const InvoiceLines = Type.Array(
  Type.Object(
    { id: Type.String({ pattern: '^il_[0-9a-z]{26}$' }), ...lineShape },
    { title: 'InvoiceLine', additionalProperties: false },
  ),
)

/** Lines of a preview have no IDs yet. */
export const PreviewLines = Type.Array(
  Type.Object(lineShape, { title: 'PreviewLine', additionalProperties: false }),
)
