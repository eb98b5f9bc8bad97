// The prices of a product, newest first, in short form.
import { Group } from '@mantine/core'
import { Empty } from '../../list/empty.tsx'
import { List } from '../../list/list-page.tsx'
import { ButtonLink } from '../../page/page-link.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { sharedMessages } from '../../text/messages.ts'
import { StatusBadge } from '../../text/status-badge.tsx'
import { useIntervalText } from './interval.ts'
import { messages } from './messages.ts'
import { usePriceText } from './price-text.ts'
import type { Price } from './types.ts'

export function ProductPrices({ product_id }: { product_id: string }) {
  const m = useMessages(messages)
  const { statuses } = useMessages(sharedMessages)
  const format = useFormat()
  const text = usePriceText()
  const interval = useIntervalText()
  const add = (
    <ButtonLink to="prices/new" search={{ product_id }} permission="prices:write">
      {m.add}
    </ButtonLink>
  )
  const body = { product_id, model: 'per_unit', unit_amount: 500 }
  return (
    <>
      <Group justify="flex-end" gap="xs" mb="sm">
        <ButtonLink to="prices/import" permission="prices:write" variant="default">
          {m.import}
        </ButtonLink>
        {add}
      </Group>
      <List<Price>
        label={m.prices}
        path="/prices"
        always={{ product_id }}
        permission="prices:read"
        csv
        idOf={({ id }) => id}
        filters={[
          {
            kind: 'tabs',
            label: m.status,
            names: ['active'],
            choices: [
              { value: 'true', label: statuses.active },
              { value: 'false', label: statuses.archived },
            ],
          },
        ]}
        columns={[
          { title: m.name, cell: (price) => text.name(price), to: ({ id }) => `prices/${id}` },
          {
            title: m.amount,
            cell: (price) => [text.short(price), interval(price)].filter(Boolean).join(' '),
          },
          {
            title: m.lookupKey,
            cell: ({ lookup_key }) => lookup_key ?? '–',
            from: 'md',
          },
          {
            title: m.version,
            cell: ({ version }) => format.number(version),
            from: 'sm',
            numeric: true,
          },
          {
            title: m.status,
            cell: ({ active }) => <StatusBadge status={active ? 'active' : 'archived'} />,
            narrow: true,
          },
        ]}
        empty={<Empty text={m.empty} call={{ method: 'POST', path: '/prices', body }} />}
      />
    </>
  )
}
