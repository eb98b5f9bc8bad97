// The payments of an invoice, and reversing one that bounced or was a mistake.
import { Box, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Invoice, Payment } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { onlineMessages, reasonOf } from '../../text/online-payments.ts'
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function PaymentsTab({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const [reversing, setReversing] = useState<Payment>()
  return (
    <>
      <List<Payment>
        label={m.tabs.payments}
        path="/payments"
        always={{ invoice_id: invoice.id }}
        permission="payments:read"
        csv={false}
        idOf={({ id }) => id}
        columns={[
          {
            // Of an attempt, the day it began.
            title: m.paidOn,
            cell: ({ received_on, method }) => (
              <>
                {format.date(received_on)}{' '}
                <Text span display="block" size="xs" c="dimmed">
                  {methods[method]}
                </Text>
              </>
            ),
            to: ({ id }) => `payments/${id}`,
          },
          { title: m.status, cell: (payment) => <State payment={payment} />, from: 'sm' },
          {
            title: m.amount,
            // The amount that it pays of this invoice.
            cell: (payment) => {
              const { allocations, amount, currency } = payment
              const own = allocations.find(({ invoice_id }) => invoice_id === invoice.id)
              return (
                <>
                  {format.money(own?.amount ?? amount, currency)}
                  <Box hiddenFrom="sm" style={{ whiteSpace: 'normal' }}>
                    <State payment={payment} />
                  </Box>
                </>
              )
            },
            numeric: true,
          },
          {
            title: m.action,
            from: 'sm',
            cell: (payment) =>
              payment.status === 'settled' && (
                <ActionButton
                  permission="payments:write"
                  size="compact-xs"
                  variant="default"
                  className="row-action"
                  onClick={() => setReversing(payment)}
                >
                  {m.reverse}
                </ActionButton>
              ),
          },
        ]}
        empty={<Empty text={m.noPayments} />}
      />
      {reversing && <Reverse payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}

/** The status of a payment; if it failed, also why. */
function State({ payment: { status, failure } }: { payment: Payment }) {
  const m = useMessages(onlineMessages)
  return (
    <>
      <StatusBadge status={status} />
      {failure && (
        <Text size="xs" c="dimmed">
          {reasonOf(m, failure)}
        </Text>
      )}
    </>
  )
}

function Reverse({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [reason, setReason] = useState('')
  const path = `/payments/${payment.id}/reverse`
  return (
    <ActionDialog
      title={m.reverseTitle(format.money(payment.amount, payment.currency))}
      call={{ method: 'POST', path, ...(reason && { body: { reason } }) }}
      label={m.reverse}
      done={m.done.reverse}
      final="reverse"
      concernsCustomer
      danger
      onClose={onClose}
    >
      <TextInput
        label={m.reason}
        description={m.reasonHint}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
