// One payment: its amount and invoice, and reversing it.
import { Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isMoney, isWaiting } from '../../../../src/domain/payment-states.ts'
import { useRead } from '../../api/hooks.ts'
import type { Invoice, Payment } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ObjectTimeline } from '../../page/object-timeline.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { MethodLink } from '../../text/method-link.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { DisputeNotes } from '../disputes/notes.tsx'
import { RefundsTab } from '../refunds/rows.tsx'
import { messages } from './messages.ts'
import { Allocate, Deallocate, Refund, ToBalance } from './moves.tsx'
import { useOnlineFacts } from './online.tsx'

/** How often a payment is read again that is being charged, or waits for the customer. */
const WHILE_MOVING_MS = 2_000

export function PaymentPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [isMoving, setMoving] = useState(false)
  const options = isMoving ? { everyMs: WHILE_MOVING_MS } : {}
  const query = useRead<Payment>(`/payments/${encodeURIComponent(id)}`, undefined, options)
  const moves = query.data && (query.data.status === 'pending' || isWaiting(query.data))
  if (moves !== undefined && moves !== isMoving) setMoving(moves)
  return (
    <Loaded query={query} permission="payments:read">
      {(payment) => <Shown payment={payment} />}
    </Loaded>
  )
}

function Shown({ payment }: { payment: Payment }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [asking, setAsking] = useState<'reverse' | 'cancel'>()
  const [moving, setMoving] = useState<keyof typeof MOVES>()
  const close = () => setMoving(undefined)
  const Move = moving && MOVES[moving]
  const waits = payment.unallocated > 0 ? undefined : m.nothingWaits
  const reasons = {
    allocate: waits,
    to_balance: waits,
    refund: payment.unallocated + payment.to_balance > 0 ? undefined : m.nothingToRefund,
    deallocate: payment.allocations.length > 0 ? undefined : m.paysNothing,
  }
  const notNow = notNowOf(payment, m)
  const moves = (['allocate', 'to_balance', 'refund', 'deallocate'] as const).map((verb) => (
    <ActionButton
      key={verb}
      permission={verb === 'refund' ? 'refunds:write' : 'payments:write'}
      variant="default"
      reason={notNow ?? reasons[verb]}
      onClick={() => setMoving(verb)}
    >
      {m.moves[verb]}
    </ActionButton>
  ))
  const reverse = (
    <ActionButton
      permission="payments:write"
      variant="default"
      reason={notNow}
      onClick={() => setAsking('reverse')}
    >
      {m.reverse}
    </ActionButton>
  )
  const cancel = isWaiting(payment) && (
    <ActionButton permission="payments:write" variant="default" onClick={() => setAsking('cancel')}>
      {m.cancel}
    </ActionButton>
  )
  return (
    <>
      <PageTitle
        parent={{ to: 'payments', label: m.title }}
        badge={<StatusBadge status={payment.status} />}
        actions={
          <>
            {moves}
            {reverse}
            {cancel}
          </>
        }
      >
        {m.heading(format.money(payment.amount, payment.currency))}
      </PageTitle>
      <DisputeNotes always={{ payment_id: payment.id }} />
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'details', label: m.tabs.details, content: <Details payment={payment} /> },
          {
            name: 'refunds',
            label: m.tabs.refunds,
            content: <RefundsTab always={{ payment_id: payment.id }} />,
          },
          {
            name: 'timeline',
            label: m.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: payment.id }} />,
          },
        ]}
      />
      {Move && <Move payment={payment} onClose={close} />}
      {asking === 'reverse' && <Reverse payment={payment} onClose={() => setAsking(undefined)} />}
      {asking === 'cancel' && <Cancel payment={payment} onClose={() => setAsking(undefined)} />}
    </>
  )
}

/** Why the status of a payment allows no action; undefined if it does. */
function notNowOf({ status }: Payment, m: ReturnType<typeof useMessages<typeof messages.en>>) {
  if (status === 'settled') return undefined
  return status === 'reversed' ? m.reversedAlready : m.notArrived
}

const MOVES = { allocate: Allocate, deallocate: Deallocate, to_balance: ToBalance, refund: Refund }

function Reverse({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [reason, setReason] = useState('')
  return (
    <ActionDialog
      title={m.reverseTitle}
      call={{
        method: 'POST',
        path: `/payments/${payment.id}/reverse`,
        body: reason === '' ? {} : { reason },
      }}
      label={m.reverse}
      done={m.reversed}
      concernsCustomer
      danger
      onClose={onClose}
    >
      <Text size="sm">{m.reverseText}</Text>
      {payment.to_balance > 0 && (
        <Text size="sm">{m.reverseCredit(format.money(payment.to_balance, payment.currency))}</Text>
      )}
      <TextInput
        label={m.reason}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}

function Cancel({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const m = useMessages(messages)
  return (
    <ActionDialog
      title={m.cancelTitle}
      call={{ method: 'POST', path: `/payments/${payment.id}/cancel` }}
      label={m.cancel}
      done={m.canceled}
      concernsCustomer
      onClose={onClose}
    >
      <Text size="sm">{m.cancelText}</Text>
    </ActionDialog>
  )
}

function Details({ payment }: { payment: Payment }) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const { customer_id, metadata, unallocated } = payment
  const allocations = invoicesOf(payment)
  const online = useOnlineFacts(payment)
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.amount, format.money(payment.amount, payment.currency)],
            [
              m.toBalance,
              payment.to_balance > 0 && format.money(payment.to_balance, payment.currency),
            ],
            [
              m.amountReversed,
              payment.amount_reversed > 0 &&
                format.money(payment.amount_reversed, payment.currency),
            ],
            [m.received, isMoney(payment.status) && format.date(payment.received_on)],
            [
              m.method,
              payment.payment_method_id ? (
                <MethodLink key="p" id={payment.payment_method_id} customer={customer_id} />
              ) : (
                methods[payment.method]
              ),
            ],
            ...online,
            [
              allocations.length > 1 ? m.invoices : m.invoice,
              allocations.length > 0 && (
                <Stack key="i" gap={2}>
                  {allocations.map((each) => (
                    <Paid key={each.invoice_id} {...each} payment={payment} />
                  ))}
                </Stack>
              ),
            ],
            [m.waiting, unallocated > 0 && format.money(unallocated, payment.currency)],
            [
              m.customer,
              <PageLink key="c" to={`customers/${customer_id.replace('cus_', '')}`} size="sm">
                <CustomerName id={customer_id} />
              </PageLink>,
            ],
            [m.reference, payment.reference],
            [m.note, payment.note],
            [m.reversedAt, payment.reversed_at && format.time(payment.reversed_at)],
            [m.reason, payment.reversal_reason],
            [
              m.metadata,
              Object.keys(metadata).length > 0 && (
                <Code block key="m" tabIndex={0}>
                  {JSON.stringify(metadata, undefined, 2)}
                </Code>
              ),
            ],
            [m.createdAt, format.time(payment.created_at)],
            [m.id, <CopyText key="id" text={payment.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/payments/${payment.id}` }} />
    </>
  )
}

/** The invoices that a payment pays; of an attempt, the one that it is for. */
function invoicesOf({ status, invoice_id, amount, allocations }: Payment) {
  if (isMoney(status) || invoice_id === null) return allocations
  return [{ invoice_id, amount }]
}

/** An invoice that the payment pays, and how much of it unless that is all. */
function Paid({
  invoice_id,
  amount,
  payment,
}: {
  invoice_id: string
  amount: number
  payment: Payment
}) {
  const format = useFormat()
  const { data: invoice } = useRead<Invoice>(`/invoices/${invoice_id}`)
  return (
    <Group gap="xs">
      <PageLink to={`invoices/${invoice_id}`} size="sm">
        {invoice?.number ?? invoice_id}
      </PageLink>
      {amount !== payment.amount && <Text size="sm">{format.money(amount, payment.currency)}</Text>}
    </Group>
  )
}
