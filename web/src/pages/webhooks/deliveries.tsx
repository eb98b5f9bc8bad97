// Deliveries, to one endpoint or to all, newest first.
import { DELIVERY_STATES } from '../../../../src/domain/webhook.ts'
import type { WebhookDelivery } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useEndpointUrls } from './endpoint-urls.ts'
import { messages } from './messages.ts'

export function DeliveriesPage() {
  const m = useMessages(messages)
  return (
    <>
      <PageTitle parent={{ to: 'webhooks', label: m.title }}>{m.deliveries}</PageTitle>
      <Deliveries />
    </>
  )
}

interface DeliveriesProps {
  endpointId?: string
  eventId?: string
}

/** All deliveries, or those to one endpoint or of one event. */
export function Deliveries({ endpointId, eventId }: DeliveriesProps) {
  const m = useMessages(messages)
  const urls = useEndpointUrls()
  const urlOf = ({ endpoint_id }: WebhookDelivery) => urls && (urls.get(endpoint_id) ?? endpoint_id)
  const toOne = endpointId !== undefined
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  return (
    <List<WebhookDelivery>
      label={m.deliveries}
      path="/webhook_deliveries"
      {...(endpointId && { always: { endpoint_id: endpointId } })}
      {...(eventId && { always: { event_id: eventId } })}
      permission="webhooks:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: m.event,
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
        ...(toOne ? [] : [{ title: m.endpoint, cell: urlOf, from: 'md' as const }]),
        { title: m.state, cell: ({ state }) => <StatusBadge status={state} />, narrow: true },
        { title: m.answer, cell: ({ response_status }) => response_status, from: 'sm' },
        {
          title: m.attempts,
          cell: ({ attempts_made }) => format.number(attempts_made),
          numeric: true,
          from: 'sm',
        },
        {
          title: m.next,
          cell: ({ state, next_attempt_at }) =>
            next_attempt_at ? format.time(next_attempt_at) : state === 'pending' && m.held,
          from: 'md',
          firm: true,
        },
        {
          title: m.created,
          cell: ({ created_at }) => format.time(created_at),
          from: 'sm',
          narrow: true,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          label: m.state,
          names: ['state'],
          choices: DELIVERY_STATES.map((value) => ({ value, label: statuses[value] })),
        },
        ...(toOne || !urls
          ? []
          : [
              {
                kind: 'choice' as const,
                label: m.endpoint,
                names: ['endpoint_id'],
                choices: [...urls].map(([value, label]) => ({ value, label })),
              },
            ]),
      ]}
      empty={<Empty text={m.noDeliveries} />}
    />
  )
}
