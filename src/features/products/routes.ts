// The API routes of products.

import { PRODUCT_STATUSES } from '../../domain/product.ts'
import { sql } from '../../platform/db/sql.ts'
import { crud } from '../crud.ts'
import { anyOf, words } from '../filters.ts'
import { archiveProduct, createProduct, updateProduct } from './actions.ts'
import { productIds, productRecord } from './record.ts'
import { ProductCreate, ProductPatch } from './schemas.ts'
import { productWords } from './store.ts'

export const productRoutes = crud({
  ids: productIds,
  record: productRecord,
  list: {
    description: 'Active and archived products, unless filtered.',
    filters: {
      q: words(productWords, 'Products with words in the name that start with these.'),
      status: anyOf(PRODUCT_STATUSES, 'Products in this state.'),
    },
    weight: sql`octet_length(t.description) + octet_length(t.metadata::text)`,
    example: { summary: 'Active products', query: { status: 'active' } },
  },
  create: {
    body: ProductCreate,
    action: createProduct,
    example: {
      summary: 'A product with your own key',
      body: { name: 'Team plan', description: 'Per seat', metadata: { sku: 'TEAM-1' } },
    },
  },
  update: {
    description:
      'Omitted properties keep their values; null clears. Set `status` to unarchive a product.',
    body: ProductPatch,
    action: updateProduct,
    example: { summary: 'A new name', body: { name: 'Team plan (annual)' } },
  },
  delete: {
    verb: 'archive',
    description: 'Hides it from new invoice lines. Existing lines and prices keep it.',
    action: archiveProduct,
  },
})
