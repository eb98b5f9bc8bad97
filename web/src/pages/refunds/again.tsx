// Starts another refund of the amount left for a credit note, after one failed or was canceled.
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { canRefund } from '../../../../src/domain/refund-outcomes.ts'
import type { CreditNote } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { HOWS_OF_PAYMENT, HowField, type HowOfPayment } from './how.tsx'
import { type Refundable, useRefundable } from './left.ts'
import { messages } from './messages.ts'

interface AgainProps {
  note: CreditNote
  /** The amount left to refund for the note. */
  left: number
}

/** The button and its dialog; no button if there is nothing more to refund. */
export function RefundAgain({ note, left }: AgainProps) {
  const m = useMessages(messages)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {left > 0 && (
        <ActionButton permission="refunds:write" variant="default" onClick={() => setOpen(true)}>
          {m.again}
        </ActionButton>
      )}
      {open && <Again note={note} left={left} onClose={close} />}
    </>
  )
}

function Again({ onClose, ...props }: AgainProps & { onClose: () => void }) {
  const refundable = useRefundable(props.note.invoice_id)
  return refundable && <Dialog {...props} refundable={refundable} onClose={onClose} />
}

interface DialogProps extends AgainProps {
  refundable: readonly Refundable[]
  onClose: () => void
}

function Dialog({ note, left, refundable, onClose }: DialogProps) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const [chosen, setChosen] = useState('')
  const [how, setHow] = useState<HowOfPayment>('gateway')
  // Undefined until the user enters an amount.
  const [typed, setTyped] = useState<number | null>()
  const money = (amount: number) => format.money(amount, note.currency)
  const from = refundable.find(({ payment }) => payment.id === chosen) ?? refundable[0]
  const most = Math.min(left, from?.left ?? 0)
  const amount = typed === undefined ? most : typed
  const isWrong = amount === null || !(amount > 0 && amount <= most)
  const body = {
    ...{ credit_note_id: note.id, payment_id: from?.payment.id, amount },
    ...(how === 'by_hand' && { by_gateway: false }),
  }
  return (
    <ActionDialog
      title={m.againTitle(note.number)}
      call={{ method: 'POST', path: '/refunds', body }}
      label={m.again}
      done={m.done.again}
      incomplete={isWrong}
      concernsCustomer
      onClose={onClose}
    >
      <Text size="sm">{from ? m.stillToRefund(money(left), note.number) : m.uncovered}</Text>
      {refundable.length > 1 && (
        <NativeSelect
          label={m.fromPayment}
          value={from?.payment.id ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={refundable.map(({ payment, left }) => ({
            value: payment.id,
            label: m.paymentLeft(
              format.date(payment.received_on),
              methods[payment.method],
              money(left),
            ),
          }))}
        />
      )}
      {from && canRefund(from.payment) && (
        <HowField choices={HOWS_OF_PAYMENT} value={how} onChange={setHow} />
      )}
      {from && (
        <MoneyInput
          label={m.amount}
          description={m.atMost(money(most))}
          currency={note.currency}
          value={amount}
          onChange={setTyped}
          data-autofocus
          error={
            amount === null || !isWrong
              ? undefined
              : amount > most
                ? m.atMost(money(most))
                : amount <= 0 && m.positive
          }
        />
      )}
    </ActionDialog>
  )
}
