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

/** All there are, or those to one endpoint. */
export function Deliveries({ endpointId }: { endpointId?: string }) {
  const w = useWords(words)
  const { statuses } = useWords(shared)
  const format = useFormat()
  return (
    <List<WebhookDelivery>
      label={w.deliveries}
      path="/webhook_deliveries"
      {...(endpointId && { always: { endpoint_id: endpointId } })}
      permission="webhooks:read"
      idOf={({ id }) => id}
      columns={[
        {
          title: w.event,
          cell: ({ event_type }) => event_type,
          to: ({ id }) => `webhooks/deliveries/${id}`,
          below: ({ created_at }) => format.time(created_at),
        },
        { title: w.state, cell: ({ state }) => <StatusBadge status={state} />, narrow: true },
        { title: w.answer, cell: ({ response_status }) => response_status, from: 'xs' },
        {
          title: w.attempts,
          cell: ({ attempts_made }) => format.number(attempts_made),
          numeric: true,
          from: 'sm',
        },
        {
          title: w.next,
          cell: ({ next_attempt_at }) => next_attempt_at && format.time(next_attempt_at),
          from: 'md',
          narrow: true,
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
      ]}
      empty={<Empty text={w.noDeliveries} />}
    />
  )
}
