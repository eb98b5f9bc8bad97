// Money that came: recorded on its invoice, with what that does to it told beforehand.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../../src/domain/payment.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { messages } from './messages.ts'

/**
 * Tab goes through the parts of a date by itself, and on to the field after it. The dialog's own handling
 * would look a moment later whether it left, and take the focus from wherever it has gone by then.
 */
function stayNative(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation()
}

export function RecordPayment({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  // What remains when the dialog opens; afterwards it is what was typed.
  const [amount, setAmount] = useState<number | null>(invoice.amount_remaining)
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer')
  const [day, setDay] = useState('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const body = {
    invoice_id: invoice.id,
    // An amount that is none is refused by the server, in words.
    amount: amount ?? 0,
    currency: invoice.currency,
    method,
    ...(day && { received_on: day }),
    ...(reference && { reference }),
    ...(note && { note }),
  }
  return (
    <ActionDialog
      title={m.payTitle(invoice.number)}
      call={{ method: 'POST', path: '/payments', body }}
      label={m.actions.pay}
      done={m.done.pay}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={m.amount}
          value={amount}
          currency={invoice.currency}
          onChange={setAmount}
          data-autofocus
        />
        <NativeSelect
          label={m.method}
          value={method}
          data={PAYMENT_METHODS.map((value) => ({ value, label: methods[value] }))}
          onChange={(event) => setMethod(event.currentTarget.value as PaymentMethod)}
        />
        <TextInput
          label={m.receivedOn}
          description={m.receivedOnHint}
          type="date"
          value={day}
          onKeyDown={stayNative}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          label={m.reference}
          description={m.referenceHint}
          maxLength={256}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </SimpleGrid>
      <TextInput
        label={m.note}
        description={m.noteHint}
        maxLength={5000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
