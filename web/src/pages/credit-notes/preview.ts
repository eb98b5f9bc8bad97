// The preview of a credit note, which binds the request that follows to its figures.
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ApiError, send } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { CreditNotePreview } from '../../api/types.ts'

/** The pause in typing before a request. */
const PAUSE_MS = 300

/** Repeats the preview when the request changes, after a pause in typing. */
export function useNotePreview(body: object | undefined) {
  const { surface } = useTenant()
  const wanted = JSON.stringify(body)
  const [settled] = useDebouncedValue(wanted, PAUSE_MS, { leading: true })
  const query = useQuery<CreditNotePreview, ApiError>({
    // Not reloaded after a write: once the note is issued, its preview would be refused.
    queryKey: ['note_preview', surface, wanted],
    enabled: body !== undefined && settled === wanted,
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const call = { method: 'POST', path: '/credit_notes/preview', body, signal } as const
      return (await send<CreditNotePreview>(surface, call)).body
    },
  })
  return settled === wanted && body !== undefined ? query : { data: undefined, error: null }
}
