// One event: what it says, what is sent of it, and to whom it was delivered.
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Event } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { words as eventWords, tell } from '../../parts/event-words.ts'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectLink, objectOf } from '../../parts/object-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { Deliveries } from '../webhooks/deliveries.tsx'
import { Payload } from './payload.tsx'
import { words } from './words.ts'

export function EventPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<Event>(`/events/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="events:read">
      {(event) => <Shown event={event} />}
    </Loaded>
  )
}

function Shown({ event }: { event: Event }) {
  const w = useWords(words)
  const told = useWords(eventWords)
  const format = useFormat()
  const mayDeliveries = useMay('webhooks:read')
  const { id, type, sequence, created_at, data } = event
  return (
    <>
      <PageTitle parent={{ to: 'events', label: w.title }}>{type}</PageTitle>
      <Stack>
        <Text>{tell(told, format, type, data)}</Text>
        <Paper withBorder p="md" bg="var(--r-surface)">
          <Facts
            facts={[
              [w.id, <CopyText key="id" text={id} />],
              [w.object, <ObjectLink key="object" {...objectOf(data.object)} />],
              [w.at, format.time(created_at)],
              [w.sequence, format.number(sequence)],
            ]}
          />
        </Paper>
        <Payload event={event} />
        <ApiCall call={{ method: 'GET', path: `/events/${id}` }} />
        {mayDeliveries && (
          <>
            <Title order={2}>{w.deliveries}</Title>
            <Deliveries eventId={id} />
          </>
        )}
      </Stack>
    </>
  )
}
