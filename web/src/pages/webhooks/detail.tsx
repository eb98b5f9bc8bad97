// One endpoint: its health, its deliveries, and its actions.
import { Alert, Paper, Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/hooks.ts'
import type { EndpointFigures, WebhookEndpoint } from '../../api/types.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { useEditForm } from '../../form/write-form.ts'
import { ApiCall } from '../../page/api-call.tsx'
import { Facts } from '../../page/facts.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { StatusBadge } from '../../text/status-badge.tsx'
import { EndpointActions } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointForm, valuesOf } from './form.tsx'
import { messages } from './messages.ts'
import { SigningSecret } from './signing-secret.tsx'

export function EndpointPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead<WebhookEndpoint>(`/webhook_endpoints/${encodeURIComponent(id)}`)
  return (
    <Loaded query={query} permission="webhooks:read">
      {(endpoint) => <Shown endpoint={endpoint} />}
    </Loaded>
  )
}

function Shown({ endpoint }: { endpoint: WebhookEndpoint }) {
  const m = useMessages(messages)
  const [secret, setSecret] = useState<string | null>(null)
  const [editing, setEditing] = useState(false)
  return (
    <>
      <PageTitle
        parent={{ to: 'webhooks', label: m.title }}
        badge={<StatusBadge status={endpoint.status} />}
        actions={
          <EndpointActions
            endpoint={endpoint}
            onSecret={setSecret}
            onEdit={() => setEditing(!editing)}
          />
        }
      >
        {endpoint.url}
      </PageTitle>
      <Stack>
        {endpoint.disabled_reason && (
          <Alert color="red">{m.reasons[endpoint.disabled_reason]}</Alert>
        )}
        {secret && <SigningSecret secret={secret} onKept={() => setSecret(null)} />}
        {editing ? (
          <Edit endpoint={endpoint} onSaved={() => setEditing(false)} />
        ) : (
          <Details endpoint={endpoint} />
        )}
        <Title order={2} size="h4">
          {m.deliveries}
        </Title>
        <Deliveries endpointId={endpoint.id} />
      </Stack>
    </>
  )
}

function Edit({ endpoint, onSaved }: { endpoint: WebhookEndpoint; onSaved: () => void }) {
  const m = useMessages(messages)
  const path = `/webhook_endpoints/${endpoint.id}`
  const before = valuesOf(endpoint)
  const form = useEditForm({ path, before, saved: m.saved, onSaved })
  return <EndpointForm form={form} />
}

function Details({ endpoint }: { endpoint: WebhookEndpoint }) {
  const m = useMessages(messages)
  const format = useFormat()
  const path = `/webhook_endpoints/${endpoint.id}/figures`
  const { data } = useRead<EndpointFigures>(path, undefined, { everyMs: 5_000 })
  const instant = (at: string | null | undefined) => at && format.time(at)
  return (
    <>
      <Paper withBorder p="md" bg="var(--r-surface)">
        <Facts
          facts={[
            [m.id, <CopyText key="id" text={endpoint.id} />],
            [m.events, endpoint.enabled_events.join(' ')],
            [m.description, endpoint.description],
            [m.pending, data && format.number(data.pending)],
            [m.failed, data && format.number(data.failed)],
            [m.behind, data && format.number(data.events_behind)],
            [m.lastDelivered, instant(data?.last_delivered_at)],
            [m.failingSince, instant(data?.failing_since)],
            [m.created, format.time(endpoint.created_at)],
          ]}
        />
      </Paper>
      <Doubts endpoint={endpoint} figures={data} />
      <ApiCall call={{ method: 'GET', path }} />
    </>
  )
}

/** Events that it receives but its creator cannot read, and those that it will never receive. */
function Doubts({
  endpoint,
  figures,
}: {
  endpoint: WebhookEndpoint
  figures: EndpointFigures | undefined
}) {
  const m = useMessages(messages)
  const write = useWrite<WebhookEndpoint>()
  const { beyond_creator = [], unknown_events = [] } = figures ?? {}
  const confirm = () =>
    write.mutate({
      method: 'PATCH',
      path: `/webhook_endpoints/${endpoint.id}`,
      body: { enabled_events: endpoint.enabled_events },
    })
  return (
    <>
      {beyond_creator.length > 0 && (
        <Alert color="red">
          <Stack gap="xs" align="flex-start">
            {m.beyond(beyond_creator.join(' '))}
            {beyond_creator.some((each) => !unknown_events.includes(each)) && (
              <ActionButton permission="*" size="compact-sm" variant="default" onClick={confirm}>
                {m.confirm}
              </ActionButton>
            )}
          </Stack>
        </Alert>
      )}
      {unknown_events.length > 0 && (
        <Alert color="yellow">{m.unknown(unknown_events.join(' '))}</Alert>
      )}
    </>
  )
}
