// All subscriptions, newest first.
import { SUBSCRIPTION_STATUSES } from '../../../../src/domain/subscription.ts'
import type { Subscription } from '../../api/types.ts'
import { ListPage } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { messages } from './messages.ts'

export function SubscriptionsPage() {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const columns = useColumns()
  return (
    <ListPage<Subscription>
      title={m.title}
      add={{ to: 'subscriptions/new', label: m.subscribe, permission: 'subscriptions:write' }}
      emptyText={m.empty}
      path="/subscriptions"
      permission="subscriptions:read"
      idOf={({ id }) => id}
      columns={columns}
      filters={[
        {
          kind: 'tabs',
          label: m.status,
          names: ['status'],
          choices: SUBSCRIPTION_STATUSES.map((value) => ({ value, label: statuses[value] })),
        },
        { kind: 'customer', label: m.customer, names: ['customer_id'] },
        { kind: 'text', label: m.externalId, names: ['external_id'], rare: true },
      ]}
    />
  )
}

/** The columns of a list of subscriptions. */
function useColumns(): Column<Subscription>[] {
  const m = useMessages(messages)
  const format = useFormat()
  const interval = useIntervalText()
  return [
    {
      title: m.customer,
      cell: ({ customer_id }) => <CustomerName id={customer_id} />,
      to: ({ id }) => `subscriptions/${id}`,
      below: (subscription) => interval(subscription),
    },
    {
      title: m.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      narrow: true,
    },
    { title: m.every, cell: (subscription) => interval(subscription), from: 'md', narrow: true },
    {
      title: m.next,
      cell: ({ next_invoice_at }) => (next_invoice_at ? format.day(next_invoice_at) : m.nextNone),
      from: 'sm',
      narrow: true,
    },
  ]
}
