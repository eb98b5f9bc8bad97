// The rows below the lines: subtotal, each discount, each tax with its base, and the total.
import type { Invoice } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages as all } from './messages.ts'
import { messages } from './tax-messages.ts'

export type Figures = Pick<
  Invoice,
  'currency' | 'subtotal' | 'discounts' | 'tax' | 'taxes' | 'total'
>

export interface SumRow {
  key: string
  name: string
  amount: number
  kind?: 'strong' | 'weak'
}

type NamedTax = Pick<Invoice['taxes'][number], 'name' | 'percentage'> & {
  category?: Invoice['taxes'][number]['category']
}

/** A tax by name and rate, "QST 9.975%"; without a rate, by its treatment, "Reverse charge". */
export function useTaxName() {
  const m = useMessages(messages)
  const format = useFormat()
  return ({ name, percentage, category }: NamedTax): string => {
    if (name !== '') return m.rate(m.called(name), format.percent(percentage))
    return category === undefined ? m.tax : m.categories[category]
  }
}

export function useSumRows() {
  const m = useMessages(messages)
  const { subtotal, tax, total } = useMessages(all)
  const format = useFormat()
  const taxName = useTaxName()
  return (figures: Figures): SumRow[] => {
    const { currency, discounts, taxes } = figures
    // National taxes before regional ones, as on documents.
    const sorted = taxes.toSorted((a, b) => Number(a.region !== null) - Number(b.region !== null))
    const named = sorted.map((each, index) => ({
      key: `${each.rate} ${each.inclusive} ${index}`,
      name: m.on(taxName(each), format.money(each.taxable, currency)),
      amount: each.amount,
      isIncluded: each.inclusive,
    }))
    const added = named.filter(({ isIncluded }) => !isIncluded)
    const included = named.filter(({ isIncluded }) => isIncluded)
    return [
      { key: 'subtotal', name: subtotal, amount: figures.subtotal },
      ...discounts.map(({ id, name, amount }) => ({ key: id, name, amount: -amount })),
      ...added,
      // For invoices from before taxes were stored one by one.
      ...(taxes.length === 0 && figures.tax > 0
        ? [{ key: 'tax', name: tax, amount: figures.tax }]
        : []),
      { key: 'total', name: total, amount: figures.total, kind: 'strong' as const },
      ...included.map((each) => ({
        ...each,
        name: m.including(each.name),
        kind: 'weak' as const,
      })),
    ]
  }
}
