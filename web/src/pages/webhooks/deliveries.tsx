// Deliveries, to one endpoint or to all, the latest first.
import { DELIVERY_STATES } from '../../../../src/domain/webhook.ts'
import type { WebhookDelivery } from '../../api/types.ts'
import { Empty } from '../../parts/empty.tsx'
import { List } from '../../parts/list-page.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { words as shared } from '../../parts/words.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import { useEndpointUrls } from './endpoint-urls.ts'
import { words } from './words.ts'

export function DeliveriesPage() {
  const w = useWords(words)
  return (
    <>
      <PageTitle parent={{ to: 'webhooks', label: w.title }}>{w.deliveries}</PageTitle>
      <Deliveries />
    </>
  )
}

interface DeliveriesProps {
  endpointId?: string
  eventId?: string
}

/** All there are, or those to one endpoint or of one event. */
export function Deliveries({ endpointId, eventId }: DeliveriesProps) {
  const w = useWords(words)
  const urls = useEndpointUrls()
  const urlOf = ({ endpoint_id }: WebhookDelivery) => urls && (urls.get(endpoint_id) ?? endpoint_id)
  const toOne = endpointId !== undefined
  const { statuses } = useWords(shared)
  const format = useFormat()
  return (
    <List<WebhookDelivery>
      label={w.deliveries}
      path="/webhook_deliveries"
      {...(endpointId && { always: { endpoint_id: endpointId } })}
      {...(eventId && { always: { event_id: eventId } })}
      permission="webhooks:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: w.event,
          cell: ({ event_type }) => event_type,
          firm: true,
          to: ({ id }) => `webhooks/deliveries/${id}`,
          below: (delivery) => (
            <>
              {!toOne && <div>{urlOf(delivery)}</div>}
              {format.time(delivery.created_at)}
            </>
          ),
        },
        ...(toOne ? [] : [{ title: w.endpoint, cell: urlOf, from: 'md' as const }]),
        { title: w.state, cell: ({ state }) => <StatusBadge status={state} />, narrow: true },
        { title: w.answer, cell: ({ response_status }) => response_status, from: 'sm' },
        {
          title: w.attempts,
          cell: ({ attempts_made }) => format.number(attempts_made),
          numeric: true,
          from: 'sm',
        },
        {
          title: w.next,
          cell: ({ state, next_attempt_at }) =>
            next_attempt_at ? format.time(next_attempt_at) : state === 'pending' && w.held,
          from: 'md',
          firm: true,
        },
        {
          title: w.created,
          cell: ({ created_at }) => format.time(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: w.state,
          names: ['state'],
          choices: DELIVERY_STATES.map((value) => ({ value, label: statuses[value] })),
        },
        ...(toOne || !urls
          ? []
          : [
              {
                kind: 'choice' as const,
                label: w.endpoint,
                names: ['endpoint_id'],
                choices: [...urls].map(([value, label]) => ({ value, label })),
              },
            ]),
      ]}
      empty={<Empty text={w.noDeliveries} />}
    />
  )
}
