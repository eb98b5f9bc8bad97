// Below a list: how many there are, and the pages before and after; beside its filters: all of it as CSV.
import { Button, Group, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Query } from '../api/client.ts'
import { queryText } from '../api/client.ts'
import { useTenant } from '../api/tenant.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

interface PagerProps {
  place: { starting_after: string | undefined; ending_before: string | undefined }
  set: (wanted: Record<string, string | undefined>) => void
  count: number | null
  hasMore: boolean
  firstId: string
  lastId: string
  busy: boolean
}

export function Pager({ place, set, count, hasMore, firstId, lastId, busy }: PagerProps) {
  const w = useWords(words)
  const format = useFormat()
  // `has_more` speaks of the direction in which the page was read.
  const newer = place.ending_before ? hasMore : place.starting_after !== undefined
  const older = place.ending_before ? true : hasMore
  return (
    <Group justify="space-between" component="nav" aria-label={w.pages}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {w.total(count === null ? w.many : format.number(count), count === 1)}
      </Text>
      {(newer || older) && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={!newer || busy}
            onClick={() => set({ starting_after: undefined, ending_before: firstId })}
          >
            {w.newer}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!older || busy}
            onClick={() => set({ ending_before: undefined, starting_after: lastId })}
          >
            {w.older}
          </Button>
        </Group>
      )}
    </Group>
  )
}

export function CsvButton({ path, query }: { path: string; query: Query }) {
  const w = useWords(words)
  const { surface } = useTenant()
  return (
    <Tooltip label={w.csvHint}>
      <Button
        component="a"
        href={`${surface}${path}.csv${queryText(query)}`}
        download
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {w.csv}
      </Button>
    </Tooltip>
  )
}
