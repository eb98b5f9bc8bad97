// All subscriptions, newest first.
import { SUBSCRIPTION_STATUSES } from '../../../../src/domain/subscription-state.ts'
import type { Subscription } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { messages } from './messages.ts'
import { useColumns } from './rows.tsx'

export function SubscriptionsPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const { customer, items, others } = useColumns()
  return (
    <ListPage<Subscription>
      title={m.title}
      add={{ to: 'subscriptions/new', label: m.subscribe, permission: 'subscriptions:write' }}
      emptyText={m.empty}
      path="/subscriptions"
      permission="subscriptions:read"
      idOf={({ id }) => id}
      columns={[customer, items, ...others]}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: SUBSCRIPTION_STATUSES.map((value) => ({
            value,
            label: value === 'canceled' ? m.statusCanceled : statuses[value],
          })),
        },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'dates', label: m.next, names: ['due_at[gte]', 'due_at[lte]'] },
        { kind: 'text', label: m.externalId, names: ['external_id'], rare: true },
      ]}
    />
  )
}
