// The items of a subscription before and after a command, with what each costs for a full period.
import { Table } from '@mantine/core'
import type { SubscriptionChangePreview } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { defineMessages, useMessages } from '../../text/locale.tsx'
import { useIntervalText } from '../prices/interval.ts'
import { useProductNames } from './rows.tsx'

const messages = defineMessages({
  en: {
    label: 'Before and after',
    before: 'Before',
    after: 'After',
    item: (name: string, quantity: string) => `${quantity} × ${name}`,
  },
  fr: {
    label: 'Avant et après',
    before: 'Avant',
    after: 'Après',
    item: (name, quantity) => `${quantity} × ${name}`,
  },
})

type Item = SubscriptionChangePreview['items_before'][number]

interface Props {
  preview: SubscriptionChangePreview
  currency: string
}

export function BeforeAfter({ preview: { items_before, items_after }, currency }: Props) {
  const m = useMessages(messages)
  const format = useFormat()
  const nameOf = useProductNames()
  const intervalOf = useIntervalText()
  if (JSON.stringify(items_before) === JSON.stringify(items_after)) return null
  const find = (items: Item[], id: string) => items.find((item) => item.id === id)
  const shown = (item: Item | undefined) =>
    item && (
      <>
        {m.item(nameOf(item.product_id), format.number(item.quantity))}
        <br />
        {[format.money(item.amount, currency), intervalOf(item)].join(' · ')}
      </>
    )
  const ids = [...new Set([...items_before, ...items_after].map(({ id }) => id))]
  return (
    <Table aria-label={m.label} layout="fixed" verticalSpacing={4} horizontalSpacing={0} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{m.before}</Table.Th>
          <Table.Th>{m.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {ids.map((id) => (
          <Table.Tr key={id}>
            <Table.Td>{shown(find(items_before, id)) ?? '–'}</Table.Td>
            <Table.Td>{shown(find(items_after, id)) ?? '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
