// Lists of refunds as a part of other pages, and the columns of all such lists.
import { Box, Group, Text } from '@mantine/core'
import type { Query } from '../../api/client.ts'
import type { CreditNote, Refund } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { refundStatus } from '../../text/status-of.ts'
import { RowActs, useActDialog } from './acts.tsx'
import { RefundAgain } from './again.tsx'
import { useNoteRefunds } from './left.ts'
import { messages } from './messages.ts'

interface RefundsTabProps {
  always: Query
  empty?: string
  /** The amount left to refund for the note of all these refunds, if they have the same. */
  left?: number
}

/** The refunds that a query selects. */
export function RefundsTab({ always, empty, left = 0 }: RefundsTabProps) {
  const m = useMessages(messages)
  const { start, dialog } = useActDialog()
  const methods = useMessages(methodMessages)
  const [started, , method, ...others] = useColumns((refund) => (
    <RowActs refund={refund} start={start} left={left} />
  ))
  // The list can be next to a document: the page of a refund has the date of its payment.
  const columns = [
    { ...started, below: ({ method }: Refund) => methods[method] },
    { ...method, narrow: false },
    ...others.filter(({ title }) => title !== m.paidOn),
  ]
  return (
    <>
      <List<Refund>
        label={m.title}
        path="/refunds"
        always={always}
        permission="refunds:read"
        csv={false}
        idOf={({ id }) => id}
        columns={columns}
        empty={<Empty text={empty ?? m.none} />}
      />
      {dialog}
    </>
  )
}

/** The refunds of a note, and a button for the amount left to refund. */
export function NoteRefundsTab({ note }: { note: CreditNote }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { left } = useNoteRefunds(note)
  return (
    <>
      <Group justify="space-between" gap="sm" mb={left > 0 ? 'md' : 0}>
        {left > 0 && (
          <Text size="sm">{m.stillToRefund(format.money(left, note.currency), note.number)}</Text>
        )}
        <RefundAgain note={note} left={left} />
      </Group>
      <RefundsTab always={{ credit_note_id: note.id }} empty={m.noneOfNote} left={left} />
    </>
  )
}

type Columns = [
  started: Column<Refund>,
  customer: Column<Refund>,
  method: Column<Refund>,
  ...others: Column<Refund>[],
]

export function useColumns(actsOf: (refund: Refund) => React.ReactNode): Columns {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  const badge = (refund: Refund) => <StatusBadge status={refundStatus(refund)} />
  return [
    {
      title: m.started,
      cell: ({ created_at }) => format.day(created_at),
      to: ({ id }) => `refunds/${id}`,
      narrow: true,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: m.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    { title: m.method, cell: ({ method }) => methods[method], from: 'md', narrow: true },
    { title: m.status, cell: badge, from: 'sm', narrow: true },
    {
      title: m.paidOn,
      cell: ({ paid_on }) => paid_on && format.date(paid_on),
      from: 'lg',
      narrow: true,
    },
    {
      title: m.amount,
      numeric: true,
      cell: (refund) => (
        <>
          {format.money(refund.amount, refund.currency)}
          <Box hiddenFrom="sm">{badge(refund)}</Box>
        </>
      ),
    },
    { title: m.actions, cell: actsOf, from: 'sm', menu: true },
  ]
}
