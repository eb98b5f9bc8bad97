// The history of an invoice: its events, payments and emails, newest first.
import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Static } from 'typebox'
import { isMoney } from '../../../../src/domain/payment-states.ts'
import type { Event as EventSchema } from '../../../../src/features/events/schemas.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { CreditNote, Invoice, List, Payment, TimelineItem } from '../../api/types.ts'
import { useWarningText } from '../../dialog/warnings.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { EventTimeline, type TimelineEntry } from '../../page/timeline.tsx'
import { messages as eventMessages, eventText } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { messages as emailMessages } from '../emails/messages.ts'
import type { Email } from './emails.tsx'
import { messages } from './messages.ts'

type Event = Static<typeof EventSchema>

/** A payment or a credit note. */
interface Dated {
  id: string
}

/** The type of an event, and when it happened. */
interface Happened {
  type: string
  at: string
}

interface Link {
  page: string
  label: string
}

export function History({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const eventNames = useMessages(eventMessages)
  const { statuses } = useMessages(sharedMessages)
  const { kinds } = useMessages(emailMessages)
  const format = useFormat()
  // Backwards from the newest event.
  const newest = { before: Number.MAX_SAFE_INTEGER, limit: 50 }
  const events = useRead<List<Event>>('/events', { ...newest, object_id: invoice.id })
  const timeline = useRead<List<TimelineItem>>(`/invoices/${invoice.id}/timeline`, { limit: 100 })
  // A page of the audit log; entries not on it have no actor.
  const who = (find: (item: TimelineItem) => boolean) => {
    const label = timeline.data?.data.find(find)?.actor_label
    return label ? m.by(label) : ''
  }
  const emails = useOf<Email>('/emails', invoice, 'emails:read')
  const money = useMoneyEntries(invoice, who, timeline.data?.data ?? [])
  const mailed = (emails.data?.data ?? []).map((email): TimelineEntry => {
    const { id, kind, to, created_at, status } = email
    const text = m.emailStatus(kinds[kind], to, statuses[status].toLowerCase())
    return {
      id,
      at: created_at,
      text,
      more: (
        <PageLink to={`emails/${id}`} size="xs">
          {m.toEmail}
        </PageLink>
      ),
    }
  })
  return (
    <Loaded query={events} permission="events:read">
      {({ data }) => {
        const own = data.map(
          ({ id, type, created_at, data }): TimelineEntry => ({
            id,
            at: created_at,
            text: eventText(eventNames, format, type, data),
            by: who((item) => item.event_id === id),
            ...(type === 'invoice.finalized' && { more: <WarningsKept invoice={invoice} /> }),
          }),
        )
        const entries = [...own, ...money, ...mailed].toSorted((a, b) => b.at.localeCompare(a.at))
        return entries.length === 0 ? (
          <Text c="dimmed">{m.nothingYet}</Text>
        ) : (
          <EventTimeline label={m.tabs.timeline} entries={entries} />
        )
      }}
    </Loaded>
  )
}

type Who = (find: (item: TimelineItem) => boolean) => string

/** Payments and credit notes: when each was created, what became of it, and when that was undone. */
function useMoneyEntries(
  invoice: Invoice,
  who: Who,
  items: readonly TimelineItem[],
): TimelineEntry[] {
  const m = useMessages(messages)
  const eventNames = useMessages(eventMessages)
  const format = useFormat()
  const payments = useOf<Payment>('/payments', invoice, 'payments:read')
  const notes = useOf<CreditNote>('/credit_notes', invoice, 'credit_notes:read')
  const entriesOf = (object: Dated, steps: readonly Happened[], to: Link) => {
    const more = (
      <PageLink to={to.page} size="xs">
        {to.label}
      </PageLink>
    )
    return steps.map(({ type, at }): TimelineEntry => {
      const id = `${object.id} ${type}`
      const text = eventText(eventNames, format, type, { object: { ...object } })
      const by = who((item) => item.about === object.id && item.type === type)
      return { id, at, text, by, more }
    })
  }
  const isUnexpected = ({ id }: Payment) =>
    items.some(({ about, type }) => about === id && type === 'payment.unexpected')
  return [
    ...(payments.data?.data ?? []).flatMap((payment) =>
      entriesOf(payment, stepsOf(payment, isUnexpected(payment)), {
        page: `payments/${payment.id}`,
        label: m.toPayment,
      }),
    ),
    ...(notes.data?.data ?? []).flatMap((note) =>
      entriesOf(note, noteSteps(note), { page: `credit-notes/${note.id}`, label: m.toNote }),
    ),
  ]
}

/** What happened at an instant; empty if it has not happened. */
const happened = (type: string, at: string | null): Happened[] => (at ? [{ type, at }] : [])

const noteSteps = ({ created_at, voided_at }: CreditNote): Happened[] => [
  ...happened('credit_note.issued', created_at),
  ...happened('credit_note.voided', voided_at),
]

/** What happened to a payment. Of an attempt: its start, and what became of it. */
function stepsOf(payment: Payment, isUnexpected: boolean): Happened[] {
  const { method, status, created_at, captured_at, updated_at } = payment
  const reversed = happened('payment.reversed', payment.reversed_at)
  if (method !== 'gateway') return [...happened('payment.created', created_at), ...reversed]
  const begun = happened('payment.pending', created_at)
  if (status === 'pending') return begun
  const outcome = isUnexpected ? 'payment.unexpected' : 'payment.settled'
  const became = isMoney(status)
    ? happened(outcome, captured_at)
    : happened(`payment.${status}`, updated_at)
  return [...reversed, ...became, ...begun]
}

/** The warnings that an invoice was finalized with, below that entry. */
function WarningsKept({ invoice: { warnings } }: { invoice: Invoice }) {
  const text = useWarningText()
  return warnings.map((warning) => (
    <Text key={`${warning.code} ${warning.message}`} size="xs" c="dimmed" component="div">
      {text(warning)}
    </Text>
  ))
}

/** The newest fifty list entries of the invoice; none without the permission. */
function useOf<T>(path: string, invoice: Invoice, permission: string): UseQueryResult<List<T>> {
  const enabled = useMay(permission)
  return useRead<List<T>>(path, { invoice_id: invoice.id, limit: 50 }, { enabled })
}
