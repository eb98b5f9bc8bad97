// The page of a list: filters in the URL, pages by cursor, CSV, and a view for each state.
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
  /** The noun for the rows, for screen readers. */
  label: string
  /** The API's path of the list: `/customers`. */
  path: string
  /** Fixed query parameters, such as the customer whose invoices these are. */
  always?: Query
  columns: readonly Column<T>[]
  /** The ID that the list's cursors take. */
  idOf: (item: T) => string
  filters?: readonly Filter[]
  /** Shown when the list is empty without filters: a sentence, a button, the call that creates an object. */
  empty: ReactNode
  permission: string
  /** True if `<path>.csv` exists. */
  csv?: boolean
  /** Prefix of this list's parameters, where several lists share a URL. */
  prefix?: string
  everyMs?: number
  /** For selectable rows: the label, and the bar shown above the list while rows are selected. */
  select?: Omit<Selecting<T>, 'selection'> & { bar: (selection: Selection<T>) => ReactNode }
}

interface ListPageProps<T> extends Omit<ListProps<T>, 'label' | 'empty'> {
  title: string
  /** An explanation of the objects, if the title does not suffice. */
  about?: string
  /** The page that creates an object. */
  add?: { to: string; label: string; permission: string }
  /** Further links, next to that button. */
  more?: ReactNode
  emptyText: string
  /** The button of the empty list if no page creates an object. */
  emptyButton?: ReactNode
  /** The call that creates an object. */
  sample?: Shown
}

/** A page that is one list. If the list is empty, its button is in the middle of it. */
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
            // Until its place is known, the button is hidden but keeps its space: moving it would lose the focus.
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

type ListQuery<T> = Pick<ListProps<T>, 'path' | 'always' | 'filters' | 'prefix' | 'everyMs'>

/** The list's query from the URL, and the server's response. */
function useListState<T>({ path, always, filters = [], prefix = '', everyMs }: ListQuery<T>) {
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
  const query = { ...always, ...chosen, ...cursor, limit: 25 }
  const answer = useList<T>(path, query, everyMs ? { everyMs } : {})
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
      {/* Shown only below a loaded list, so that it is not pushed down. */}
      {data && <ApiCall call={{ method: 'GET', path, query: { ...always, ...chosen } }} />}
    </Stack>
  )
}
