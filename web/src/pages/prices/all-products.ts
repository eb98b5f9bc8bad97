// Every active product, page by page: a price list names any of them.
import { useQuery } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { List, Product } from '../../api/types.ts'

export function useAllProducts() {
  const { account, mode, surface } = useTenant()
  return useQuery<Product[], ApiError>({
    queryKey: [account, mode, '/products', 'all'],
    // A list that is being read does not change beneath the hands of whoever mends it.
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const products: Product[] = []
      for (;;) {
        const query = { status: 'active', limit: 100, starting_after: products.at(-1)?.id }
        const call = { method: 'GET', path: '/products', query, signal } as const
        const { data, has_more } = (await send<List<Product>>(surface, call)).body
        products.push(...data)
        if (!has_more || data.length === 0) return products
      }
    },
  })
}
