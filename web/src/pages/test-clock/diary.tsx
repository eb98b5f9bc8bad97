// The events since an advance began, in order.
import { Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, List } from '../../api/types.ts'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { EventTimeline } from '../../page/timeline.tsx'
import { messages as eventMessages, eventText } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { ObjectLink, objectOf } from '../../text/object-link.tsx'
import { messages } from './messages.ts'

const SHOWN_MOST = 100

export function Diary({ after, done }: { after: number; done: boolean }) {
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const format = useFormat()
  const query = useRead<List<Event>>(
    '/events',
    { after, limit: SHOWN_MOST },
    done ? {} : { everyMs: 1_500 },
  )
  // The last events may have occurred after the last read.
  const { refetch } = query
  useEffect(() => {
    if (done) void refetch()
  }, [done, refetch])
  return (
    <section aria-label={m.diary}>
      <Title order={2} size="h4" mb="sm">
        {m.diary}
      </Title>
      <Loaded query={query} permission="events:read">
        {({ data, has_more }) => (
          <>
            {data.length === 0 && done && <Text c="dimmed">{m.nothing}</Text>}
            <EventTimeline
              label={m.diary}
              entries={data.map(({ id, type, created_at, data }) => ({
                id,
                at: created_at,
                text: eventText(events, format, type, data),
                more: (
                  <Text span size="xs">
                    <ObjectLink {...objectOf(data.object)} />
                  </Text>
                ),
              }))}
            />
            {has_more && (
              <PageLink to="events" size="sm">
                {m.more}
              </PageLink>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
