// Forecasts of subscriptions, which are reads that need a request body.
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'

const PAUSE_MS = 300

interface Forecast<T> {
  path: string
  /** The request as JSON; empty while it is incomplete. */
  body: string
  /** Changes when another forecast of the same request is needed. */
  version?: string | null
  onRead?: (read: T) => void
}

export function useForecast<T>(forecast: Forecast<T>): UseQueryResult<T, ApiError> {
  const { path, body, version = null, onRead } = forecast
  const { account, mode, surface } = useTenant()
  const [settled] = useDebouncedValue(body, PAUSE_MS, { leading: true })
  return useQuery<T, ApiError>({
    // Apart from what writes read again: after a command, its preview is of no use.
    queryKey: ['forecast', account, mode, path, settled, version],
    enabled: settled !== '' && settled === body,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const request = { method: 'POST', path, body: JSON.parse(settled), signal } as const
      const read = (await send<T>(surface, request)).body
      onRead?.(read)
      return read
    },
  })
}
