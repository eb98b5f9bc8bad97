// All products, the newest first.
import { PRODUCT_STATUSES } from '../../../../src/domain/product.ts'
import type { Product } from '../../api/types.ts'
import { createdBetween } from '../../parts/filter-bar.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as shared } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function ProductsPage() {
  const w = useWords(words)
  const { statuses } = useWords(shared)
  const format = useFormat()
  return (
    <ListPage<Product>
      title={w.title}
      add={{ to: 'products/new', label: w.add, permission: 'products:write' }}
      emptyText={w.empty}
      sample={{ method: 'POST', path: '/products', body: { name: 'Seats' } }}
      path="/products"
      permission="products:read"
      idOf={({ id }) => id}
      columns={[
        { title: w.name, cell: ({ name }) => name, to: ({ id }) => `products/${id}` },
        { title: w.description, cell: ({ description }) => cut(description), from: 'md' },
        { title: w.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: w.createdAt,
          cell: ({ created_at }) => format.day(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: w.status,
          names: ['status'],
          choices: PRODUCT_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        createdBetween(w.createdAt),
      ]}
    />
  )
}

/** A description may be as long as a page. */
const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
