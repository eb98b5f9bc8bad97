// Events, newest first, each with its payload.
import { Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { eventPatterns } from '../../../../src/domain/event.ts'
import { useRead } from '../../api/hooks.ts'
import type { Event, List } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { type Filter, FilterBar } from '../../list/filter-bar.tsx'
import { listMessages } from '../../list/messages.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { ButtonLink, PageLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useSearchState } from '../../page/search-state.ts'
import { messages as eventMessages, eventText } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { ObjectLink, objectOf } from '../../text/object-link.tsx'
import { messages } from './messages.ts'

const PAGE_SIZE = 25
/** Backwards from the newest event. */
const END = Number.MAX_SAFE_INTEGER

/** Each group, followed by its types. */
const PATTERNS = eventPatterns()
  .filter((pattern) => pattern !== '*')
  .toSorted()

/** The API's filters. An unknown type in the URL is shown as it is, next to the error. */
function useFilters(type: string | undefined): Filter[] {
  const m = useMessages(messages)
  const patterns = type && !PATTERNS.includes(type) ? [...PATTERNS, type] : PATTERNS
  const choices = patterns.map((value) => ({ value, label: value }))
  return [
    { kind: 'choice', label: m.type, names: ['type'], choices },
    { kind: 'customer', label: m.customer, names: ['customer_id'] },
    { kind: 'text', label: m.objectId, names: ['object_id'] },
  ]
}

export function EventsPage() {
  const m = useMessages(messages)
  const shared = useMessages(listMessages)
  const [search, change] = useSearchState()
  const filters = useFilters(search.type)
  const names = filters.flatMap((filter) => filter.names)
  const chosen = Object.fromEntries(
    names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  )
  const filtered = Object.keys(chosen).length > 0
  const clear = () =>
    change(Object.fromEntries([...names, 'before'].map((name) => [name, undefined])))
  const before = Number(search.before ?? END)
  const query = useRead<List<Event>>('/events', { ...chosen, before, limit: PAGE_SIZE })
  return (
    <>
      <PageTitle>{m.title}</PageTitle>
      <Text c="dimmed" size="sm" mb="md">
        {m.about}
      </Text>
      <Stack>
        <FilterBar
          filters={filters}
          chosen={chosen}
          onChange={(wanted) => change({ before: undefined, ...wanted })}
          onClear={filtered ? clear : undefined}
        />
        <Loaded query={query} permission="events:read">
          {({ data, has_more }) => (
            <>
              {data.length === 0 &&
                (filtered ? (
                  <Stack align="center" py="xl" gap="sm" data-state="filtered-empty">
                    <Text fw={600}>{m.noMatch}</Text>
                    <Button variant="default" onClick={clear}>
                      {shared.clearFilters}
                    </Button>
                  </Stack>
                ) : (
                  <Empty
                    text={m.nothing}
                    button={
                      <ButtonLink to="customers/new" permission="customers:write">
                        {m.first}
                      </ButtonLink>
                    }
                  />
                ))}
              {data.length > 0 && (
                <Paper withBorder bg="var(--r-surface)" className="feed">
                  {data.map((event) => (
                    <Entry key={event.id} event={event} />
                  ))}
                </Paper>
              )}
              <Group justify="flex-end">
                {before !== END && (
                  <Button variant="default" onClick={() => change({ before: undefined })}>
                    {m.newest}
                  </Button>
                )}
                {has_more && (
                  <Button
                    variant="default"
                    onClick={() => change({ before: String(data.at(-1)?.sequence) })}
                  >
                    {m.older}
                  </Button>
                )}
              </Group>
            </>
          )}
        </Loaded>
        <ApiCall call={{ method: 'GET', path: '/events', query: { ...chosen, after: 0 } }} />
      </Stack>
    </>
  )
}

function Entry({ event }: { event: Event }) {
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const format = useFormat()
  const { sequence, type, created_at, data } = event
  return (
    <details>
      <summary>
        <Text component="span" size="sm" className="feed-text">
          {eventText(events, format, type, data)}{' '}
          <Text component="span" size="xs" c="dimmed" ff="monospace">
            {type}
          </Text>
        </Text>
        <Text component="span" size="xs" c="dimmed" className="feed-time">
          #{format.number(sequence)} · {format.time(created_at)}
        </Text>
      </summary>
      <Group gap="md" mt="xs" fz="sm">
        <PageLink to={`events/${event.id}`} fz="inherit">
          {m.open}
        </PageLink>
        <ObjectLink {...objectOf(data.object)} />
      </Group>
      <Code block tabIndex={0} mt="xs" aria-label={m.payload(String(sequence))}>
        {JSON.stringify(event, undefined, 2)}
      </Code>
    </details>
  )
}
