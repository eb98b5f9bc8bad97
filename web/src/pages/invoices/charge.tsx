// Charges an invoice to a saved card or account of its customer, and reports what the gateway says.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invoiceCan } from '../../../../src/domain/invoice.ts'
import { useHasGateway } from '../../api/gateways.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay, useTenant } from '../../api/tenant.ts'
import type { Customer, Invoice, List, Payment, PaymentMethod } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { onlineTexts } from '../../text/online-payments.ts'
import { savedMessages, useMethodName } from '../../text/saved-methods.ts'
import { chargeMessages } from './charge-messages.ts'
import { messages } from './messages.ts'

/** The API's maximum per request. */
const AT_ONCE_MOST = 100

/**
 * The methods that can pay an open invoice, the default first; none while they load, for users who may not read them, and
 * in environments without a gateway.
 */
export function useMethods(invoice: Invoice, isNeeded = true): PaymentMethod[] {
  const hasGateway = useHasGateway()
  const may = useMay('payments:read')
  const enabled = may && hasGateway && isNeeded && invoiceCan('pay', invoice)
  const { customer_id } = invoice
  const query = { customer_id, status: 'active', limit: AT_ONCE_MOST }
  const { data } = useRead<List<PaymentMethod>>('/payment_methods', query, { enabled })
  const own = useDefault(invoice, enabled)
  const methods = data?.data.filter(({ reusable }) => reusable) ?? []
  return methods.toSorted((a, b) => Number(b.id === own) - Number(a.id === own))
}

/** The ID of the customer's default method. */
function useDefault({ customer_id }: Invoice, isNeeded = true): string | null | undefined {
  const enabled = useMay('customers:read') && isNeeded
  const { data } = useRead<Customer>(`/customers/${customer_id}`, {}, { enabled })
  return data?.default_payment_method_id
}

interface ChargeProps {
  invoice: Invoice
  methods: readonly PaymentMethod[]
  onClose: () => void
  onDone: (payment: Payment) => void
}

export function Charge({ invoice, methods, onClose, onDone }: ChargeProps) {
  const m = useMessages(chargeMessages)
  const { actions } = useMessages(messages)
  const saved = useMessages(savedMessages)
  const format = useFormat()
  const nameOf = useMethodName()
  const own = useDefault(invoice)
  const [chosen, setChosen] = useState<string>()
  const payment_method_id = chosen ?? methods[0]?.id
  const choices = methods.map((method) => ({
    value: method.id,
    label: method.id === own ? saved.isDefault(nameOf(method)) : nameOf(method),
  }))
  return (
    <ActionDialog<Payment>
      title={m.title(invoice.number, format.money(invoice.amount_remaining, invoice.currency))}
      call={{ method: 'POST', path: `/invoices/${invoice.id}/pay`, body: { payment_method_id } }}
      label={actions.charge}
      done={m.done}
      onClose={onClose}
      onDone={onDone}
    >
      <ChoiceField
        label={m.method}
        choices={choices}
        value={payment_method_id ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus
      />
      <Text size="sm">{m.effect}</Text>
    </ActionDialog>
  )
}

const EVERY_MS = 1_000
const SHOWN_MS = 15_000

const COLORS: Readonly<Record<string, string>> = { settled: 'green', failed: 'red' }

interface OutcomeProps {
  /** The payment that was started. */
  id: string
  onOver: () => void
}

/** Waits for the gateway's response, reports it, and reads again everything that it changed. */
export function Outcome({ id, onOver }: OutcomeProps) {
  const { account, mode } = useTenant()
  const format = useFormat()
  const client = useQueryClient()
  const { data } = useRead<Payment>(`/payments/${id}`, undefined, { everyMs: EVERY_MS })
  const status = data?.status ?? 'pending'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response of the gateway.
  useEffect(() => {
    if (!data || status === 'pending') return
    const message = onlineTexts(format, data)[`payment.${status}`]?.()
    notifications.show({ message, color: COLORS[status], autoClose: SHOWN_MS })
    void client.invalidateQueries({ queryKey: [account, mode] })
    onOver()
  }, [status])
  return null
}
