// All products, newest first.
import { PRODUCT_STATUSES } from '../../../../src/domain/product.ts'
import type { Product } from '../../api/types.ts'
import { createdBetween } from '../../list/filter-bar.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function ProductsPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  return (
    <ListPage<Product>
      title={m.title}
      add={{ to: 'products/new', label: m.add, permission: 'products:write' }}
      emptyText={m.empty}
      sample={{ method: 'POST', path: '/products', body: { name: 'Seats' } }}
      path="/products"
      permission="products:read"
      idOf={({ id }) => id}
      columns={[
        { title: m.name, cell: ({ name }) => name, to: ({ id }) => `products/${id}` },
        { title: m.description, cell: ({ description }) => cut(description), from: 'md' },
        { title: m.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: m.createdAt,
          cell: ({ created_at }) => format.day(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        { kind: 'search', label: m.search, names: ['q'] },
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: PRODUCT_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        createdBetween(m.createdAt),
      ]}
    />
  )
}

/** A description can be as long as a page. */
const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
