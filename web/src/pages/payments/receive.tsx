// Records a payment of a customer for several invoices, or for none yet.
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isCurrency } from '../../../../src/domain/currencies.ts'
import { useTenant } from '../../api/tenant.ts'
import { useToday } from '../../api/today.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { NO_PAYMENT, PaymentFields, sentOf, type Typed } from './fields.tsx'
import { messages } from './messages.ts'
import { type Amounts, isWrong, Parts, partsOf, spread, useOpenInvoices } from './parts.tsx'

interface ReceiveProps {
  /** `cus_1001` */
  customer_id: string
  onClose: () => void
}

/** Amounts are filled in from the invoice due first on, as far as the payment goes. */
export function Receive(props: ReceiveProps) {
  const today = useToday()
  const { settings } = useTenant()
  if (today === undefined || !settings) return null
  return <Dialog {...props} today={today} usual={settings.default_currency} />
}

function Dialog({
  customer_id,
  onClose,
  today,
  usual,
}: ReceiveProps & { today: string; usual: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [code, setCode] = useState(usual.toUpperCase())
  const typed = code.trim().toLowerCase()
  const currency = isCurrency(typed) ? typed : usual
  const form = useForm<Typed>({
    initialValues: { ...NO_PAYMENT, amount: null, received_on: today },
  })
  const { amount } = form.values
  const offers = useOpenInvoices(customer_id, currency)
  // The entered amounts stay until the payment changes.
  const of = `${amount} ${currency}`
  const [entered, setEntered] = useState<{ of: string; amounts: Amounts }>()
  const amounts = entered?.of === of ? entered.amounts : spread(offers ?? [], amount || 0)
  const allocations = partsOf(amounts)
  const allocated = allocations.reduce((sum, part) => sum + part.amount, 0)
  const { body, isTooLate } = sentOf(form.values, today)
  return (
    <ActionDialog
      title={m.receiveTitle}
      call={{
        method: 'POST',
        path: '/payments',
        body: { customer_id, currency, ...body, ...(allocations.length > 0 && { allocations }) },
      }}
      label={m.receive}
      done={m.recorded}
      final="pay"
      incomplete={
        amount === null ||
        Number.isNaN(amount) ||
        isTooLate ||
        isWrong(amounts) ||
        currency !== typed
      }
      concernsCustomer
      onClose={onClose}
    >
      <PaymentFields form={form} currency={currency} today={today} />
      <TextInput
        label={m.currency}
        value={code}
        maxLength={3}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={currency !== typed && m.unknownCurrency}
      />
      <Text size="sm" fw={600}>
        {m.invoicesPaid}
      </Text>
      {offers && (
        <Parts
          offers={offers}
          currency={currency}
          amounts={amounts}
          onChange={(changed) => setEntered({ of, amounts: changed })}
        />
      )}
      <Text size="sm">
        {m.waits(format.money(Math.max(0, (amount || 0) - allocated), currency))}
      </Text>
    </ActionDialog>
  )
}
