// How a line is taxed: automatically, not at all, or by a rate of the account.
import { NativeSelect } from '@mantine/core'
import { useList } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { TaxRate } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import type { LineText } from './draft.ts'
import { useTaxName } from './sum-rows.ts'
import { messages } from './tax-messages.ts'

interface TaxChoiceProps {
  line: LineText
  index: number
  onChange: (key: number, change: Partial<LineText>) => void
}

/** Only if there is a choice: with automatic tax, or with own rates. */
export function TaxChoice({ line, index, onChange }: TaxChoiceProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const taxName = useTaxName()
  const { settings } = useTenant()
  const enabled = useMay('tax:read')
  const { data } = useList<TaxRate>('/tax_rates', { active: true, limit: 100 }, { enabled })
  const rates = data?.data ?? []
  const isAutomatic = settings?.automatic_tax === true
  if (!isAutomatic && rates.length === 0 && line.tax === '') return null
  const named = line.tax === '' || line.tax === 'none' ? [] : line.tax.split(',')
  const isOther = named.length > 0 && !rates.some(({ id }) => id === line.tax)
  const names = named.map((id) => rates.find((rate) => rate.id === id))
  const isKnown = names.every((rate) => rate !== undefined)
  const other = isKnown
    ? m.chosen(names.map((rate) => taxName(rate)).join(', '))
    : m.severalRates(format.number(named.length))
  return (
    <NativeSelect
      size="xs"
      mt={4}
      aria-label={m.taxOf(String(index + 1))}
      value={line.tax}
      onChange={(event) => onChange(line.key, { tax: event.currentTarget.value })}
      data={[
        { value: '', label: isAutomatic ? m.automatic : m.untaxed },
        // Without automatic tax, a line without rates is untaxed anyway.
        ...(isAutomatic || line.tax === 'none' ? [{ value: 'none', label: m.untaxed }] : []),
        ...(isOther ? [{ value: line.tax, label: other }] : []),
        ...rates.map((rate) => ({ value: rate.id, label: m.chosen(taxName(rate)) })),
      ]}
    />
  )
}
