// The day at whose end the books are read, kept in the address.
import { Group, TextInput } from '@mantine/core'
import { useSearchState } from '../../parts/search-state.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

/** The chosen day, if one is. */
export function useAsOf(): string | undefined {
  const [search] = useSearchState()
  return /^\d{4}-\d\d-\d\d$/.test(search.as_of ?? '') ? search.as_of : undefined
}

export function AsOf({ shown }: { shown: string }) {
  const w = useWords(words)
  const [, change] = useSearchState()
  return (
    <Group>
      <TextInput
        type="date"
        size="xs"
        label={w.asOf}
        value={shown}
        onChange={(event) =>
          change({ as_of: event.currentTarget.value, starting_after: undefined })
        }
      />
    </Group>
  )
}
