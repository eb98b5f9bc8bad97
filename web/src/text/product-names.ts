// The names of products known by ID, read in one request.
import { useList } from '../api/hooks.ts'
import type { Product } from '../api/types.ts'
import type { NameOf } from './item-changes.ts'

/** The name of each product, as far as they are known. */
export function useKnownProducts(enabled: boolean): NameOf {
  const { data } = useList<Product>('/products', { limit: 100 }, { enabled })
  const names = new Map(data?.data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id)
}
