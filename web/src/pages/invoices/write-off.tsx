// Writes off an invoice as bad debt, or takes the write-off back, after showing the effect.
import { List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { amountCollectible } from '../../../../src/domain/invoice.ts'
import type { Invoice } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { MoneyInput } from '../../form/money-input.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

interface DialogProps {
  invoice: Invoice
  onClose: () => void
}

/** Defaults to everything still to collect. */
export function WriteOff({ invoice, onClose }: DialogProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const collectible = amountCollectible(invoice)
  const [amount, setAmount] = useState<number | null>(collectible)
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
      title={m.writeOffTitle(invoice.number)}
      call={{
        method: 'POST',
        path: `/invoices/${invoice.id}/write_off`,
        // The server refuses an empty amount with a message.
        body: { amount: amount ?? 0, reason },
      }}
      label={m.actions.write_off}
      done={m.done.write_off}
      incomplete={Number.isNaN(amount) || reason.trim() === ''}
      concernsCustomer
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        {Object.values(m.writeOffEffects).map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
      <MoneyInput
        label={m.amount}
        description={m.applyHint(format.money(collectible, invoice.currency))}
        value={amount}
        onChange={setAmount}
        currency={invoice.currency}
        data-autofocus
      />
      <TextInput
        label={m.reason}
        description={m.writeOffReasonHint}
        maxLength={500}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

export function ReverseWriteOff({ invoice, onClose }: DialogProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const written = format.money(invoice.amount_written_off, invoice.currency)
  return (
    <ActionDialog
      title={m.reverseWriteOffTitle(written)}
      call={{ method: 'POST', path: `/invoices/${invoice.id}/reverse_write_off` }}
      label={m.actions.reverse_write_off}
      done={m.done.reverse_write_off}
      concernsCustomer
      onClose={onClose}
    >
      <Text size="sm">{m.reverseWriteOffText}</Text>
    </ActionDialog>
  )
}
