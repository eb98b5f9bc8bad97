// All mails, the newest first, each with what became of it.
import { EMAIL_KINDS, MAIL_STATUSES } from '../../../../src/domain/mail.ts'
import type { Email } from '../../api/types.ts'
import { ListPage } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as partWords } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function MailsPage() {
  const w = useWords(words)
  const { statuses } = useWords(partWords)
  const format = useFormat()
  const columns: Column<Email>[] = [
    {
      title: w.subject,
      cell: ({ subject }) => subject,
      to: ({ id }) => `mails/${id}`,
      below: ({ to, status }) => (
        <>
          {to} <StatusBadge status={status} />
        </>
      ),
    },
    { title: w.to, cell: ({ to }) => to, from: 'sm' },
    { title: w.kind, cell: ({ kind }) => w.kinds[kind], from: 'lg', narrow: true },
    {
      title: w.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      from: 'sm',
      narrow: true,
    },
    { title: w.at, cell: ({ created_at }) => format.time(created_at), from: 'sm', narrow: true },
  ]
  return (
    <ListPage<Email>
      title={w.title}
      emptyText={w.empty}
      emptyButton={<ButtonLink to="invoices/new">{w.newInvoice}</ButtonLink>}
      path="/emails"
      permission="emails:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        {
          kind: 'choice',
          label: w.status,
          names: ['status'],
          choices: MAIL_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        {
          kind: 'choice',
          label: w.kind,
          names: ['kind'],
          choices: EMAIL_KINDS.map((value) => ({ value, label: w.kinds[value] })),
        },
        { kind: 'customer', label: w.customer, names: ['customer_id'] },
        { kind: 'dates', label: w.at, names: ['created_at[gte]', 'created_at[lte]'] },
      ]}
    />
  )
}
