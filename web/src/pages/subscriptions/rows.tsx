// Lists of subscriptions: all of them, those of a customer, and those to a product; their status, and the names of products.
import { Text } from '@mantine/core'
import type { Query } from '../../api/client.ts'
import type { Subscription } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import type { Column } from '../../list/list-table.tsx'
import { CustomerName } from '../../text/customer-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { useKnownProducts } from '../../text/product-names.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { messages } from './messages.ts'

/** The subscriptions that a query selects, as part of another page. */
export function SubscriptionsTab({ always }: { always: Query }) {
  const m = useMessages(messages)
  const { customer, items, others } = useColumns()
  const { title, cell, below } = items
  // Subscriptions of one customer differ in their items.
  const first = always.customer_id ? [{ title, cell, below, to: pageOf }] : [customer, items]
  return (
    <List<Subscription>
      label={m.title}
      path="/subscriptions"
      always={always}
      permission="subscriptions:read"
      idOf={({ id }) => id}
      columns={[...first, ...others]}
      empty={<Empty text={m.empty} />}
    />
  )
}

const pageOf = ({ id }: Subscription) => `subscriptions/${id}`

/** The columns of a list of subscriptions. */
export function useColumns() {
  const m = useMessages(messages)
  const format = useFormat()
  const interval = useIntervalText()
  const nameOf = useProductNames()
  const itemsOf = ({ items }: Subscription) =>
    items
      .map((item) =>
        [m.item(nameOf(item.product_id), format.number(item.quantity)), interval(item)]
          .filter(Boolean)
          .join(' · '),
      )
      .join(', ')
  const customer: Column<Subscription> = {
    title: m.customer,
    cell: ({ customer_id }) => <CustomerName id={customer_id} />,
    to: pageOf,
    below: (subscription) =>
      [subscription.billing_error && m.notBilled, itemsOf(subscription), interval(subscription)]
        .filter(Boolean)
        .join(' · '),
  }
  const items: Column<Subscription> = {
    title: m.items,
    cell: itemsOf,
    below: (subscription) => interval(subscription),
    from: 'sm',
  }
  const others: Column<Subscription>[] = [
    {
      title: m.status,
      cell: ({ status }) => <SubscriptionStatus status={status} />,
      narrow: true,
    },
    { title: m.every, cell: (subscription) => interval(subscription), from: 'md', narrow: true },
    {
      title: m.next,
      cell: (subscription) => <NextInvoice subscription={subscription} />,
      from: 'sm',
      narrow: true,
    },
  ]
  return { customer, items, others }
}

/** A status of subscriptions; their word for `canceled` differs from that of emails. */
export function SubscriptionStatus({ status }: Pick<Subscription, 'status'>) {
  const m = useMessages(messages)
  return (
    <StatusBadge status={status} label={status === 'canceled' ? m.statusCanceled : undefined} />
  )
}

/** The day of the next invoice, or why none will follow. */
function NextInvoice({ subscription }: { subscription: Subscription }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { status, billing_error, cancel_at, next_invoice_at, zone } = subscription
  if (billing_error !== null) {
    return (
      <Text span inherit c="var(--mantine-color-error)">
        {m.notBilled}
      </Text>
    )
  }
  if (next_invoice_at !== null) return format.day(next_invoice_at, zone)
  if (status === 'canceled' || cancel_at === null) return m.nextNone
  return m.ends(format.lastDay(cancel_at, zone))
}

/** The names of products; their IDs as long as the names are unknown. */
export function useProductNames(): (id: string) => string {
  const nameOf = useKnownProducts(true)
  return (id) => nameOf(id) ?? id
}
