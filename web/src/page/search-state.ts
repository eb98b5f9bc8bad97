// What a page shows as the address says it: filters, the cursor of a list, the tab.
import { useNavigate, useSearch } from '@tanstack/react-router'

export type SearchState = Record<string, string>

/** The search of the address, and a change of it: undefined and '' leave a name out. */
export function useSearchState(): [
  SearchState,
  (change: Record<string, string | undefined>, options?: { replace?: boolean }) => void,
] {
  const search = useSearch({ strict: false }) as SearchState
  const navigate = useNavigate()
  return [
    search,
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: { ...search, ...change } as never,
        replace,
        resetScroll: false,
      }),
  ]
}
