// What happened since an advance began, in order.
import { Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, List } from '../../api/types.ts'
import { words as eventWords, tell } from '../../parts/event-words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectLink, objectOf } from '../../parts/object-link.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { EventTimeline } from '../../parts/timeline.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

const SHOWN_MOST = 100

export function Diary({ after, done }: { after: number; done: boolean }) {
  const w = useWords(words)
  const told = useWords(eventWords)
  const format = useFormat()
  const query = useRead<List<Event>>(
    '/events',
    { after, limit: SHOWN_MOST },
    done ? {} : { everyMs: 1_500 },
  )
  // What happened last may have happened after the last look.
  const { refetch } = query
  useEffect(() => {
    if (done) void refetch()
  }, [done, refetch])
  return (
    <section aria-label={w.diary}>
      <Title order={2} size="h4" mb="sm">
        {w.diary}
      </Title>
      <Loaded query={query} permission="events:read">
        {({ data, has_more }) => (
          <>
            {data.length === 0 && done && <Text c="dimmed">{w.nothing}</Text>}
            <EventTimeline
              label={w.diary}
              entries={data.map(({ id, type, created_at, data }) => ({
                id,
                at: created_at,
                text: tell(told, format, type, data),
                more: (
                  <Text span size="xs">
                    <ObjectLink {...objectOf(data.object)} />
                  </Text>
                ),
              }))}
            />
            {has_more && (
              <PageLink to="events" size="sm">
                {w.more}
              </PageLink>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
