// One delivery: each attempt with its answer, what is sent, and sending it again.
import { Code, Paper, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import type { WebhookDeliveryWithAttempts } from '../../api/types.ts'
import { ApiCall } from '../../parts/api-call.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { DeedButton } from '../../parts/deed-button.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
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
                w.event,
                <PageLink key="object" to={`go/${delivery.object_id}`}>
                  {delivery.object_id}
                </PageLink>,
              ],
              [w.attempts, format.number(delivery.attempts_made)],
              [w.next, delivery.next_attempt_at && format.time(delivery.next_attempt_at)],
            ]}
          />
        </Paper>
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        <Payload eventId={delivery.event_id} />
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

function Payload({ eventId }: { eventId: string }) {
  const w = useWords(words)
  const { data } = useRead<unknown>(`/events/${eventId}`)
  if (data === undefined) return null
  return (
    <>
      <Title order={2} size="h5">
        {w.payload}
      </Title>
      <Code block tabIndex={0}>
        {JSON.stringify(data, undefined, 2)}
      </Code>
    </>
  )
}
