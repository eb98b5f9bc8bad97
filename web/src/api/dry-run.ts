// The effects that a write would have, from a dry run.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Shown } from '../page/api-call.tsx'
import { type ApiError, send } from './client.ts'
import { useTenant } from './tenant.ts'
import type { DryRun } from './types.ts'

/** The pause in typing before a request. */
const PAUSE_MS = 300

/**
 * Repeats the dry run when the call changes, after a pause in typing. Has no data until then, and
 * caches no response.
 */
export function useDryRun<T>(call: Shown | undefined) {
  const { surface } = useTenant()
  const wanted = JSON.stringify(call)
  const [settled] = useDebouncedValue(wanted, PAUSE_MS, { leading: true })
  const query = useQuery<DryRun<T>, ApiError>({
    queryKey: ['dry_run', surface, wanted],
    enabled: call !== undefined && settled === wanted,
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!call) throw new Error('There is no call.')
      const query = { ...call.query, dry_run: true }
      return (await send<DryRun<T>>(surface, { ...call, query, signal })).body
    },
  })
  return settled === wanted ? query : { data: undefined, error: null }
}
