// The terms of a price as a table: its tiers, or its terms one by one.
import { Table, Text } from '@mantine/core'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { usePriceText } from './price-text.ts'
import type { Price, Tier } from './types.ts'

export function Terms({ price }: { price: Price }) {
  const m = useMessages(messages)
  const { model, tiers } = price
  return (
    <>
      <Text size="sm" mb="xs">
        <strong>{m.models[model]}</strong> · {m.about[model]}
      </Text>
      {tiers ? <Tiers tiers={tiers} currency={price.currency} /> : <Plain price={price} />}
    </>
  )
}

function Tiers({ tiers, currency }: { tiers: readonly Tier[]; currency: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = usePriceText()
  const range = (index: number) => {
    const first = (tiers[index - 1]?.up_to ?? -1) + 1
    const last = tiers[index]?.up_to ?? null
    if (last === null) return m.from(format.number(first))
    return first === last
      ? format.number(last)
      : m.between(format.number(first), format.number(last))
  }
  return (
    <Table aria-label={m.tiers}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{m.units}</Table.Th>
          <Table.Th scope="col" className="numeric">
            {m.unitAmount}
          </Table.Th>
          <Table.Th scope="col" className="numeric">
            {m.tierFee}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tiers.map(({ up_to, unit_amount_decimal, flat_amount }, index) => (
          <Table.Tr key={up_to ?? 'last'}>
            <Table.Td>{range(index)}</Table.Td>
            <Table.Td className="numeric">{text.unit(unit_amount_decimal, currency)}</Table.Td>
            <Table.Td className="numeric">
              {flat_amount === 0 ? '–' : format.money(flat_amount, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Plain({ price }: { price: Price }) {
  const m = useMessages(messages)
  const rows = useRows(price)
  return (
    <Table aria-label={m.terms}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {name}
            </Table.Th>
            <Table.Td className="numeric">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The terms of the price's model, without zero ones. */
function useRows(price: Price): (readonly [name: string, value: string])[] {
  const m = useMessages(messages)
  const format = useFormat()
  const text = usePriceText()
  const { currency } = price
  const money = (amount: number | null) => format.money(amount ?? 0, currency)
  switch (price.model) {
    case 'package':
      return [
        [m.packageAmount, money(price.unit_amount)],
        [m.size, format.number(price.size ?? 1)],
        ...(price.free_units ? [[m.freeUnits, format.number(price.free_units)] as const] : []),
      ]
    case 'percentage':
      return [
        [m.rate, m.rateText(text.decimal(price.rate ?? '0'))],
        ...(price.per_event ? [[m.perEvent, money(price.per_event)] as const] : []),
        ...(price.free_events === null
          ? []
          : [[m.freeEvents, format.number(price.free_events)] as const]),
        ...(price.free_amount === null ? [] : [[m.freeAmount, money(price.free_amount)] as const]),
      ]
    case 'per_unit': {
      const unit = price.unit_amount_decimal ?? String(price.unit_amount ?? 0)
      return [[m.unitAmount, text.unit(unit, currency)]]
    }
    default:
      return [[m.flatAmount, money(price.unit_amount)]]
  }
}
