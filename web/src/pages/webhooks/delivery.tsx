// One delivery: each attempt with its answer, what is sent, and sending it again.
import { Alert, Code, Paper, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { Event, WebhookDeliveryWithAttempts } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { words as eventWords, tell } from '../../parts/event-words.ts'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ObjectLink, objectOf } from '../../parts/object-link.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { Payload } from '../events/payload.tsx'
import { useEndpointUrls } from './endpoint-urls.ts'
import { words } from './words.ts'

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
  const w = useWords(words)
  const format = useFormat()
  const [deed, setDeed] = useState<'redeliver' | 'skip'>()
  const path = `/webhook_deliveries/${delivery.id}`
  const pending = delivery.state === 'pending'
  const isHeld = pending && delivery.next_attempt_at === null
  const urls = useEndpointUrls()
  const told = useWords(eventWords)
  const { data: event } = useRead<Event>(`/events/${delivery.event_id}`)
  return (
    <>
      <PageTitle
        parent={{ to: `webhooks/${delivery.endpoint_id}`, label: w.deliveries }}
        badge={<StatusBadge status={delivery.state} />}
        actions={
          <>
            <DeedButton permission="webhooks:write" onClick={() => setDeed('redeliver')}>
              {w.redeliver}
            </DeedButton>
            <DeedButton
              permission="webhooks:write"
              variant="default"
              reason={pending ? undefined : w.pendingOnly}
              onClick={() => setDeed('skip')}
            >
              {w.skip}
            </DeedButton>
          </>
        }
      >
        {delivery.event_type}
      </PageTitle>
      <Stack>
        <Paper withBorder p="md" bg="var(--r-surface)">
          <Facts
            facts={[
              [w.id, <CopyText key="id" text={delivery.id} />],
              [
                w.endpoint,
                <PageLink key="endpoint" to={`webhooks/${delivery.endpoint_id}`} fz="inherit">
                  {urls?.get(delivery.endpoint_id) ?? delivery.endpoint_id}
                </PageLink>,
              ],
              [
                w.event,
                <PageLink key="event" to={`events/${delivery.event_id}`} fz="inherit">
                  {event ? tell(told, format, event.type, event.data) : delivery.event_type}
                </PageLink>,
              ],
              [
                w.object,
                <ObjectLink
                  key="object"
                  id={delivery.object_id}
                  name={event && objectOf(event.data.object).name}
                />,
              ],
              [w.attempts, format.number(delivery.attempts_made)],
              [w.next, delivery.next_attempt_at && format.time(delivery.next_attempt_at)],
            ]}
          />
        </Paper>
        {isHeld && (
          <Alert color="yellow" data-state="held">
            <Text size="sm">{w.heldText}</Text>
            <PageLink
              to={`webhooks/${delivery.endpoint_id}`}
              search={{ state: 'pending' }}
              size="sm"
            >
              {w.deliveries}
            </PageLink>
          </Alert>
        )}
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {event && <Payload event={event} />}
        <ApiCall call={{ method: 'GET', path }} />
      </Stack>
      {deed && (
        <DeedDialog
          title={w[deed]}
          call={{ method: 'POST', path: `${path}/${deed}` }}
          label={w[deed]}
          done={deed === 'skip' ? w.skipped : w.redelivered}
          onClose={() => setDeed(undefined)}
        >
          {deed === 'skip' && <Text size="sm">{w.skipText}</Text>}
        </DeedDialog>
      )}
    </>
  )
}

function Attempt({ attempt }: { attempt: WebhookDeliveryWithAttempts['attempts'][number] }) {
  const w = useWords(words)
  const format = useFormat()
  const { number, attempted_at, duration_ms, response_status, response_body, error } = attempt
  return (
    <Paper withBorder p="md" bg="var(--r-surface)">
      <Title order={2} size="h5">
        {w.attempt(number)}: {response_status ?? w.noAnswer}
      </Title>
      <Text size="sm" c="dimmed">
        {format.time(attempted_at)}, {w.took(format.number(duration_ms))}
      </Text>
      {/* The sentence is the server's, in the language of its log. */}
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
