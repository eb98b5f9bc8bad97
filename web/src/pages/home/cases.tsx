// The first few objects of a concern, each with what it is and the buttons that mend it.
import { Group, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type {
  Email,
  Invoice,
  List,
  Summary,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { CustomerName } from '../../parts/customer-name.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { ButtonLink, PageLink } from '../../parts/page-link.tsx'
import { type Format, useFormat } from '../../words/format.ts'
import { type Like, useWords } from '../../words/language.tsx'
import { words } from './words.ts'

type Told = Summary['attention'][number]
type Kind = Told['kind']

/** More are on the page of the list. */
const SHOWN_MOST = 3

interface Case {
  id: string
  /** Its page. */
  to: string
  name: string
  about: ReactNode
  /** What mends it, as a call that is foreseen before it is made. */
  call: Shown
  permission: string
  /** A page that mends it in another way. */
  page?: { to: string; label: string; permission: string }
}

export function Cases({ concern: { kind, count, url } }: { concern: Told }) {
  const w = useWords(words)
  const format = useFormat()
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const query = { ...Object.fromEntries(searchParams), limit: SHOWN_MOST }
  const { data } = useRead<List<never>>(pathname.replace(/^\/v1/, ''), query)
  const [open, setOpen] = useState<Case>()
  const cases = (data?.data ?? []).map((object) => CASES[kind](object, w, format))
  return (
    <>
      {!data &&
        Array.from({ length: Math.min(count, SHOWN_MOST) }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that stand for none.
          <Skeleton key={row} h={26} mt="xs" />
        ))}
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
            <DeedButton
              permission={one.permission}
              size="compact-sm"
              variant="default"
              onClick={() => setOpen(one)}
            >
              {w.mend[kind]}
            </DeedButton>
          </Group>
        </Group>
      ))}
      {open && (
        <DeedDialog
          title={`${w.mend[kind]}: ${open.name}`}
          call={open.call}
          label={w.mend[kind]}
          done={w.mended[kind]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type W = Like<typeof words.en>

const CASES: Record<Kind, (object: never, w: W, format: Format) => Case> = {
  invoices_overdue: (invoice: Invoice, w, format) => ({
    ...invoiceCase(invoice, format, 'send'),
    page: { to: `invoices/${invoice.id}`, label: w.recordPayment, permission: 'payments:write' },
  }),
  drafts_past_due: (invoice: Invoice, w, format) => ({
    ...invoiceCase(invoice, format, 'finalize'),
    name: w.draft,
  }),
  emails_failed: ({ id, subject, to, invoice_id }: Email) => ({
    id,
    to: `mails/${id}`,
    name: subject,
    about: to,
    call: { method: 'POST', path: `/invoices/${invoice_id}/send` },
    permission: 'invoices:write',
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

function invoiceCase(invoice: Invoice, format: Format, deed: string): Case {
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
    call: { method: 'POST', path: `/invoices/${id}/${deed}` },
    permission: 'invoices:write',
  }
}
