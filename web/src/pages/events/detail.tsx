// One event: its meaning, its payload, and its deliveries.
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { Event } from '../../api/types.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { messages as eventMessages, eventText } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { ObjectLink, objectOf } from '../../text/object-link.tsx'
import { Deliveries } from '../webhooks/deliveries.tsx'
import { messages } from './messages.ts'
import { Payload } from './payload.tsx'

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
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const format = useFormat()
  const mayDeliveries = useMay('webhooks:read')
  const { id, type, sequence, created_at, data } = event
  return (
    <>
      <PageTitle parent={{ to: 'events', label: m.title }}>{type}</PageTitle>
      <Stack>
        <Text>{eventText(events, format, type, data)}</Text>
        <Paper withBorder p="md" bg="var(--r-surface)">
          <Facts
            facts={[
              [m.id, <CopyText key="id" text={id} />],
              [m.object, <ObjectLink key="object" {...objectOf(data.object)} />],
              [m.at, format.time(created_at)],
              [m.sequence, format.number(sequence)],
            ]}
          />
        </Paper>
        <Payload event={event} />
        <ApiCall call={{ method: 'GET', path: `/events/${id}` }} />
        {mayDeliveries && (
          <>
            <Title order={2}>{m.deliveries}</Title>
            <Deliveries eventId={id} />
          </>
        )}
      </Stack>
    </>
  )
}
