// The page of a list: filters in the address, pages by cursor, CSV, and a look of its own for each state.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Query } from '../api/client.ts'
import { useList } from '../api/hooks.ts'
import { ApiCall, type Shown } from '../page/api-call.tsx'
import { ButtonLink } from '../page/page-link.tsx'
import { LoadFailed } from '../page/page-states.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { useSearchState } from '../page/search-state.ts'
import { useMessages } from '../text/locale.tsx'
import { Empty } from './empty.tsx'
import { type Filter, FilterBar } from './filter-bar.tsx'
import { CsvButton, Pager, Total } from './list-pager.tsx'
import { type Column, ListTable, type Selecting } from './list-table.tsx'
import { ListTabs } from './list-tabs.tsx'
import { listMessages } from './messages.ts'
import { type Selection, useSelection } from './selection.tsx'

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
  /** Asks again so often. */
  everyMs?: number
  /** Where rows can be chosen: what that is called, and what stands above the list meanwhile. */
  select?: Omit<Selecting<T>, 'selection'> & { bar: (selection: Selection<T>) => ReactNode }
}

interface ListPageProps<T> extends Omit<ListProps<T>, 'label' | 'empty'> {
  /** The heading of the page. */
  title: string
  /** What these are, where a word does not say it. */
  about?: string
  /** The page that makes one. */
  add?: { to: string; label: string; permission: string }
  /** What else leads on from here, beside that button. */
  more?: ReactNode
  /** What is to be said while there is none. */
  emptyText: string
  /** What leads to the first one where no page makes it. */
  emptyButton?: ReactNode
  /** The call that makes one. */
  sample?: Shown
}

/** A page that is one list. Its button stands where one looks for it: in an empty list, in the middle. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { title, about, add, more, emptyText, emptyButton, sample, ...list } = props
  const state = useListState<T>(list)
  const button = add && (
    <ButtonLink to={add.to} permission={add.permission}>
      {add.label}
    </ButtonLink>
  )
  return (
    <>
      <PageTitle
        actions={
          !state.isEmpty && (
            // Until it is known where the button stands it keeps its place free: one that moved away
            // would take the focus with it.
            <div style={{ display: 'contents', visibility: state.isKnown ? undefined : 'hidden' }}>
              {more}
              {button}
            </div>
          )
        }
      >
        {title}
      </PageTitle>
      {about && (
        <Text c="dimmed" size="sm" mb="md" maw="70ch">
          {about}
        </Text>
      )}
      <Shelf
        {...list}
        label={title}
        state={state}
        empty={
          <Empty
            text={emptyText}
            button={button ?? emptyButton}
            {...(sample && { call: sample })}
          />
        }
      />
    </>
  )
}

/** A list within a page. */
export function List<T>(props: ListProps<T>) {
  return <Shelf {...props} state={useListState<T>(props)} />
}

type Asked<T> = Pick<ListProps<T>, 'path' | 'always' | 'filters' | 'prefix' | 'everyMs'>

/** What the address asks of the list, and what the server answers. */
function useListState<T>({ path, always, filters = [], prefix = '', everyMs }: Asked<T>) {
  const [search, change] = useSearchState()
  const chosen = Object.fromEntries(
    filters
      .flatMap(({ names }) => names)
      .flatMap((name) => (search[prefix + name] ? [[name, search[prefix + name] ?? '']] : [])),
  )
  const cursor = {
    starting_after: search[`${prefix}starting_after`],
    ending_before: search[`${prefix}ending_before`],
  }
  const asked = { ...always, ...chosen, ...cursor, limit: 25 }
  const answer = useList<T>(path, asked, everyMs ? { everyMs } : {})
  const set = (wanted: Record<string, string | undefined>) =>
    change(
      Object.fromEntries(Object.entries(wanted).map(([name, value]) => [prefix + name, value])),
    )
  const filtered = Object.keys(chosen).length > 0
  const nothing = answer.data !== undefined && answer.data.data.length === 0
  const isEmpty = nothing && !filtered && !cursor.starting_after && !cursor.ending_before
  const isKnown = answer.data !== undefined || answer.error !== null
  return { chosen, cursor, answer, set, filtered, nothing, isEmpty, isKnown }
}

interface ShelfProps<T> extends ListProps<T> {
  state: ReturnType<typeof useListState<T>>
}

function Shelf<T>({ state, ...props }: ShelfProps<T>) {
  const { path, always, filters = [], idOf, permission, select } = props
  const { chosen, cursor, answer, set, filtered, nothing, isEmpty } = state
  const { data, error, refetch, isPlaceholderData } = answer
  const m = useMessages(listMessages)
  const selection = useSelection(data?.data, idOf)
  const tabs = filters.find(({ kind }) => kind === 'tabs')
  const fromStart = { starting_after: undefined, ending_before: undefined }
  const clear = () =>
    set({
      ...fromStart,
      ...Object.fromEntries(Object.keys(chosen).map((name) => [name, undefined])),
    })

  if (error && !data) return <LoadFailed error={error} retry={refetch} permission={permission} />
  if (isEmpty) return <div data-state="empty">{props.empty}</div>
  return (
    <Stack gap="sm">
      {tabs && (
        <ListTabs
          tabs={tabs}
          path={path}
          query={{ ...always, ...chosen }}
          chosen={chosen[tabs.names[0] ?? ''] ?? ''}
          onChange={(value) => set({ ...fromStart, [tabs.names[0] ?? '']: value })}
        />
      )}
      <Group justify="space-between" align="flex-end" gap="sm" className="list-bar">
        <FilterBar
          filters={filters.filter((filter) => filter !== tabs)}
          chosen={chosen}
          onChange={(wanted) => set({ ...fromStart, ...wanted })}
          onClear={filtered ? clear : undefined}
        />
        <Group gap="sm" wrap="nowrap" ml="auto">
          {data && <Total count={data.total_count} />}
          {props.csv !== false && <CsvButton path={path} query={{ ...always, ...chosen }} />}
        </Group>
      </Group>
      {error && <LoadFailed error={error} retry={refetch} permission={permission} />}
      {select?.bar(selection)}
      {nothing ? (
        <Stack align="center" py="xl" gap="sm" data-state="filtered-empty">
          <Text fw={600}>{m.noMatch}</Text>
          <Button variant="default" onClick={clear}>
            {m.clearFilters}
          </Button>
        </Stack>
      ) : (
        <ListTable
          label={props.label}
          columns={props.columns}
          rows={data?.data}
          keyOf={idOf}
          selecting={select && { ...select, selection }}
        />
      )}
      {data && !nothing && (
        <Pager
          cursor={cursor}
          set={set}
          hasMore={data.has_more}
          firstId={idOf(data.data[0] as T)}
          lastId={idOf(data.data.at(-1) as T)}
          busy={isPlaceholderData}
        />
      )}
      {/* Nothing stands below a list that will push it down when it comes. */}
      {data && <ApiCall call={{ method: 'GET', path, query: { ...always, ...chosen } }} />}
    </Stack>
  )
}
