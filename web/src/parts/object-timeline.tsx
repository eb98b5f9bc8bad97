// What the feed of events has on one object, the newest first.
import { Text } from '@mantine/core'
import { useRead } from '../api/hooks.ts'
import type { Event, List } from '../api/types.ts'
import { useFormat } from '../words/format.ts'
import { defineWords, useWords } from '../words/language.tsx'
import { words as eventWords, tell } from './event-words.ts'
import { Loaded } from './loaded.tsx'
import { EventTimeline } from './timeline.tsx'

const words = defineWords({
  en: { label: 'What happened', nothing: 'Nothing has happened yet.' },
  fr: { label: 'Ce qui s’est passé', nothing: 'Il ne s’est encore rien passé.' },
})

export function ObjectTimeline({ objectId }: { objectId: string }) {
  const w = useWords(words)
  const told = useWords(eventWords)
  const format = useFormat()
  // Backwards from the end of the feed.
  const before = Number.MAX_SAFE_INTEGER
  const query = useRead<List<Event>>('/events', { object_id: objectId, before, limit: 50 })
  return (
    <Loaded query={query} permission="events:read">
      {({ data }) =>
        data.length === 0 ? (
          <Text c="dimmed">{w.nothing}</Text>
        ) : (
          <EventTimeline
            label={w.label}
            entries={data.map(({ id, type, created_at, data }) => ({
              id,
              at: created_at,
              text: tell(told, format, type, data),
            }))}
          />
        )
      }
    </Loaded>
  )
}
