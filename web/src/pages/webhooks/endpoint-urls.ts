// The address of an endpoint where only its id is known: all there are, are asked for at once.
import { useRead } from '../../api/hooks.ts'
import type { List, WebhookEndpoint } from '../../api/types.ts'

/** As many as an answer tells of; whoever has more reads the ids of the others. */
const MOST = 100

/** By id; undefined until they are known. */
export function useEndpointUrls(): ReadonlyMap<string, string> | undefined {
  const { data } = useRead<List<WebhookEndpoint>>('/webhook_endpoints', { limit: MOST })
  return data && new Map(data.data.map(({ id, url }) => [id, url]))
}
