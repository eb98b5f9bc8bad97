// The migrations of the subscribers of one price.
import type { PriceMigration } from '../../api/types.ts'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { MigrationStatus } from './detail.tsx'
import { messages } from './messages.ts'

export function MigrationsOf({ price }: { price: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  return (
    <List<PriceMigration>
      label={m.tab}
      path="/price_migrations"
      always={{ from_price_id: price }}
      permission="subscriptions:read"
      csv
      idOf={({ id }) => id}
      columns={[
        {
          title: m.createdAt,
          cell: ({ created_at }) => format.time(created_at),
          to: ({ id }) => `price-migrations/${id}`,
        },
        {
          title: m.list,
          cell: ({ subscriptions_total }) => format.number(subscriptions_total),
          numeric: true,
        },
        {
          title: m.status,
          cell: ({ status }) => <MigrationStatus status={status} />,
          narrow: true,
        },
      ]}
      empty={<Empty text={m.none} />}
    />
  )
}
