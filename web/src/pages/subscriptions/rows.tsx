// Lists of subscriptions: all of them, those of a customer, and those to a product; and the names of their products.
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import type { Product, Subscription } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { messages } from './messages.ts'

/** The subscriptions that a query selects, as part of another page. */
export function SubscriptionsTab({ always }: { always: Query }) {
  const m = useMessages(messages)
  const columns = useColumns()
  return (
    <List<Subscription>
      label={m.title}
      path="/subscriptions"
      always={always}
      permission="subscriptions:read"
      idOf={({ id }) => id}
      columns={columns}
      empty={<Empty text={m.empty} />}
    />
  )
}

/** The columns of a list of subscriptions. */
export function useColumns(): Column<Subscription>[] {
  const m = useMessages(messages)
  const format = useFormat()
  const interval = useIntervalText()
  return [
    {
      title: m.customer,
      cell: ({ customer_id }) => <CustomerName id={customer_id} />,
      to: ({ id }) => `subscriptions/${id}`,
      below: (subscription) => interval(subscription),
    },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      narrow: true,
    },
    { title: m.every, cell: (subscription) => interval(subscription), from: 'md', narrow: true },
    {
      title: m.next,
      cell: ({ next_invoice_at }) => (next_invoice_at ? format.day(next_invoice_at) : m.nextNone),
      from: 'sm',
      narrow: true,
    },
  ]
}

/** The names of products, as far as they are known. */
export function useProductNames(): (id: string) => string {
  const { data } = useList<Product>('/products', { limit: 100 })
  const names = new Map(data?.data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}
