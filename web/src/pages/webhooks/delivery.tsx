// One delivery: each attempt with its response, the payload, and sending it again.
import { Alert, Code, Paper, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, WebhookDeliveryWithAttempts } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { messages as eventMessages, eventText } from '../../text/event-messages.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { ObjectLink, objectOf } from '../../text/object-link.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { Payload } from '../events/payload.tsx'
import { useEndpointUrls } from './endpoint-urls.ts'
import { messages } from './messages.ts'

export function DeliveryPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const path = `/webhook_deliveries/${encodeURIComponent(id)}`
  const query = useRead<WebhookDeliveryWithAttempts>(path, undefined, { everyMs: 3_000 })
  return (
    <Loaded query={query} permission="webhooks:read">
      {(delivery) => <Shown delivery={delivery} />}
    </Loaded>
  )
}

function Shown({ delivery }: { delivery: WebhookDeliveryWithAttempts }) {
  const m = useMessages(messages)
  const format = useFormat()
  const [action, setAction] = useState<'redeliver' | 'skip'>()
  const path = `/webhook_deliveries/${delivery.id}`
  const pending = delivery.state === 'pending'
  const isHeld = pending && delivery.next_attempt_at === null
  const urls = useEndpointUrls()
  const events = useMessages(eventMessages)
  const { data: event } = useRead<Event>(`/events/${delivery.event_id}`)
  return (
    <>
      <PageTitle
        parent={{ to: `webhooks/${delivery.endpoint_id}`, label: m.deliveries }}
        badge={<StatusBadge status={delivery.state} />}
        actions={
          <>
            <ActionButton permission="webhooks:write" onClick={() => setAction('redeliver')}>
              {m.redeliver}
            </ActionButton>
            <ActionButton
              permission="webhooks:write"
              variant="default"
              reason={pending ? undefined : m.pendingOnly}
              onClick={() => setAction('skip')}
            >
              {m.skip}
            </ActionButton>
          </>
        }
      >
        {delivery.event_type}
      </PageTitle>
      <Stack>
        <Paper withBorder p="md" bg="var(--r-surface)">
          <Facts
            facts={[
              [m.id, <CopyText key="id" text={delivery.id} />],
              [
                m.endpoint,
                <PageLink key="endpoint" to={`webhooks/${delivery.endpoint_id}`} fz="inherit">
                  {urls?.get(delivery.endpoint_id) ?? delivery.endpoint_id}
                </PageLink>,
              ],
              [
                m.event,
                <PageLink key="event" to={`events/${delivery.event_id}`} fz="inherit">
                  {event ? eventText(events, format, event.type, event.data) : delivery.event_type}
                </PageLink>,
              ],
              [
                m.object,
                <ObjectLink
                  key="object"
                  id={delivery.object_id}
                  name={event && objectOf(event.data.object).name}
                />,
              ],
              [m.attempts, format.number(delivery.attempts_made)],
              [m.next, delivery.next_attempt_at && format.time(delivery.next_attempt_at)],
            ]}
          />
        </Paper>
        {isHeld && (
          <Alert color="yellow" data-state="held">
            <Text size="sm">{m.heldText}</Text>
            <PageLink
              to={`webhooks/${delivery.endpoint_id}`}
              search={{ state: 'pending' }}
              size="sm"
            >
              {m.deliveries}
            </PageLink>
          </Alert>
        )}
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {event && <Payload event={event} />}
        <ApiCall call={{ method: 'GET', path }} />
      </Stack>
      {action && (
        <ActionDialog
          title={m[action]}
          call={{ method: 'POST', path: `${path}/${action}` }}
          label={m[action]}
          done={action === 'skip' ? m.skipped : m.redelivered}
          onClose={() => setAction(undefined)}
        >
          {action === 'skip' && <Text size="sm">{m.skipText}</Text>}
        </ActionDialog>
      )}
    </>
  )
}

function Attempt({ attempt }: { attempt: WebhookDeliveryWithAttempts['attempts'][number] }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { number, attempted_at, duration_ms, response_status, response_body, error } = attempt
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <Title order={2} size="h5">
        {m.attempt(number)}: {response_status ?? m.noAnswer}
      </Title>
      <Text size="sm" c="dimmed">
        {format.time(attempted_at)}, {m.took(format.number(duration_ms))}
      </Text>
      {/* The sentence comes from the server, in the language of its log. */}
      {error && (
        <Text size="sm" lang="en">
          {error}
        </Text>
      )}
      {response_body && (
        <Code block mt="xs" tabIndex={0}>
          {response_body}
        </Code>
      )}
    </Paper>
  )
}
