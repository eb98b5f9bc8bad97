// All invoices, the newest first.
import { Box } from '@mantine/core'
import { INVOICE_STATUSES } from '../../../../src/domain/invoice.ts'
import type { Invoice } from '../../api/types.ts'
import { CustomerName } from '../../parts/customer-name.tsx'
import { createdBetween, type Filter } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as partWords } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function InvoicesPage() {
  const w = useWords(words)
  const { statuses, currency } = useWords(partWords)
  const format = useFormat()
  const columns: Column<Invoice>[] = [
    {
      title: w.number,
      cell: ({ number, status }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{status === 'draft' ? w.draft : number}</span>
      ),
      to: ({ id }) => `invoices/${id}`,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: w.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    {
      title: w.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      from: 'xs',
      narrow: true,
    },
    { title: w.due, cell: ({ due_date }) => format.date(due_date), from: 'md', narrow: true },
    {
      title: w.total,
      cell: ({ total, currency, status }) => (
        <>
          {format.money(total, currency)}
          <Box hiddenFrom="xs">
            <StatusBadge status={status} />
          </Box>
        </>
      ),
      numeric: true,
    },
    {
      title: w.remaining,
      cell: (invoice) => remaining(invoice, format.money),
      numeric: true,
      from: 'sm',
    },
  ]
  const filters: Filter[] = [
    {
      kind: 'choice',
      label: w.status,
      names: ['status'],
      choices: INVOICE_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
    {
      kind: 'choice',
      label: w.open,
      names: ['open'],
      choices: [
        { value: 'true', label: w.openOnly },
        { value: 'false', label: w.notOpen },
      ],
    },
    { kind: 'text', label: w.number, names: ['number'] },
    { kind: 'days', label: w.due, names: ['due_date[gte]', 'due_date[lte]'] },
    { kind: 'text', label: currency, names: ['currency'], rare: true },
    { kind: 'customer', label: w.customer, names: ['customer_id'] },
    createdBetween(w.created),
  ]
  return (
    <ListPage<Invoice>
      title={w.title}
      add={{ to: 'invoices/new', label: w.add, permission: 'invoices:write' }}
      emptyText={w.empty}
      sample={SAMPLE}
      path="/invoices"
      permission="invoices:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={filters}
    />
  )
}

/** Nothing remains of what is not owed: a draft is not yet, a void one no longer. */
function remaining(invoice: Invoice, money: (amount: number, currency: string) => string): string {
  if (invoice.status === 'draft' || invoice.status === 'void') return '–'
  return invoice.amount_remaining === 0 ? '–' : money(invoice.amount_remaining, invoice.currency)
}

const SAMPLE = {
  method: 'POST',
  path: '/invoices',
  body: {
    customer_id: 'cus_1001',
    line_items: [{ description: 'Seats', quantity: 3, unit_amount: 1999 }],
  },
} as const
