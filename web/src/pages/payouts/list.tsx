// All payouts, newest first, and recording one.
import { Box } from '@mantine/core'
import { useState } from 'react'
import { PAYOUT_STATUSES } from '../../../../src/domain/payout.ts'
import type { Payout } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'
import { RecordPayout } from './record.tsx'

export function PayoutsPage() {
  const m = useMessages(messages)
  const { currency } = useMessages(sharedMessages)
  const [isRecording, setRecording] = useState(false)
  const columns = useColumns()
  const record = (
    <ActionButton permission="payments:write" onClick={() => setRecording(true)}>
      {m.record}
    </ActionButton>
  )
  return (
    <>
      <ListPage<Payout>
        title={m.title}
        about={m.about}
        emptyText={m.empty}
        emptyButton={record}
        more={record}
        path="/payouts"
        permission="payments:read"
        idOf={({ id }) => id}
        columns={columns}
        filters={[
          {
            kind: 'tabs',
            label: m.status,
            names: ['status'],
            choices: PAYOUT_STATUSES.map((value) => ({ value, label: m.statuses[value] })),
          },
          { kind: 'days', label: m.arrivedOn, names: ['arrived_on[gte]', 'arrived_on[lte]'] },
          { kind: 'text', label: currency, names: ['currency'], rare: true },
        ]}
      />
      {isRecording && <RecordPayout onClose={() => setRecording(false)} />}
    </>
  )
}

function useColumns(): Column<Payout>[] {
  const m = useMessages(messages)
  const format = useFormat()
  return [
    {
      title: m.arrivedOn,
      cell: ({ arrived_on }) => format.date(arrived_on),
      to: ({ id }) => `payouts/${id}`,
      narrow: true,
      below: ({ reference }) => reference,
    },
    { title: m.reference, cell: ({ reference }) => reference, from: 'sm' },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} label={m.statuses[status]} />,
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
            <StatusBadge status={status} label={m.statuses[status]} />
          </Box>
        </>
      ),
    },
  ]
}
