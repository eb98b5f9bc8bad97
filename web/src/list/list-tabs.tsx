// The statuses of a list as tabs above it, each with its count under the current filters.
import { Group, UnstyledButton } from '@mantine/core'
import type { Query } from '../api/client.ts'
import { useList } from '../api/hooks.ts'
import { useFormat } from '../text/format.ts'
import { useMessages } from '../text/locale.tsx'
import type { Filter } from './filter-bar.tsx'
import { listMessages } from './messages.ts'

interface ListTabsProps {
  tabs: Filter
  path: string
  /** The other query parameters of the list. */
  query: Query
  chosen: string
  onChange: (value: string) => void
}

export function ListTabs({ tabs, path, query, chosen, onChange }: ListTabsProps) {
  const m = useMessages(listMessages)
  const name = tabs.names[0] ?? ''
  // Several statuses at once, as linked from a figure, get a tab while they are shown.
  const choices = (tabs.choices ?? []).filter(
    ({ value }) => !value.includes(',') || value === chosen,
  )
  const all = [{ value: '', label: m.all }, ...choices]
  return (
    <Group gap={4} role="group" aria-label={tabs.label} className="list-tabs">
      {all.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className="list-tab"
          aria-pressed={chosen === value}
          onClick={() => onChange(value)}
        >
          {label} <Count path={path} query={{ ...query, [name]: value || undefined }} />
        </UnstyledButton>
      ))}
    </Group>
  )
}

/** Counted by the list itself, up to the limit of exact counts. */
function Count({ path, query }: { path: string; query: Query }) {
  const m = useMessages(listMessages)
  const format = useFormat()
  const { data } = useList<unknown>(path, { ...query, limit: 1 })
  return (
    <span className="list-tab-count">
      {data && (data.total_count === null ? m.manyShort : format.number(data.total_count))}
    </span>
  )
}
