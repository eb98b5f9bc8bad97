// Records a payment on its invoice, after showing its effect.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../src/domain/payment.ts'
import { useToday } from '../../api/today.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { stayNative } from '../../form/native-tab.ts'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { messages } from './messages.ts'

interface Typed {
  amount: number | null
  method: PaymentMethod
  received_on: string
  reference: string
  note: string
}

const NO_PAYMENT = { method: 'bank_transfer', reference: '', note: '' } as const

interface RecordPaymentProps {
  invoice: Invoice
  onClose: () => void
}

/** Defaults to the balance due and today: most payments are recorded in full, on the day they arrive. */
export function RecordPayment(props: RecordPaymentProps) {
  const today = useToday()
  return today === undefined ? null : <Dialog {...props} today={today} />
}

function Dialog({ invoice, onClose, today }: RecordPaymentProps & { today: string }) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const form = useForm<Typed>({
    // The balance when the dialog opens; afterwards what was typed.
    initialValues: { ...NO_PAYMENT, amount: invoice.amount_remaining, received_on: today },
  })
  const { amount, method, ...optional } = form.values
  const isTooLate = today !== '' && optional.received_on > today
  const filled = Object.entries(optional).filter(([, value]) => value !== '')
  const body = {
    invoice_id: invoice.id,
    // The server refuses an empty amount with a message.
    amount: amount ?? 0,
    currency: invoice.currency,
    method,
    ...Object.fromEntries(filled),
  }
  return (
    <ActionDialog
      title={m.payTitle(invoice.number)}
      call={{ method: 'POST', path: '/payments', body }}
      label={m.actions.pay}
      done={m.done.pay}
      final="pay"
      incomplete={Number.isNaN(amount) || isTooLate}
      concernsCustomer
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={m.amount}
          value={amount}
          {...form.getInputProps('amount')}
          currency={invoice.currency}
          data-autofocus
        />
        <NativeSelect
          label={m.method}
          data={PAYMENT_METHODS.map((value) => ({ value, label: methods[value] }))}
          {...form.getInputProps('method')}
        />
        <TextInput
          label={m.receivedOn}
          description={m.receivedOnHint}
          type="date"
          max={today || undefined}
          onKeyDown={stayNative}
          {...form.getInputProps('received_on')}
          error={isTooLate && m.receivedTooLate}
        />
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          maxLength={256}
          {...form.getInputProps('reference')}
        />
      </SimpleGrid>
      <TextInput
        label={m.note}
        description={m.noteHint}
        maxLength={5000}
        {...form.getInputProps('note')}
      />
    </ActionDialog>
  )
}
