// All customers, the newest first.

import { useTenant } from '../../api/tenant.ts'
import type { Customer } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import type { Column } from '../../parts/list-table.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function CustomersPage() {
  const w = useWords(words)
  const format = useFormat()
  const { settings } = useTenant()
  const columns: Column<Customer>[] = [
    { title: w.name, cell: ({ name }) => name, to: ({ id }) => `customers/${id}` },
    { title: w.email, cell: ({ email }) => email, from: 'sm' },
    { title: w.country, cell: ({ country }) => country, from: 'md' },
    {
      title: w.credit,
      numeric: true,
      cell: ({ credit_balance }) =>
        /[1-9]/.test(credit_balance) && settings
          ? format.decimal(credit_balance, settings.default_currency)
          : '–',
    },
    { title: w.createdAt, cell: ({ created_at }) => format.day(created_at), from: 'sm' },
  ]
  const add = (
    <ButtonLink to="customers/new" permission="customers:write">
      {w.add}
    </ButtonLink>
  )
  return (
    <>
      <PageTitle actions={add}>{w.title}</PageTitle>
      <List<Customer>
        label={w.title}
        path="/customers"
        permission="customers:read"
        columns={columns}
        idOf={({ id }) => String(id)}
        filters={[
          { kind: 'text', label: w.email, names: ['email'] },
          {
            kind: 'dates',
            label: w.createdAt,
            names: ['created_at[gte]', 'created_at[lte]'],
            rare: true,
          },
        ]}
        empty={
          <Empty
            text={w.empty}
            button={add}
            call={{ method: 'POST', path: '/customers', body: { name: 'Nordlicht Inc.' } }}
          />
        }
      />
    </>
  )
}
