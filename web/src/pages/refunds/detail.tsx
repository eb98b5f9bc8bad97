// One refund: its amount, the note and the payment behind it, and its actions.
import { Paper } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { CreditNote, Invoice, Payment, Refund } from '../../api/types.ts'
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
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { refundStatus } from '../../text/status-of.ts'
import { PageActs, useActDialog } from './acts.tsx'
import { RefundAgain } from './again.tsx'
import { useNoteRefunds } from './left.ts'
import { messages } from './messages.ts'

/** How often a refund is read again that the gateway has not accepted yet. */
const WHILE_SENDING_MS = 3_000

export function RefundPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const [isSending, setSending] = useState(false)
  const options = isSending ? { everyMs: WHILE_SENDING_MS } : {}
  const query = useRead<Refund>(`/refunds/${encodeURIComponent(id)}`, undefined, options)
  const sends = query.data && stepOf(query.data) === 'sending'
  if (sends !== undefined && sends !== isSending) setSending(sends)
  return (
    <Loaded query={query} permission="refunds:read">
      {(refund) => <Shown key={refund.id} refund={refund} />}
    </Loaded>
  )
}

interface RefundProps {
  refund: Refund
}

/** What a pending refund waits for. */
function stepOf({ status, by_gateway, gateway_ref, flagged_at }: Refund) {
  if (status !== 'pending') return undefined
  if (!by_gateway) return 'byHand'
  if (gateway_ref !== null) return 'accepted'
  return flagged_at === null ? 'sending' : 'delayed'
}

function useNextStep(refund: Refund): string | undefined {
  const { nextSteps } = useMessages(messages)
  const format = useFormat()
  const step = stepOf(refund)
  if (step === undefined) return undefined
  return step === 'delayed' ? nextSteps.delayed(format.day(refund.created_at)) : nextSteps[step]
}

function useNote({ credit_note_id }: Refund): CreditNote | undefined {
  const enabled = useMay('credit_notes:read') && credit_note_id !== null
  return useRead<CreditNote>(`/credit_notes/${credit_note_id}`, undefined, { enabled }).data
}

function Shown({ refund }: RefundProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const note = useNote(refund)
  const { left } = useNoteRefunds(note)
  const { start, dialog } = useActDialog()
  const isOver = refund.status === 'failed' || refund.status === 'canceled'
  return (
    <>
      <PageTitle
        parent={{ to: 'refunds', label: m.title }}
        badge={<StatusBadge status={refundStatus(refund)} />}
        actions={
          <>
            {isOver && note && <RefundAgain note={note} left={left} />}
            <PageActs refund={refund} start={start} left={left} />
          </>
        }
      >
        {m.heading(format.money(refund.amount, refund.currency))}
      </PageTitle>
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'details', label: m.tabs.details, content: <Details refund={refund} /> },
          {
            name: 'timeline',
            label: m.tabs.timeline,
            content: <ObjectTimeline of={{ object_id: refund.id }} />,
          },
        ]}
      />
      {dialog}
    </>
  )
}

function Details({ refund }: RefundProps) {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const next = useNextStep(refund)
  const { by_gateway, gateway_ref } = refund
  const time = (at: string | null) => at && format.time(at)
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.amount, format.money(refund.amount, refund.currency)],
            [m.method, methods[refund.method]],
            [m.paidBy, m.payers[by_gateway ? 'gateway' : 'you']],
            [m.next, next],
            [m.paidOn, refund.paid_on && format.date(refund.paid_on)],
            [m.reference, refund.reference],
            [m.gatewayRef, gateway_ref && <CopyText key="g" text={gateway_ref} />],
            [m.failureReason, refund.failure_reason],
            ...useLinks(refund),
            [m.started, format.time(refund.created_at)],
            [by_gateway ? m.reportedPaid : m.paidAt, time(refund.succeeded_at)],
            [by_gateway ? m.reportedFailed : m.failedAt, time(refund.failed_at)],
            [m.canceledAt, time(refund.canceled_at)],
            [m.movedAt, time(refund.moved_to_balance_at)],
            [m.id, <CopyText key="id" text={refund.id} />],
          ]}
        />
      </Paper>
      <ApiCall call={{ method: 'GET', path: `/refunds/${refund.id}` }} />
    </>
  )
}

/** The objects behind a refund, each by its name or, until that is known, by its ID. */
function useLinks(refund: Refund) {
  const m = useMessages(messages)
  const format = useFormat()
  const { customer_id, credit_note_id, payment_id, invoice_id } = refund
  const note = useNote(refund)
  const { data: payment } = useRead<Payment>(`/payments/${payment_id}`)
  const { data: invoice } = useRead<Invoice>(`/invoices/${invoice_id}`, undefined, {
    enabled: invoice_id !== null,
  })
  const paid =
    payment &&
    m.paymentOf(format.money(payment.amount, payment.currency), format.date(payment.received_on))
  const linkTo = (to: string, name: React.ReactNode) => (
    <PageLink key={to} to={to} size="sm">
      {name}
    </PageLink>
  )
  return [
    [
      m.note,
      credit_note_id && linkTo(`credit-notes/${credit_note_id}`, note?.number ?? credit_note_id),
    ],
    [m.payment, linkTo(`payments/${payment_id}`, paid ?? payment_id)],
    [m.invoice, invoice_id && linkTo(`invoices/${invoice_id}`, invoice?.number ?? invoice_id)],
    [
      m.customer,
      linkTo(`customers/${customer_id.replace('cus_', '')}`, <CustomerName id={customer_id} />),
    ],
  ] as const
}
