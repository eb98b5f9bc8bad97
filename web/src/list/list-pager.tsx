// The previous and next page below a list, and its total count and CSV above it.
import { Button, Group, Text, Tooltip } from '@mantine/core'
import type { Query } from '../api/client.ts'
import { queryText } from '../api/client.ts'
import { useTenant } from '../api/tenant.ts'
import { IconDownload } from '../icons.tsx'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import { listMessages } from './messages.ts'

interface PagerProps {
  cursor: { starting_after: string | undefined; ending_before: string | undefined }
  set: (wanted: Record<string, string | undefined>) => void
  hasMore: boolean
  firstId: string
  lastId: string
  busy: boolean
}

/** The total count, announced to screen readers when a filter changes it. */
export function Total({ count }: { count: number | null }) {
  const m = useMessages(listMessages)
  const format = useFormat()
  return (
    <Text size="sm" c="dimmed" aria-live="polite" style={{ whiteSpace: 'nowrap' }}>
      {m.total(count === null ? m.many : format.number(count), count === 1)}
    </Text>
  )
}

export function Pager({ cursor, set, hasMore, firstId, lastId, busy }: PagerProps) {
  const m = useMessages(listMessages)
  // `has_more` refers to the direction in which the page was read.
  const newer = cursor.ending_before ? hasMore : cursor.starting_after !== undefined
  const older = cursor.ending_before ? true : hasMore
  if (!newer && !older) return null
  return (
    <Group justify="flex-end" gap="xs" component="nav" aria-label={m.pages}>
      <Button
        variant="default"
        size="xs"
        disabled={!newer || busy}
        onClick={() => set({ starting_after: undefined, ending_before: firstId })}
      >
        {m.newer}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!older || busy}
        onClick={() => set({ ending_before: undefined, starting_after: lastId })}
      >
        {m.older}
      </Button>
    </Group>
  )
}

export function CsvButton({ path, query }: { path: string; query: Query }) {
  const m = useMessages(listMessages)
  const { surface } = useTenant()
  return (
    <Tooltip label={m.csvHint}>
      <Button
        component="a"
        href={`${surface}${path}.csv${queryText(query)}`}
        download
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {m.csv}
      </Button>
    </Tooltip>
  )
}
