// All emails, newest first, each with its delivery status.
import { EMAIL_KINDS, MAIL_STATUSES } from '../../../../src/domain/mail.ts'
import type { Email } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function EmailsPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  const columns: Column<Email>[] = [
    {
      title: m.subject,
      cell: ({ subject }) => subject,
      to: ({ id }) => `emails/${id}`,
      below: ({ to, status }) => (
        <>
          {to} <StatusBadge status={status} />
        </>
      ),
    },
    { title: m.to, cell: ({ to }) => to, from: 'sm' },
    { title: m.kind, cell: ({ kind }) => m.kinds[kind], from: 'lg', narrow: true },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      from: 'sm',
      narrow: true,
    },
    { title: m.at, cell: ({ created_at }) => format.time(created_at), from: 'sm', narrow: true },
  ]
  return (
    <ListPage<Email>
      title={m.title}
      emptyText={m.empty}
      emptyButton={<ButtonLink to="invoices/new">{m.newInvoice}</ButtonLink>}
      path="/emails"
      permission="emails:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: MAIL_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        {
          kind: 'choice',
          label: m.kind,
          names: ['kind'],
          choices: EMAIL_KINDS.map((value) => ({ value, label: m.kinds[value] })),
        },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'dates', label: m.at, names: ['created_at[gte]', 'created_at[lte]'] },
      ]}
    />
  )
}
