// A price in words: its name, and a short description of its terms.
import { useMemo } from 'react'
import { currencyExponent } from '../../../../src/domain/currencies.ts'
import { writtenWith } from '../../text/amount-text.ts'
import type { Format } from '../../text/format.ts'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { majorOf } from './decimals.ts'
import { messages } from './messages.ts'
import type { Price, PriceTerms } from './types.ts'

export interface PriceText {
  /** "CA$5.00 per unit", "from CA$5.00, graduated". */
  short(price: Pick<Price, 'currency'> & PriceTerms): string
  /** For a column of unit prices: the unit price, or the model if the price depends on the quantity. */
  brief(price: Pick<Price, 'currency'> & PriceTerms): string
  /** Its description, or else its model. */
  name(price: Pick<Price, 'description' | 'model'>): string
  /** A decimal of the smallest unit with all its digits: "CA$0.0001". */
  unit(decimal: string, currency: string): string
  /** A decimal that is not money. */
  decimal(decimal: string): string
}

export function usePriceText(): PriceText {
  const m = useMessages(messages)
  const format = useFormat()
  return useMemo(() => textOf(m, format), [m, format])
}

function textOf(m: Like<typeof messages.en>, format: Format): PriceText {
  const { locale } = format
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 })
  const decimal = (text: string) =>
    writtenWith(locale, plain.formatToParts(text as Intl.StringNumericLiteral))
  const unit = (text: string, currency: string) => {
    const digits = { minimumFractionDigits: currencyExponent(currency), maximumFractionDigits: 16 }
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits })
    return money.format(majorOf(text, currency) as Intl.StringNumericLiteral)
  }
  const amountOf = ({ unit_amount, unit_amount_decimal, tiers, currency }: Shown): string => {
    const [first] = tiers ?? []
    // If the first tier has only a flat fee, the price starts at that fee.
    if (first && first.unit_amount_decimal === '0') return unit(String(first.flat_amount), currency)
    if (first) return unit(first.unit_amount_decimal, currency)
    return unit(unit_amount_decimal ?? String(unit_amount ?? 0), currency)
  }
  const percentOf = ({ rate, per_event, currency }: Shown): string => {
    const percent = decimal(rate ?? '0')
    if (!per_event) return m.short.percentage(percent)
    return m.short.percentageAnd(percent, format.money(per_event, currency))
  }
  return {
    brief(price) {
      const { model } = price
      if (model === 'percentage') return m.short.percentage(decimal(price.rate ?? '0'))
      return model === 'flat' || model === 'per_unit' ? amountOf(price) : m.models[model]
    },
    unit,
    decimal,
    name: ({ description, model }) => description || m.models[model],
    short(price) {
      const { model, size } = price
      if (model === 'percentage') return percentOf(price)
      const amount = amountOf(price)
      return model === 'package'
        ? m.short.package(amount, format.number(size ?? 1))
        : m.short[model](amount)
    },
  }
}

type Shown = Pick<Price, 'currency'> & PriceTerms
