// All invoices, newest first.
import { Box } from '@mantine/core'
import { useMay } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { createdBetween, type Filter } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { balanceDue } from '../../text/balance-due.ts'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { invoiceStatus } from '../../text/status-of.ts'
import { BulkBar } from './bulk.tsx'
import { bulkMessages } from './bulk-messages.ts'
import { messages } from './messages.ts'
import { RowMenu } from './row-menu.tsx'

export function InvoicesPage() {
  const m = useMessages(messages)
  const { statuses, currency, warningNames } = useMessages(sharedMessages)
  const b = useMessages(bulkMessages)
  const may = useMay('invoices:write')
  const columns = useColumns()
  const filters: Filter[] = [
    { kind: 'search', label: m.searchNumber, names: ['number'] },
    {
      kind: 'tabs',
      label: m.status,
      names: ['status'],
      choices: [
        ...TABS.map((value) => ({ value, label: statuses[value] })),
        { value: 'posted,overdue,paid', label: m.billed },
      ],
    },
    {
      kind: 'choice',
      rare: true,
      label: m.open,
      names: ['open'],
      choices: [
        { value: 'true', label: m.openOnly },
        { value: 'false', label: m.notOpen },
      ],
    },
    {
      kind: 'choice',
      rare: true,
      label: m.collection,
      names: ['collection'],
      choices: [
        { value: 'running,ended', label: m.collections.failed },
        { value: 'running', label: m.collections.running },
        { value: 'ended', label: m.collections.ended },
      ],
    },
    { kind: 'days', label: m.due, names: ['due_date[gte]', 'due_date[lte]'] },
    { kind: 'text', label: currency, names: ['currency'], rare: true },
    { kind: 'customer', label: m.customer, names: ['customer_id'] },
    {
      kind: 'dates',
      label: m.finalized,
      names: ['finalized_at[gte]', 'finalized_at[lte]'],
      rare: true,
    },
    byWarning(m.warning, warningNames),
    createdBetween(m.created),
  ]
  return (
    <ListPage<Invoice>
      title={m.title}
      add={{ to: 'invoices/new', label: m.add, permission: 'invoices:write' }}
      emptyText={m.empty}
      sample={SAMPLE}
      path="/invoices"
      permission="invoices:read"
      columns={columns}
      idOf={({ id }) => id}
      filters={filters}
      {...(may && {
        select: {
          all: b.selectAll,
          one: ({ number, status }: Invoice) =>
            b.select(status === 'draft' ? m.draftName(number) : number),
          bar: (selection) => <BulkBar selection={selection} />,
        },
      })}
    />
  )
}

function useColumns(): Column<Invoice>[] {
  const m = useMessages(messages)
  const { actions } = useMessages(bulkMessages)
  const format = useFormat()
  return [
    {
      title: m.number,
      cell: ({ number, status }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{status === 'draft' ? m.draft : number}</span>
      ),
      to: ({ id }) => `invoices/${id}`,
      below: ({ customer_id }) => <CustomerName id={customer_id} />,
    },
    { title: m.customer, cell: ({ customer_id }) => <CustomerName id={customer_id} />, from: 'sm' },
    {
      title: m.status,
      cell: (invoice) => <StatusBadge status={invoiceStatus(invoice)} />,
      from: 'xs',
      narrow: true,
    },
    {
      title: m.finalized,
      cell: ({ finalized_at }) => (finalized_at === null ? '–' : format.day(finalized_at)),
      from: 'lg',
      narrow: true,
    },
    { title: m.due, cell: ({ due_date }) => format.date(due_date), from: 'md', narrow: true },
    {
      title: m.total,
      cell: (invoice) => (
        <>
          {format.money(invoice.total, invoice.currency)}
          <Box hiddenFrom="xs">
            <StatusBadge status={invoiceStatus(invoice)} />
          </Box>
        </>
      ),
      numeric: true,
    },
    {
      title: m.remaining,
      cell: (invoice) => balanceDue(invoice, format.money),
      numeric: true,
      from: 'sm',
    },
    { title: actions, cell: (invoice) => <RowMenu invoice={invoice} />, from: 'sm', menu: true },
  ]
}

/** In the order of an invoice's life, with overdue before paid and void. */
const TABS = ['draft', 'posted', 'overdue', 'paid', 'void'] as const

const SAMPLE = {
  method: 'POST',
  path: '/invoices',
  body: {
    customer_id: 'cus_1001',
    line_items: [{ description: 'Seats', quantity: 3, unit_amount: 1999 }],
  },
} as const

const byWarning = (label: string, names: Readonly<Record<string, string>>): Filter => ({
  kind: 'choice',
  rare: true,
  label,
  names: ['warning'],
  choices: Object.entries(names).map(([value, name]) => ({ value, label: name })),
})
