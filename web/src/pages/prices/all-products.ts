// Reads all active products, page by page, as a price list can name any of them.
import { useQuery } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { List, Product } from '../../api/types.ts'

export function useAllProducts() {
  const { account, mode, surface } = useTenant()
  return useQuery<Product[], ApiError>({
    queryKey: [account, mode, '/products', 'all'],
    // The list must not change while the user is fixing it.
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
