// What was paid on an invoice, and taking a payment back that bounced or was a mistake.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Invoice, Payment } from '../../api/types.ts'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { words } from './words.ts'

export function PaymentsTab({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const methods = useWords(methodWords)
  const format = useFormat()
  const [reversing, setReversing] = useState<Payment>()
  return (
    <>
      <List<Payment>
        label={w.tabs.payments}
        path="/payments"
        always={{ invoice_id: invoice.id }}
        permission="payments:read"
        csv={false}
        idOf={({ id }) => id}
        columns={[
          {
            title: w.receivedOn,
            cell: ({ received_on }) => format.date(received_on),
            narrow: true,
          },
          {
            title: w.status,
            cell: ({ status }) => <StatusBadge status={status} />,
            from: 'sm',
            narrow: true,
          },
          { title: w.method, cell: ({ method }) => methods[method], from: 'sm' },
          {
            title: w.amount,
            cell: ({ amount, currency }) => format.money(amount, currency),
            numeric: true,
          },
          {
            title: w.deed,
            cell: (payment) =>
              payment.status === 'settled' && (
                <DeedButton
                  permission="payments:write"
                  size="compact-xs"
                  variant="default"
                  onClick={() => setReversing(payment)}
                >
                  {w.reverse}
                </DeedButton>
              ),
          },
        ]}
        empty={<Empty text={w.noPayments} />}
      />
      {reversing && <Reverse payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

function Reverse({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const w = useWords(words)
  const format = useFormat()
  const [reason, setReason] = useState('')
  const path = `/payments/${payment.id}/reverse`
  return (
    <DeedDialog
      title={w.reverseTitle(format.money(payment.amount, payment.currency))}
      call={{ method: 'POST', path, ...(reason && { body: { reason } }) }}
      label={w.reverse}
      done={w.done.reverse}
      danger
      onClose={onClose}
    >
      <TextInput
        label={w.reason}
        description={w.reasonHint}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DeedDialog>
  )
}
