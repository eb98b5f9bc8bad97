// Saves a price from its form: the request, validation, and the field of each error.
import type { Write } from '../../api/hooks.ts'
import type { ApiForm } from '../../form/api-form.ts'
import { useWriteForm } from '../../form/write-form.ts'
import { useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { type Fault, fieldOfTerm, type PriceValues, readTerms, type TermsSent } from './terms.ts'
import type { Price } from './types.ts'

interface PriceFormOptions {
  initial: PriceValues
  callOf: (values: PriceValues, terms: TermsSent) => Write
  onSaved: (price: Price) => void
}

export function usePriceForm({ initial, callOf, onSaved }: PriceFormOptions): ApiForm<PriceValues> {
  const m = useMessages(messages)
  const { locale } = useFormat()
  return useWriteForm<PriceValues, Price>({
    initial,
    callOf: (values) => callOf(values, readTerms(values, locale).terms),
    validate: (values) => ({
      ...(values.product_id === '' && { product_id: m.needProduct }),
      ...Object.fromEntries(
        readTerms(values, locale).faults.map((fault) => [fault.field, faultText(fault, m)]),
      ),
    }),
    fieldOf: fieldOfTerm,
    nameOf: (param) => nameOf(param, m),
    onSaved,
  })
}

const faultText = ({ kind, text }: Fault, m: Like<typeof messages.en>): string =>
  m.faults[kind](text.trim())

/** The page's name for a property, so that an error reads as the field does. */
function nameOf(param: string, m: Like<typeof messages.en>): string | undefined {
  const names: Readonly<Record<string, string>> = {
    product_id: m.product,
    currency: m.currency,
    unit_amount: m.unitAmount,
    unit_amount_decimal: m.unitAmount,
    up_to: m.lastUnit,
    flat_amount: m.tierFee,
    tiers: m.tiers,
    size: m.size,
    free_units: m.freeUnits,
    rate: m.rate,
    per_event: m.perEvent,
    free_events: m.freeEvents,
    free_amount: m.freeAmount,
    minimum_amount: m.minimum,
    description: m.description,
    lookup_key: m.lookupKey,
  }
  return names[param.split('.').at(-1) ?? '']
}
