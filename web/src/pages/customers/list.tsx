// All customers, the newest first.
import { useTenant } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { createdBetween } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function CustomersPage() {
  const w = useWords(words)
  const format = useFormat()
  const { settings } = useTenant()
  const columns: Column<Customer>[] = [
    {
      title: w.name,
      cell: ({ name }) => name,
      to: ({ id }) => `customers/${id}`,
      below: ({ email }) => email,
    },
    { title: w.email, cell: ({ email }) => email, from: 'sm' },
    { title: w.country, cell: ({ country }) => country, from: 'md', narrow: true },
    {
      title: w.createdAt,
      cell: ({ created_at }) => format.day(created_at),
      from: 'sm',
      narrow: true,
    },
    {
      title: w.credit,
      numeric: true,
      cell: ({ credit_balance }) =>
        /[1-9]/.test(credit_balance) && settings
          ? format.decimal(credit_balance, settings.default_currency)
          : '–',
    },
  ]
  return (
    <ListPage<Customer>
      title={w.title}
      add={{ to: 'customers/new', label: w.add, permission: 'customers:write' }}
      emptyText={w.empty}
      sample={{ method: 'POST', path: '/customers', body: { name: 'Nordlicht Inc.' } }}
      path="/customers"
      permission="customers:read"
      columns={columns}
      idOf={({ id }) => String(id)}
      filters={[{ kind: 'text', label: w.email, names: ['email'] }, createdBetween(w.createdAt)]}
    />
  )
}
