// The endpoints that events are posted to.
import { ENDPOINT_STATUSES } from '../../../../src/domain/webhook.ts'
import type { WebhookEndpoint } from '../../api/types.ts'
import { ListPage } from '../../parts/list-page.tsx'
import { ButtonLink } from '../../parts/page-link.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as shared } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export function WebhooksPage() {
  const w = useWords(words)
  const { statuses } = useWords(shared)
  const format = useFormat()
  return (
    <ListPage<WebhookEndpoint>
      title={w.title}
      add={{ to: 'webhooks/new', label: w.add, permission: 'webhooks:write' }}
      more={
        <ButtonLink to="webhooks/deliveries" variant="default">
          {w.deliveries}
        </ButtonLink>
      }
      emptyText={w.empty}
      sample={SAMPLE}
      path="/webhook_endpoints"
      permission="webhooks:read"
      idOf={({ id }) => id}
      columns={[
        { title: w.url, cell: ({ url }) => url, to: ({ id }) => `webhooks/${id}` },
        {
          title: w.events,
          cell: ({ enabled_events }) => enabled_events.join(' '),
          from: 'md',
        },
        { title: w.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: w.created,
          cell: ({ created_at }) => format.day(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: w.status,
          names: ['status'],
          choices: ENDPOINT_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
      ]}
    />
  )
}

const SAMPLE = {
  method: 'POST',
  path: '/webhook_endpoints',
  body: { url: 'https://example.com/hooks' },
} as const
