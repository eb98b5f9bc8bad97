// The first few objects with a problem, each with buttons that fix it.
import { Group, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type {
  Email,
  Invoice,
  List,
  Payment,
  Summary,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import type { Shown } from '../../page/api-call.tsx'
import { ButtonLink, PageLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { type Format, useFormat } from '../../text/format.ts'
import { type Like, useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

type Concerned = Summary['attention'][number]
type Kind = Concerned['kind']

/** The others are on the list's page. */
const SHOWN_MOST = 3

interface Case {
  id: string
  to: string
  name: string
  about: ReactNode
  /** The call that fixes it, with a dry run before it; none if a person has to look at the gateway. */
  call?: Shown
  permission: string
  /** A page that fixes it in another way. */
  page?: { to: string; label: string; permission: string }
}

/** The kinds that a list can filter by. */
type Listed = Exclude<Kind, 'invoices_overdue'>

export function Cases({ concern: { count, url }, kind }: { concern: Concerned; kind: Listed }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const query = { ...Object.fromEntries(searchParams), limit: SHOWN_MOST }
  const { data } = useRead<List<never>>(pathname.replace(/^\/v1/, ''), query)
  if (!data) {
    return Array.from({ length: Math.min(count, SHOWN_MOST) }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows.
      <Skeleton key={row} h={26} mt="xs" />
    ))
  }
  return <Rows kind={kind} cases={data.data.map((object) => CASES[kind](object, m, format))} />
}

/** The longest overdue come first, unlike in the list. */
export function Overdue({ invoices }: { invoices: Summary['oldest_overdue'] }) {
  const m = useMessages(messages)
  const format = useFormat()
  const cases = invoices.map(
    ({ invoice_id, number, customer_id, amount_remaining, currency, days_overdue: days }) => ({
      id: invoice_id,
      to: `invoices/${invoice_id}`,
      name: number,
      about: (
        <>
          <CustomerName id={customer_id} /> ·{' '}
          {m.balanceDue(format.money(amount_remaining, currency))} ·{' '}
          {m.daysOverdue(format.number(days), days === 1)}
        </>
      ),
      call: {
        method: 'POST',
        path: `/invoices/${invoice_id}/send`,
        body: { kind: 'reminder' },
      } as const,
      permission: 'invoices:write',
      page: {
        to: `invoices/${invoice_id}`,
        label: m.recordPayment,
        permission: 'payments:write',
      },
    }),
  )
  return <Rows kind="invoices_overdue" cases={cases} />
}

function Rows({ kind, cases }: { kind: Kind; cases: readonly Case[] }) {
  const m = useMessages(messages)
  const [open, setOpen] = useState<Case>()
  return (
    <>
      {cases.map((one) => (
        <Group key={one.id} justify="space-between" gap="xs" mt="xs">
          <Group gap="0 0.5rem" miw={0} flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
            <PageLink to={one.to} size="sm">
              {one.name}
            </PageLink>
            <Text size="sm" c="dimmed">
              {one.about}
            </Text>
          </Group>
          <Group gap="xs">
            {one.page && (
              <ButtonLink
                to={one.page.to}
                search={{ do: 'pay' }}
                permission={one.page.permission}
                size="compact-sm"
                variant="default"
              >
                {one.page.label}
              </ButtonLink>
            )}
            {kind !== 'payments_unanswered' && (
              <ActionButton
                permission={one.permission}
                size="compact-sm"
                variant="default"
                onClick={() => setOpen(one)}
              >
                {m.mend[kind]}
              </ActionButton>
            )}
          </Group>
        </Group>
      ))}
      {open?.call && kind !== 'payments_unanswered' && (
        <ActionDialog
          title={`${m.mend[kind]}: ${open.name}`}
          call={open.call}
          label={m.mend[kind]}
          done={m.mended[kind]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type W = Like<typeof messages.en>

const CASES: Record<Listed, (object: never, m: W, format: Format) => Case> = {
  drafts_past_due: (invoice: Invoice, m, format) => ({
    ...invoiceCase(invoice, format, 'finalize'),
    name: m.draft,
  }),
  collections_failed: (invoice: Invoice, m, format) => ({
    ...invoiceCase(invoice, format, 'pay'),
    permission: 'payments:write',
    page: {
      to: `invoices/${invoice.id}`,
      label: m.recordPayment,
      permission: 'payments:write',
    },
  }),
  payments_unanswered: ({ id, customer_id, amount, currency, created_at }: Payment, _, format) => ({
    id,
    to: `payments/${id}`,
    name: format.money(amount, currency),
    about: (
      <>
        <CustomerName id={customer_id} /> · {format.time(created_at)}
      </>
    ),
    permission: 'payments:write',
  }),
  emails_failed: ({ id, subject, to, invoice_id, credit_note_id }: Email) => ({
    id,
    to: `emails/${id}`,
    name: subject,
    about: to,
    call: {
      method: 'POST',
      path: credit_note_id
        ? `/credit_notes/${credit_note_id}/send`
        : `/invoices/${invoice_id}/send`,
    },
    permission: credit_note_id ? 'credit_notes:write' : 'invoices:write',
  }),
  webhook_endpoints_disabled: ({ id, url, description }: WebhookEndpoint) => ({
    id,
    to: `webhooks/${id}`,
    name: url,
    about: description,
    call: { method: 'POST', path: `/webhook_endpoints/${id}/resume` },
    permission: 'webhooks:write',
  }),
  webhook_deliveries_failed: (delivery: WebhookDelivery, _, format) => ({
    id: delivery.id,
    to: `webhooks/deliveries/${delivery.id}`,
    name: delivery.event_type,
    about: format.time(delivery.created_at),
    call: { method: 'POST', path: `/webhook_deliveries/${delivery.id}/redeliver` },
    permission: 'webhooks:write',
  }),
}

function invoiceCase(invoice: Invoice, format: Format, action: string): Case {
  const { id, number, customer_id, amount_remaining, currency, due_date } = invoice
  return {
    id,
    to: `invoices/${id}`,
    name: number,
    about: (
      <>
        <CustomerName id={customer_id} /> · {format.money(amount_remaining, currency)} ·{' '}
        {format.date(due_date)}
      </>
    ),
    call: { method: 'POST', path: `/invoices/${id}/${action}` },
    permission: 'invoices:write',
  }
}
