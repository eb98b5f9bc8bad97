// All customers, newest first.
import { useTenant } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { createdBetween } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function CustomersPage() {
  const m = useMessages(messages)
  const format = useFormat()
  const { settings } = useTenant()
  const columns: Column<Customer>[] = [
    {
      title: m.name,
      cell: ({ name }) => name,
      to: ({ id }) => `customers/${id}`,
      below: ({ email }) => email,
    },
    { title: m.email, cell: ({ email }) => email, from: 'sm' },
    { title: m.country, cell: ({ country }) => country, from: 'md', narrow: true },
    {
      title: m.createdAt,
      cell: ({ created_at }) => format.day(created_at),
      from: 'sm',
      narrow: true,
    },
    {
      title: m.credit,
      numeric: true,
      cell: ({ credit_balance }) =>
        /[1-9]/.test(credit_balance) && settings
          ? format.decimal(credit_balance, settings.default_currency)
          : '–',
    },
  ]
  return (
    <ListPage<Customer>
      title={m.title}
      add={{ to: 'customers/new', label: m.add, permission: 'customers:write' }}
      emptyText={m.empty}
      sample={{ method: 'POST', path: '/customers', body: { name: 'Nordlicht Inc.' } }}
      path="/customers"
      permission="customers:read"
      columns={columns}
      idOf={({ id }) => String(id)}
      filters={[
        { kind: 'search', label: m.search, names: ['q'] },
        { kind: 'text', label: m.email, names: ['email'], rare: true },
        createdBetween(m.createdAt),
      ]}
    />
  )
}
