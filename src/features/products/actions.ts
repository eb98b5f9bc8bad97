// The actions on products: create, update, archive.

import { assertNewTexts } from '../../domain/new-texts.ts'
import type { Subject } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { insertRow, newRow, orEmpty, patched } from '../rows.ts'
import { events, productIds, productRecord } from './record.ts'
import type { ProductCreate, ProductPatch } from './schemas.ts'
import { type Product, products } from './store.ts'

function getProduct(work: Work, id: string): Product {
  const product = work.find(products, id)
  if (!product) throw productIds.missing(productIds.ref(id))
  return product
}

const { json: present } = productRecord
const about = ({ id }: Product): Subject => ({ id: productIds.ref(id) })

/** Throws if the name has no visible characters. */
function assertTakes({ name }: ProductPatch, before?: Product): void {
  assertNewTexts([{ param: 'name', be: 'visible', text: name, stored: before?.name }])
}

export const createProduct: Action<ProductCreate> = {
  name: 'products.create',
  rows: () => [],
  decide(work, input) {
    assertTakes({ name: input.name })
    const row: Product = {
      ...newRow(work),
      name: input.name,
      description: input.description ?? '',
      status: 'active',
      metadata: input.metadata ?? {},
      tax_code: input.tax_code ?? 'standard',
    }
    return insertRow(work, events.created, about(row), { table: products, row, present })
  },
}

export const updateProduct: Action<{ id: string; patch: ProductPatch }> = {
  name: 'products.update',
  rows: ({ id }) => [{ table: products, id }],
  decide(work, { id, patch }) {
    // Faults of the body (400) come before faults of the product (404).
    assertTakes(patch, work.find(products, id))
    const before = getProduct(work, id)
    const after = patched(work, before, { ...patch, description: orEmpty(patch.description) })
    work.assertMatch(() => present(before))
    const archives = before.status === 'active' && after.status === 'archived'
    const type = archives ? events.archived : events.updated
    return work.change(type, about(before), { table: products, before, after, present })
  },
}

export const archiveProduct: Action<{ id: string }> = {
  name: 'products.archive',
  rows: ({ id }) => [{ table: products, id }],
  decide(work, { id }) {
    const before = getProduct(work, id)
    const after: Product = { ...before, status: 'archived', updated_at: work.now }
    work.assertMatch(() => present(before))
    return work.change(events.archived, about(before), { table: products, before, after, present })
  },
}
