// The mails an invoice caused, and what became of each.
import type { Static } from 'typebox'
import type { Email as EmailSchema } from '../../../../src/features/emails/schemas.ts'
import type { Invoice } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export type Email = Static<typeof EmailSchema>

export function MailsTab({ invoice }: { invoice: Invoice }) {
  const w = useWords(words)
  const format = useFormat()
  return (
    <List<Email>
      label={w.tabs.mails}
      path="/emails"
      always={{ invoice_id: invoice.id }}
      permission="emails:read"
      csv={false}
      idOf={({ id }) => id}
      columns={[
        {
          title: w.mailKind,
          cell: ({ kind }) => w.mailKinds[kind],
          to: ({ id }) => `mails/${id}`,
          below: ({ to }) => to,
        },
        { title: w.sendTo, cell: ({ to }) => to, from: 'sm' },
        { title: w.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: w.created,
          cell: ({ created_at }) => format.day(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      empty={<Empty text={invoice.status === 'draft' ? w.noMailsYet : w.noMails} />}
    />
  )
}
