// All payments, newest first.
import { Box } from '@mantine/core'
import { PAYMENT_METHODS } from '../../../../src/domain/payment.ts'
import { PAYMENT_STATUSES } from '../../../../src/domain/payment-states.ts'
import type { Payment } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { methodMessages } from '../../text/payment-methods.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function PaymentsPage() {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const { statuses, currency } = useMessages(sharedMessages)
  const columns = useColumns()
  return (
    <ListPage<Payment>
      title={m.title}
      emptyText={m.empty}
      emptyButton={<ButtonLink to="invoices">{m.toInvoices}</ButtonLink>}
      path="/payments"
      permission="payments:read"
      idOf={({ id }) => id}
      columns={columns}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: PAYMENT_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        {
          kind: 'choice',
          label: m.method,
          names: ['method'],
          choices: PAYMENT_METHODS.map((value) => ({ value, label: methods[value] })),
        },
        {
          kind: 'choice',
          label: m.allocation,
          names: ['unallocated'],
          choices: [{ value: 'true', label: m.waiting }],
          rare: true,
        },
        {
          kind: 'choice',
          label: m.gateway,
          names: ['needs_attention'],
          choices: [{ value: 'true', label: m.unanswered }],
          rare: true,
        },
        { kind: 'days', label: m.date, names: ['received_on[gte]', 'received_on[lte]'] },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'text', label: currency, names: ['currency'], rare: true },
      ]}
    />
  )
}

function useColumns(): Column<Payment>[] {
  const m = useMessages(messages)
  const methods = useMessages(methodMessages)
  const format = useFormat()
  return [
    {
      // Of an attempt, the day it began.
      title: m.date,
      cell: ({ received_on }) => format.date(received_on),
      to: ({ id }) => `payments/${id}`,
      narrow: true,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: m.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    { title: m.method, cell: ({ method }) => methods[method], from: 'md', narrow: true },
    { title: m.reference, cell: ({ reference }) => reference, from: 'lg' },
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
