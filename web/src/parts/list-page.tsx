// The page of a list: filters in the address, pages by cursor, CSV, and a look of its own for each state.
import { Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Query } from '../api/client.ts'
import { queryText } from '../api/client.ts'
import { useList } from '../api/hooks.ts'
import { useTenant } from '../api/tenant.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { ApiCall } from './api-call.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { type Column, ListTable } from './list-table.tsx'
import { LoadFailed } from './page-states.tsx'
import { useSearchState } from './search-state.ts'
import { words } from './words.ts'

export interface ListProps<T> {
  /** What the rows are, for those who cannot see the table. */
  label: string
  /** The list of the API: `/customers`. */
  path: string
  /** What is always asked for: the customer whose invoices these are. */
  always?: Query
  columns: readonly Column<T>[]
  /** The id that the list's cursors take. */
  idOf: (item: T) => string
  filters?: readonly Filter[]
  /** What is shown when there is nothing at all: a sentence, a button, the call that makes one. */
  empty: ReactNode
  permission: string
  /** Whether `<path>.csv` exists. */
  csv?: boolean
  /** Where several lists share an address, the names in it of this one begin so. */
  prefix?: string
}

export function List<T>(props: ListProps<T>) {
  const { path, always, filters = [], idOf, permission, prefix = '' } = props
  const w = useWords(words)
  const [search, change] = useSearchState()
  const chosen = Object.fromEntries(
    filters
      .flatMap(({ names }) => names)
      .flatMap((name) => (search[prefix + name] ? [[name, search[prefix + name] ?? '']] : [])),
  )
  const place = {
    starting_after: search[`${prefix}starting_after`],
    ending_before: search[`${prefix}ending_before`],
  }
  const query = { ...always, ...chosen, ...place, limit: 25 }
  const { data, error, refetch, isPlaceholderData } = useList<T>(path, query)
  const set = (wanted: Record<string, string | undefined>) =>
    change(
      Object.fromEntries(Object.entries(wanted).map(([name, value]) => [prefix + name, value])),
    )
  const fromStart = { starting_after: undefined, ending_before: undefined }
  const filtered = Object.keys(chosen).length > 0
  const clear = () =>
    set({
      ...fromStart,
      ...Object.fromEntries(Object.keys(chosen).map((name) => [name, undefined])),
    })

  if (error && !data) return <LoadFailed error={error} retry={refetch} permission={permission} />
  const nothing = data !== undefined && data.data.length === 0
  if (nothing && !filtered && !place.starting_after && !place.ending_before) {
    return <div data-state="empty">{props.empty}</div>
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <FilterBar
          filters={filters}
          chosen={chosen}
          onChange={(wanted) => set({ ...fromStart, ...wanted })}
          onClear={filtered ? clear : undefined}
        />
        {props.csv !== false && <CsvButton path={path} query={{ ...always, ...chosen }} />}
      </Group>
      {error && <LoadFailed error={error} retry={refetch} permission={permission} />}
      {nothing ? (
        <Stack align="center" py="xl" gap="sm" data-state="filtered-empty">
          <Text fw={600}>{w.noMatch}</Text>
          <Button variant="default" onClick={clear}>
            {w.clearFilters}
          </Button>
        </Stack>
      ) : (
        <ListTable label={props.label} columns={props.columns} rows={data?.data} keyOf={idOf} />
      )}
      {data && !nothing && (
        <Pager
          {...{ place, set }}
          count={data.total_count}
          hasMore={data.has_more}
          firstId={idOf(data.data[0] as T)}
          lastId={idOf(data.data.at(-1) as T)}
          busy={isPlaceholderData}
        />
      )}
      <ApiCall call={{ method: 'GET', path, query: { ...always, ...chosen } }} />
    </Stack>
  )
}

interface PagerProps {
  place: { starting_after: string | undefined; ending_before: string | undefined }
  set: (wanted: Record<string, string | undefined>) => void
  count: number | null
  hasMore: boolean
  firstId: string
  lastId: string
  busy: boolean
}

function Pager({ place, set, count, hasMore, firstId, lastId, busy }: PagerProps) {
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

function CsvButton({ path, query }: { path: string; query: Query }) {
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
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {w.csv}
      </Button>
    </Tooltip>
  )
}
