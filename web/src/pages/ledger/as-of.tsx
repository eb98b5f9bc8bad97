// The date at whose end the books are read, stored in the URL.
import { Group, TextInput } from '@mantine/core'
import { useSearchState } from '../../page/search-state.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export function useAsOf(): string | undefined {
  const [search] = useSearchState()
  return /^\d{4}-\d\d-\d\d$/.test(search.as_of ?? '') ? search.as_of : undefined
}

export function AsOf({ shown }: { shown: string }) {
  const m = useMessages(messages)
  const [, change] = useSearchState()
  return (
    <Group>
      <TextInput
        type="date"
        size="xs"
        label={m.asOf}
        value={shown}
        onChange={(event) =>
          change({ as_of: event.currentTarget.value, starting_after: undefined })
        }
      />
    </Group>
  )
}
