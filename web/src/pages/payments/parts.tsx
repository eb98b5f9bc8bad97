// Fields for the amounts of several invoices that a payment pays.
import { Stack, Text } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, List } from '../../api/types.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** Maximum number of invoices in a dialog, as in a request. */
const OFFERED_MOST = 100

/** An invoice, and the maximum that can be entered for it. */
export interface Offer {
  invoice_id: string
  label: string
  most: number
}

/** The amounts as entered, by invoice: null while empty, NaN while not an amount. */
export type Amounts = Readonly<Record<string, number | null>>

/** The unpaid invoices of a customer in a currency, the one due first at the top; undefined while they load. */
export function useOpenInvoices(customer_id: string, currency: string): Offer[] | undefined {
  const format = useFormat()
  const { data } = useRead<List<Invoice>>('/invoices', {
    customer_id,
    currency,
    // Customers can also pay amounts that are written off.
    status: 'posted,overdue',
    limit: OFFERED_MOST,
  })
  return data?.data
    .toSorted((a, b) => `${a.due_date} ${a.number}`.localeCompare(`${b.due_date} ${b.number}`))
    .map(({ id, number, due_date, amount_remaining }) => ({
      invoice_id: id,
      label: `${number} · ${format.date(due_date)}`,
      most: amount_remaining,
    }))
}

/** Distributes an amount over the invoices, in their order. */
export function spread(offers: readonly Offer[], amount: number): Amounts {
  let left = amount
  return Object.fromEntries(
    offers.map(({ invoice_id, most }) => {
      const part = Math.min(left, most)
      left -= part
      return [invoice_id, part > 0 ? part : null]
    }),
  )
}

export const isWrong = (amounts: Amounts): boolean => Object.values(amounts).some(Number.isNaN)

/** The amounts for a request, without those that are empty or zero. */
export const partsOf = (amounts: Amounts) =>
  Object.entries(amounts).flatMap(([invoice_id, amount]) =>
    amount ? [{ invoice_id, amount }] : [],
  )

interface PartsProps {
  offers: readonly Offer[]
  currency: string
  amounts: Amounts
  onChange: (amounts: Amounts) => void
}

export function Parts({ offers, currency, amounts, onChange }: PartsProps) {
  const m = useMessages(messages)
  const format = useFormat()
  if (offers.length === 0) return <Text size="sm">{m.nothingOpen(currency.toUpperCase())}</Text>
  return (
    <Stack gap="xs">
      {offers.map(({ invoice_id, label, most }) => (
        <MoneyInput
          key={invoice_id}
          label={label}
          description={m.atMost(format.money(most, currency))}
          value={amounts[invoice_id] ?? null}
          onChange={(amount) => onChange({ ...amounts, [invoice_id]: amount })}
          currency={currency}
        />
      ))}
    </Stack>
  )
}
