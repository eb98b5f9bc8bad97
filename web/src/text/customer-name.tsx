// The name of a customer known by ID: the names of a whole list are read in one request.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { send } from '../api/client.ts'
import { useTenant } from '../api/tenant.ts'
import type { Customer, List } from '../api/types.ts'

type Settle = (name: string | null) => void

/** The API's maximum per request. */
const AT_ONCE_MOST = 100

/** Names being loaded, by surface and ID. */
const waiting = new Map<string, Map<string, Settle[]>>()

/** The name; null for a deleted or forbidden customer; undefined while it loads. */
export function useCustomerName(id: string): string | null | undefined {
  const { account, mode, surface } = useTenant()
  const { data } = useQuery({
    queryKey: [account, mode, 'customer-name', id],
    queryFn: () => ask(surface, id),
    enabled: id !== '',
    staleTime: 60_000,
    gcTime: 600_000,
  })
  return data
}

/** While the name loads, a placeholder of similar size: an ID could be mistaken for the name. */
export function CustomerName({ id }: { id: string }) {
  const name = useCustomerName(id)
  if (name !== undefined) return name ?? id
  return <Skeleton component="span" aria-busy="true" className="word-skeleton" />
}

function ask(surface: string, id: string): Promise<string | null> {
  let batch = waiting.get(surface)
  if (!batch) {
    batch = new Map()
    waiting.set(surface, batch)
    // All rows of a list render at once; their requests are collected until then.
    setTimeout(() => void answer(surface), 10)
  }
  return new Promise((resolve) => {
    const others = batch.get(id) ?? []
    batch.set(id, [...others, resolve])
  })
}

async function answer(surface: string): Promise<void> {
  const batch = [...(waiting.get(surface) ?? [])]
  waiting.delete(surface)
  for (let from = 0; from < batch.length; from += AT_ONCE_MOST) {
    const some = batch.slice(from, from + AT_ONCE_MOST)
    const names = await namesOf(
      surface,
      some.map(([id]) => id),
    )
    for (const [id, settles] of some) for (const settle of settles) settle(names.get(id) ?? null)
  }
}

/** Empty without the permission: the ID identifies the customer as well. */
async function namesOf(surface: string, ids: readonly string[]): Promise<Map<string, string>> {
  const query = { ids: ids.join(','), limit: AT_ONCE_MOST }
  try {
    const { body } = await send<List<Customer>>(surface, {
      method: 'GET',
      path: '/customers',
      query,
    })
    return new Map(body.data.map((customer) => [`cus_${customer.id}`, customer.name]))
  } catch {
    return new Map()
  }
}
