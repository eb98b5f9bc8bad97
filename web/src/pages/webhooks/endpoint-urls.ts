// The URLs of endpoints known by ID; all endpoints are read at once.
import { useRead } from '../../api/hooks.ts'
import type { List, WebhookEndpoint } from '../../api/types.ts'

/** The API's page size; endpoints beyond it are shown by ID. */
const MOST = 100

/** By ID; undefined while they load. */
export function useEndpointUrls(): ReadonlyMap<string, string> | undefined {
  const { data } = useRead<List<WebhookEndpoint>>('/webhook_endpoints', { limit: MOST })
  return data && new Map(data.data.map(({ id, url }) => [id, url]))
}
