// Lists of credit notes as a part of other pages, and the columns of all such lists.
import { Box } from '@mantine/core'
import type { Query } from '../../api/client.ts'
import type { CreditNote } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { noteStatus } from '../../text/status-of.ts'
import { messages } from './messages.ts'

interface CreditNotesTabProps {
  always: Query
  empty: string
  /** True if the list can be downloaded. */
  csv?: boolean
}

/** The credit notes that a query selects. */
export function CreditNotesTab({ always, empty, csv = true }: CreditNotesTabProps) {
  const m = useMessages(messages)
  const [number, ...others] = useColumns()
  return (
    <List<CreditNote>
      label={m.title}
      path="/credit_notes"
      always={always}
      permission="credit_notes:read"
      csv={csv}
      idOf={({ id }) => id}
      columns={[number, ...others]}
      empty={<Empty text={empty} />}
    />
  )
}

type Columns = [number: Column<CreditNote>, ...others: Column<CreditNote>[]]

/** The number first; then the columns common to every list. */
export function useColumns(): Columns {
  const m = useMessages(messages)
  const format = useFormat()
  return [
    {
      title: m.number,
      cell: ({ number }) => <span style={{ whiteSpace: 'nowrap' }}>{number}</span>,
      to: ({ id }) => `credit-notes/${id}`,
      below: ({ created_at }) => format.day(created_at),
    },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={noteStatus(status)} />,
      from: 'sm',
      narrow: true,
    },
    {
      title: m.date,
      cell: ({ created_at }) => format.day(created_at),
      from: 'sm',
      narrow: true,
    },
    { title: m.reason, cell: ({ reason }) => m.reasons[reason], from: 'md' },
    {
      title: m.total,
      cell: ({ total, currency, status }) => (
        <>
          {format.money(total, currency)}
          <Box hiddenFrom="sm">
            <StatusBadge status={noteStatus(status)} />
          </Box>
        </>
      ),
      numeric: true,
    },
  ]
}
