// The webhook endpoints.
import { ENDPOINT_STATUSES } from '../../../../src/domain/webhook.ts'
import { useRead } from '../../api/hooks.ts'
import type { EndpointHealth, List, WebhookEndpoint } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { writtenWith } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { messages } from './messages.ts'

export function WebhooksPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  const { data: health } = useRead<List<EndpointHealth>>('/webhook_health')
  const healthOf = ({ id }: WebhookEndpoint) =>
    health?.data.find(({ endpoint_id }) => endpoint_id === id)
  const rate = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 })
  const rateOf = ({ attempted, delivered }: EndpointHealth) =>
    attempted > 0 ? writtenWith(format.locale, rate.formatToParts(delivered / attempted)) : '–'
  return (
    <ListPage<WebhookEndpoint>
      title={m.title}
      add={{ to: 'webhooks/new', label: m.add, permission: 'webhooks:write' }}
      more={
        <ButtonLink to="webhooks/deliveries" variant="default">
          {m.deliveries}
        </ButtonLink>
      }
      emptyText={m.empty}
      sample={SAMPLE}
      path="/webhook_endpoints"
      permission="webhooks:read"
      idOf={({ id }) => id}
      columns={[
        { title: m.url, cell: ({ url }) => url, to: ({ id }) => `webhooks/${id}` },
        {
          title: m.events,
          cell: ({ enabled_events }) => enabled_events.join(' '),
          from: 'md',
        },
        { title: m.status, cell: ({ status }) => <StatusBadge status={status} />, narrow: true },
        {
          title: m.successRate,
          cell: (endpoint) => {
            const found = healthOf(endpoint)
            return found && rateOf(found)
          },
          numeric: true,
          from: 'sm',
        },
        {
          title: m.lastFailed,
          cell: (endpoint) => {
            const at = healthOf(endpoint)?.last_failed_at
            return at ? format.time(at) : '–'
          },
          from: 'lg',
          narrow: true,
        },
        {
          title: m.created,
          cell: ({ created_at }) => format.day(created_at),
          from: 'md',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: m.status,
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
