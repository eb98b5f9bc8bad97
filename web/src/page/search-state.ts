// The state of a page in its URL: filters, the cursor of a list, the tab.
import { useNavigate, useSearch } from '@tanstack/react-router'

export type SearchState = Record<string, string>

/** The URL's search, and a function to change it: undefined and '' remove a parameter. */
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
