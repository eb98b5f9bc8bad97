// One row of the table of lines: its cells, its amount, and its errors.
import { ActionIcon, Text } from '@mantine/core'
import { shallowEqual } from '@mantine/hooks'
import { memo } from 'react'
import type { Product } from '../../api/types.ts'
import { IconX } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import type { ColumnName, LineText } from './draft.ts'
import { messages } from './editor-messages.ts'
import { PriceCell } from './price-cell.tsx'
import { ProductCell } from './product-cell.tsx'

interface LineRowProps {
  line: LineText
  index: number
  /** The row's formatted amount; '' without one. */
  amount: string
  /** The errors of its cells as one string, so that equal errors compare equal. */
  errors: string
  products: readonly Product[]
  currency: string
  onChange: (key: number, change: Partial<LineText>) => void
  onRemove: (key: number) => void
}

/** The form copies its values with every change, so rows are compared by content. */
function isSame({ line, ...a }: LineRowProps, { line: other, ...b }: LineRowProps): boolean {
  return shallowEqual(line, other) && shallowEqual(a, b)
}

/** Rendered again only when its content changes, so that two hundred rows stay as fast as one. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, index, amount, products, currency, onChange, onRemove } = props
  const m = useMessages(messages)
  const errors = JSON.parse(props.errors || '{}') as Partial<Record<ColumnName | 'row', string>>
  const id = `line-${line.key}`
  const number = String(index + 1)
  const cell = (name: 'quantity' | 'price') => (
    <input
      className="cell numeric"
      data-row={index}
      data-column={name}
      placeholder={name === 'quantity' && line.model === 'percentage' ? m.amounts : m[name]}
      // The quantity of a flat price is always one.
      readOnly={name === 'quantity' && line.model === 'flat'}
      aria-label={m.cell(number, m[name])}
      aria-invalid={errors[name] ? true : undefined}
      aria-describedby={errors[name] ? `${id}-errors` : undefined}
      inputMode="decimal"
      autoComplete="off"
      value={line[name]}
      onChange={(event) => onChange(line.key, { [name]: event.currentTarget.value })}
    />
  )
  const said = Object.values(errors)
  return (
    <fieldset className="line" aria-label={m.line(number)}>
      <span className="line-number" aria-hidden>
        {number}
      </span>
      <ProductCell
        line={line}
        index={index}
        products={products}
        currency={currency}
        onChange={onChange}
        error={errors.description}
        describedBy={`${id}-errors`}
      />
      {cell('quantity')}
      {line.price_id ? (
        <PriceCell
          price_id={line.price_id}
          index={index}
          isInvalid={errors.price !== undefined}
          describedBy={`${id}-errors`}
        />
      ) : (
        cell('price')
      )}
      <output className="numeric line-amount" aria-label={m.cell(number, m.amount)}>
        {amount || '–'}
      </output>
      <ActionIcon
        className="line-remove"
        mt={4}
        variant="subtle"
        color="gray"
        tabIndex={-1}
        aria-label={m.removeLine(number)}
        onClick={() => onRemove(line.key)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {said.length > 0 && (
        <Text id={`${id}-errors`} className="line-errors" size="xs" c="var(--mantine-color-error)">
          {said.join(' ')}
        </Text>
      )}
    </fieldset>
  )
}, isSame)
