// All disputes, newest first.
import { Box } from '@mantine/core'
import { DISPUTE_STATUSES } from '../../../../src/domain/dispute.ts'
import type { Dispute } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages, reasonIn } from './messages.ts'

export function DisputesPage() {
  const m = useMessages(messages)
  const { statuses, currency } = useMessages(sharedMessages)
  const columns = useColumns()
  return (
    <ListPage<Dispute>
      title={m.title}
      about={m.about}
      emptyText={m.empty}
      path="/disputes"
      permission="payments:read"
      idOf={({ id }) => id}
      columns={columns}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: DISPUTE_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'text', label: currency, names: ['currency'], rare: true },
      ]}
    />
  )
}

function useColumns(): Column<Dispute>[] {
  const m = useMessages(messages)
  const format = useFormat()
  const deadline = ({ status, evidence_due_by }: Dispute) =>
    status === 'needs_response' && evidence_due_by ? format.day(evidence_due_by) : ''
  return [
    {
      title: m.createdAt,
      cell: ({ created_at }) => format.day(created_at),
      to: ({ id }) => `disputes/${id}`,
      narrow: true,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: m.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    { title: m.reason, cell: ({ reason }) => reasonIn(m.reasons, reason), from: 'lg' },
    { title: m.respondBy, cell: deadline, from: 'md', narrow: true },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      narrow: true,
      from: 'sm',
    },
    {
      title: m.amount,
      numeric: true,
      cell: ({ amount, currency, status }) => (
        <>
          {format.money(amount, currency)}
          <Box hiddenFrom="sm">
            <StatusBadge status={status} />
          </Box>
        </>
      ),
    },
  ]
}
