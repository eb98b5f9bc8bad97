// The feed of events backwards, each with what is sent of it.
import { Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, List } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
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
/** Backwards from the end of the feed. */
const END = Number.MAX_SAFE_INTEGER

export function EventsPage() {
  const m = useMessages(messages)
  const shared = useMessages(listMessages)
  const [search, change] = useSearchState()
  const { type = '' } = search
  const before = Number(search.before ?? END)
  const asked = { type, before, limit: PAGE_SIZE }
  const query = useRead<List<Event>>('/events', asked)
  return (
    <>
      <PageTitle>{m.title}</PageTitle>
      <Text c="dimmed" size="sm" mb="md">
        {m.about}
      </Text>
      <Stack>
        <TypeFilter
          key={type}
          type={type}
          onChange={(type) => change({ type, before: undefined })}
        />
        <Loaded query={query} permission="events:read">
          {({ data, has_more }) => (
            <>
              {data.length === 0 &&
                (type ? (
                  <Stack align="center" py="xl" gap="sm" data-state="filtered-empty">
                    <Text fw={600}>{m.noMatch}</Text>
                    <Button
                      variant="default"
                      onClick={() => change({ type: undefined, before: undefined })}
                    >
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
        <ApiCall call={{ method: 'GET', path: '/events', query: { type, after: 0 } }} />
      </Stack>
    </>
  )
}

interface TypeFilterProps {
  type: string
  onChange: (type: string | undefined) => void
}

function TypeFilter({ type, onChange }: TypeFilterProps) {
  const m = useMessages(messages)
  const [text, setText] = useState(type)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim() || undefined)
      }}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          label={m.type}
          description={m.typeAbout}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" className="beside-field" flex="none">
          {m.show}
        </Button>
      </Group>
    </form>
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
