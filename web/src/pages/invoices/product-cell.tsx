// The description of a line: any text, or a product whose name it takes.
import { ActionIcon, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Product } from '../../api/types.ts'
import { IconX } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import { BY_HAND, type LineText } from './draft.ts'
import { messages } from './editor-messages.ts'
import { PriceChoice } from './price-cell.tsx'
import { TaxChoice } from './tax-choice.tsx'

interface ProductCellProps {
  line: LineText
  index: number
  products: readonly Product[]
  currency: string
  error: string | undefined
  describedBy: string
  onChange: (key: number, change: Partial<LineText>) => void
}

/** As many as fit at a glance. */
const SHOWN_MOST = 8

export function ProductCell(props: ProductCellProps) {
  const { line, index, products, currency, error, describedBy, onChange } = props
  const m = useMessages(messages)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const wanted = line.description.trim().toLowerCase()
  const found = open
    ? products.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, SHOWN_MOST)
    : []
  const listId = `products-${line.key}`
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const take = ({ id, name }: Product) => {
    onChange(line.key, { product_id: id, description: name, ...(line.price_id && BY_HAND) })
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return
    const chosen = found[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && chosen) take(chosen)
    else if (event.key === 'Escape') close()
    else return
    // The table does not handle keys that the list has handled.
    event.preventDefault()
    event.stopPropagation()
  }
  const product = products.find(({ id }) => id === line.product_id)
  return (
    <div className="line-description">
      <input
        className="cell"
        data-row={index}
        data-column="description"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={m.description}
        aria-label={m.cell(String(index + 1), m.description)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? describedBy : undefined}
        autoComplete="off"
        value={line.description}
        onKeyDown={onKeyDown}
        onBlur={close}
        onChange={(event) => {
          const description = event.currentTarget.value
          onChange(line.key, { description })
          setOpen(description.trim() !== '')
          setActive(-1)
        }}
      />
      {found.length > 0 && <Suggestions id={listId} found={found} active={active} take={take} />}
      {line.product_id && (
        <ProductTag
          name={product?.name ?? line.product_id}
          onRemove={() => onChange(line.key, { product_id: null, ...(line.price_id && BY_HAND) })}
        />
      )}
      {line.product_id && (
        <PriceChoice
          line={line}
          product_id={line.product_id}
          index={index}
          currency={currency}
          onChange={onChange}
        />
      )}
      <TaxChoice line={line} index={index} onChange={onChange} />
    </div>
  )
}

interface SuggestionsProps {
  id: string
  found: readonly Product[]
  active: number
  take: (product: Product) => void
}

function Suggestions({ id, found, active, take }: SuggestionsProps) {
  const m = useMessages(messages)
  return (
    <div className="suggestions" id={id} role="listbox" aria-label={m.products}>
      {found.map((product, at) => (
        <div
          key={product.id}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // On mouse down, before the cell loses focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault()
            take(product)
          }}
        >
          {product.name}
        </div>
      ))}
    </div>
  )
}

function ProductTag({ name, onRemove }: { name: string; onRemove: () => void }) {
  const m = useMessages(messages)
  return (
    <Text size="xs" c="dimmed" component="span" className="line-product">
      {m.product(name)}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        tabIndex={-1}
        aria-label={m.noProduct}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
    </Text>
  )
}
