// The feed of events backwards, each with what is sent of it.
import { Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, List } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { Empty } from '../../parts/empty.tsx'
import { words as eventWords, tell } from '../../parts/event-words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectLink, objectOf } from '../../parts/object-link.tsx'
import { ButtonLink, PageLink } from '../../parts/page-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { words as sharedWords } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

const PAGE_SIZE = 25
/** Backwards from the end of the feed. */
const END = Number.MAX_SAFE_INTEGER

export function EventsPage() {
  const w = useWords(words)
  const shared = useWords(sharedWords)
  const [search, change] = useSearchState()
  const { type = '' } = search
  const before = Number(search.before ?? END)
  const asked = { type, before, limit: PAGE_SIZE }
  const query = useRead<List<Event>>('/events', asked)
  return (
    <>
      <PageTitle>{w.title}</PageTitle>
      <Text c="dimmed" size="sm" mb="md">
        {w.about}
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
                    <Text fw={600}>{w.noMatch}</Text>
                    <Button
                      variant="default"
                      onClick={() => change({ type: undefined, before: undefined })}
                    >
                      {shared.clearFilters}
                    </Button>
                  </Stack>
                ) : (
                  <Empty
                    text={w.nothing}
                    button={
                      <ButtonLink to="customers/new" permission="customers:write">
                        {w.first}
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
                    {w.newest}
                  </Button>
                )}
                {has_more && (
                  <Button
                    variant="default"
                    onClick={() => change({ before: String(data.at(-1)?.sequence) })}
                  >
                    {w.older}
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
  const w = useWords(words)
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
          label={w.type}
          description={w.typeAbout}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" className="beside-field" flex="none">
          {w.show}
        </Button>
      </Group>
    </form>
  )
}

function Entry({ event }: { event: Event }) {
  const w = useWords(words)
  const told = useWords(eventWords)
  const format = useFormat()
  const { sequence, type, created_at, data } = event
  return (
    <details>
      <summary>
        <Text component="span" size="sm" className="feed-text">
          {tell(told, format, type, data)}{' '}
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
          {w.open}
        </PageLink>
        <ObjectLink {...objectOf(data.object)} />
      </Group>
      <Code block tabIndex={0} mt="xs" aria-label={w.payload(String(sequence))}>
        {JSON.stringify(event, undefined, 2)}
      </Code>
    </details>
  )
}
