// What can be done with products: create, update, archive.

import { billingError } from '../../domain/errors.ts'
import { mergeMetadata } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Action, Work } from '../accounts/store.ts'
import { events } from './events.ts'
import { productRecord } from './record.ts'
import { type ProductCreate, type ProductPatch, productRef } from './schemas.ts'
import { type Product, products } from './store.ts'

export function productMissing(ref: string) {
  return billingError(
    'resource_missing',
    `There is no product ${ref} in this environment. Check the ID, and that the key belongs to the environment it was created in.`,
  )
}

function getProduct(work: Work, id: string): Product {
  const product = work.find(products, id)
  if (!product) throw productMissing(productRef(id))
  return product
}

/** Refuses a name with nothing to read in it. */
function assertTakes({ name }: ProductPatch, before?: Product): void {
  assertNewTexts([{ param: 'name', be: 'visible', text: name, stored: before?.name }])
}

export const createProduct: Action<ProductCreate> = {
  name: 'products.create',
  rows: () => [],
  decide(work, input) {
    assertTakes({ name: input.name })
    const product: Product = {
      environment_id: work.environment.environment_id,
      id: newUuid(),
      name: input.name,
      description: input.description ?? '',
      status: 'active',
      metadata: input.metadata ?? {},
      tax_code: input.tax_code ?? 'standard',
      created_at: work.now,
      updated_at: work.now,
    }
    const json = productRecord.json(product)
    work.insert(products, product)
    work.record(events.created, { id: productRef(product.id) }, json)
    return { json, object_id: productRef(product.id) }
  },
}

export const updateProduct: Action<{ id: string; patch: ProductPatch }> = {
  name: 'products.update',
  rows: ({ id }) => [{ table: products, id }],
  decide(work, { id, patch }) {
    // What is wrong with the body (400) is told before what is wrong with the product (404).
    assertTakes(patch, work.find(products, id))
    const before = getProduct(work, id)
    const { description, metadata, ...members } = patch
    const after: Product = {
      ...before,
      ...members,
      ...(description !== undefined && { description: description ?? '' }),
      ...(metadata !== undefined && { metadata: mergeMetadata(before.metadata, metadata) }),
      updated_at: work.now,
    }
    work.assertMatch(() => productRecord.json(before))
    const archives = before.status === 'active' && after.status === 'archived'
    return work.change(
      archives ? events.archived : events.updated,
      { id: productRef(id) },
      { table: products, before, after, present: productRecord.json },
    )
  },
}

export const archiveProduct: Action<{ id: string }> = {
  name: 'products.archive',
  rows: ({ id }) => [{ table: products, id }],
  decide(work, { id }) {
    const before = getProduct(work, id)
    const after: Product = { ...before, status: 'archived', updated_at: work.now }
    work.assertMatch(() => productRecord.json(before))
    return work.change(
      events.archived,
      { id: productRef(id) },
      { table: products, before, after, present: productRecord.json },
    )
  },
}
