// All products, the newest first.
import { PRODUCT_STATUSES } from '../../../../src/domain/product.ts'
import type { Product } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as shared } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function ProductsPage() {
  const w = useWords(words)
  const { statuses } = useWords(shared)
  const format = useFormat()
  const add = (
    <ButtonLink to="products/new" permission="products:write">
      {w.add}
    </ButtonLink>
  )
  return (
    <>
      <PageTitle actions={add}>{w.title}</PageTitle>
      <List<Product>
        label={w.title}
        path="/products"
        permission="products:read"
        idOf={({ id }) => id}
        columns={[
          { title: w.name, cell: ({ name }) => name, to: ({ id }) => `products/${id}` },
          { title: w.description, cell: ({ description }) => cut(description), from: 'md' },
          { title: w.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { title: w.createdAt, cell: ({ created_at }) => format.day(created_at), from: 'sm' },
        ]}
        filters={[
          {
            kind: 'choice',
            label: w.status,
            names: ['status'],
            choices: PRODUCT_STATUSES.map((value) => ({ value, label: statuses[value] })),
          },
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
            call={{ method: 'POST', path: '/products', body: { name: 'Seats' } }}
          />
        }
      />
    </>
  )
}

/** A description may be as long as a page. */
const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
