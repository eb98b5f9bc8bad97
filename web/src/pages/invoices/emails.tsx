// The emails of an invoice or a credit note, each with its delivery status.
import type { Static } from 'typebox'
import type { Email as EmailSchema } from '../../../../src/features/emails/schemas.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages as emailMessages } from '../emails/messages.ts'
import { messages } from './messages.ts'

export type Email = Static<typeof EmailSchema>

interface EmailsTabProps {
  of: { invoice_id: string } | { credit_note_id: string }
  /** The text of the tab if it has no emails. */
  empty: string
}

export function EmailsTab({ of, empty }: EmailsTabProps) {
  const m = useMessages(messages)
  const { kinds } = useMessages(emailMessages)
  const format = useFormat()
  return (
    <List<Email>
      label={m.tabs.emails}
      path="/emails"
      always={of}
      permission="emails:read"
      csv={false}
      idOf={({ id }) => id}
      columns={[
        {
          title: m.emailKind,
          cell: ({ kind }) => kinds[kind],
          to: ({ id }) => `emails/${id}`,
          below: ({ to }) => to,
        },
        { title: m.sendTo, cell: ({ to }) => to, from: 'sm' },
        { title: m.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: m.created,
          cell: ({ created_at }) => format.day(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      empty={<Empty text={empty} />}
    />
  )
}
