// All payments, the newest first.
import { Box } from '@mantine/core'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../../../src/domain/payment.ts'
import type { Payment } from '../../api/types.ts'
import { CustomerName } from '../../parts/customer-name.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as shared } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { words } from './words.ts'

export function PaymentsPage() {
  const w = useWords(words)
  const methods = useWords(methodWords)
  const { statuses, currency } = useWords(shared)
  const columns = useColumns()
  return (
    <ListPage<Payment>
      title={w.title}
      emptyText={w.empty}
      emptyButton={<ButtonLink to="invoices">{w.toInvoices}</ButtonLink>}
      path="/payments"
      permission="payments:read"
      idOf={({ id }) => id}
      columns={columns}
      filters={[
        {
          kind: 'choice',
          label: w.status,
          names: ['status'],
          choices: PAYMENT_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        {
          kind: 'choice',
          label: w.method,
          names: ['method'],
          choices: PAYMENT_METHODS.map((value) => ({ value, label: methods[value] })),
        },
        { kind: 'days', label: w.receipt, names: ['received_on[gte]', 'received_on[lte]'] },
        { kind: 'customer', label: w.customer, names: ['customer_id'] },
        { kind: 'text', label: currency, names: ['currency'], rare: true },
      ]}
    />
  )
}

function useColumns(): Column<Payment>[] {
  const w = useWords(words)
  const methods = useWords(methodWords)
  const format = useFormat()
  return [
    {
      title: w.received,
      cell: ({ received_on }) => format.date(received_on),
      to: ({ id }) => `payments/${id}`,
      narrow: true,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: w.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    { title: w.method, cell: ({ method }) => methods[method], from: 'md', narrow: true },
    { title: w.reference, cell: ({ reference }) => reference, from: 'lg' },
    {
      title: w.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      narrow: true,
      from: 'sm',
    },
    {
      title: w.amount,
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
