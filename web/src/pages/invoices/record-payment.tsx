// Records a payment on its invoice, after showing its effect.
import { useForm } from '@mantine/form'
import { useToday } from '../../api/today.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { useMessages } from '../../text/locale.tsx'
import { NO_PAYMENT, PaymentFields, sentOf, type Typed } from '../payments/fields.tsx'
import { messages } from './messages.ts'

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
  const { id: invoice_id, currency } = invoice
  const form = useForm<Typed>({
    // The balance when the dialog opens; afterwards the input.
    initialValues: { ...NO_PAYMENT, amount: invoice.amount_remaining, received_on: today },
  })
  const { body, isTooLate } = sentOf(form.values, today)
  return (
    <ActionDialog
      title={m.payTitle(invoice.number)}
      call={{ method: 'POST', path: '/payments', body: { invoice_id, currency, ...body } }}
      label={m.actions.pay}
      done={m.done.pay}
      final="pay"
      incomplete={Number.isNaN(body.amount) || isTooLate}
      concernsCustomer
      onClose={onClose}
    >
      <PaymentFields form={form} currency={currency} today={today} />
    </ActionDialog>
  )
}
