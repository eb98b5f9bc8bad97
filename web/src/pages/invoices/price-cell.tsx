// The price of a line: one of its product's, or typed by hand.
import { NativeSelect } from '@mantine/core'
import { useList, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import { useMessages } from '../../text/locale.tsx'
import { usePriceText } from '../prices/price-text.ts'
import type { Price } from '../prices/types.ts'
import { BY_HAND, type LineText } from './draft.ts'
import { messages } from './editor-messages.ts'

interface PriceChoiceProps {
  line: LineText
  product_id: string
  index: number
  currency: string
  onChange: (key: number, change: Partial<LineText>) => void
}

/** Below the product, if it has prices in the invoice's currency. */
export function PriceChoice({ line, product_id, index, currency, onChange }: PriceChoiceProps) {
  const m = useMessages(messages)
  const text = usePriceText()
  const enabled = useMay('prices:read')
  const { data } = useList<Price>('/prices', { product_id, limit: 100 }, { enabled })
  const isOffered = (price: Price) =>
    price.id === line.price_id || (price.active && price.currency === currency)
  const offered = data?.data.filter(isOffered) ?? []
  if (offered.length === 0) return null
  const choose = (id: string) => {
    const price = offered.find((each) => each.id === id)
    if (!price) return onChange(line.key, BY_HAND)
    const { model } = price
    onChange(line.key, {
      ...{ price_id: id, model, price: '', isDecimal: false },
      ...(model === 'flat' && { quantity: '1' }),
    })
  }
  return (
    <NativeSelect
      size="xs"
      mt={4}
      aria-label={m.priceOf(String(index + 1))}
      value={line.price_id ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: m.byHand },
        ...offered.map((price) => ({
          value: price.id,
          label: price.description
            ? `${price.description} · ${text.short(price)}`
            : text.short(price),
        })),
      ]}
    />
  )
}

interface PriceCellProps {
  price_id: string
  index: number
  isInvalid: boolean
  describedBy: string
}

/** The line's price in its column: read-only, but reachable with the keyboard. */
export function PriceCell({ price_id, index, isInvalid, describedBy }: PriceCellProps) {
  const m = useMessages(messages)
  const text = usePriceText()
  const enabled = useMay('prices:read')
  const { data } = useRead<Price>(`/prices/${price_id}`, undefined, { enabled })
  return (
    <input
      className="cell numeric cell-read"
      data-row={index}
      data-column="price"
      readOnly
      aria-label={m.cell(String(index + 1), m.price)}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? describedBy : undefined}
      value={data ? text.brief(data) : ''}
    />
  )
}
