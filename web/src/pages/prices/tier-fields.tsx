// The tiers of a price as rows that can be added and removed. The last one has no end.
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ApiForm } from '../../form/api-form.ts'
import { IconPlus, IconX } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { blankTier, type PriceValues, TIERS_MOST } from './terms.ts'

interface TierFieldsProps {
  form: ApiForm<PriceValues>
}

export function TierFields({ form }: TierFieldsProps) {
  const m = useMessages(messages)
  const { tiers, currency } = form.values
  const table = useRef<HTMLDivElement>(null)
  /** The row whose first field gets the focus once it is rendered. */
  const next = useRef<number | undefined>(undefined)
  useEffect(() => {
    const { current: row } = next
    next.current = undefined
    const rows = table.current?.querySelectorAll<HTMLElement>('fieldset')
    if (row !== undefined) rows?.[row]?.querySelector('input')?.focus()
  })
  const add = () => {
    // The previously last tier needs an end now.
    next.current = tiers.length - 1
    form.insertListItem('tiers', blankTier())
  }
  const remove = (row: number) => {
    next.current = Math.max(0, row - 1)
    form.clearErrors()
    form.removeListItem('tiers', row)
  }
  const code = currency.toUpperCase()
  return (
    <div>
      <div ref={table}>
        <div className="tier tier-head" aria-hidden>
          <span>{m.firstUnit}</span>
          <span>{m.lastUnit}</span>
          <span>{`${m.unitAmount} (${code})`}</span>
          <span>{`${m.tierFee} (${code})`}</span>
        </div>
        {tiers.map(({ key }, row) => (
          <TierRow
            key={key}
            form={form}
            row={row}
            // At least one tier must remain.
            {...(tiers.length > 1 && { onRemove: () => remove(row) })}
          />
        ))}
      </div>
      {form.errors.tiers && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.tiers}
        </Text>
      )}
      <Group mt="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={tiers.length >= TIERS_MOST}
          onClick={add}
        >
          {m.addTier}
        </Button>
      </Group>
    </div>
  )
}

interface TierRowProps extends TierFieldsProps {
  row: number
  onRemove?: () => void
}

function TierRow({ form, row, onRemove }: TierRowProps) {
  const m = useMessages(messages)
  const { tiers } = form.values
  const number = String(row + 1)
  const before = tiers[row - 1]?.up_to.trim() ?? ''
  const first = row === 0 ? '0' : before && m.above(before)
  const field = (name: 'up_to' | 'unit_amount' | 'flat_amount', label: string) => (
    <TextInput
      {...form.getInputProps(`tiers.${row}.${name}`)}
      aria-label={m.tierCell(number, label)}
      placeholder={label}
      inputMode={name === 'up_to' ? 'numeric' : 'decimal'}
      autoComplete="off"
    />
  )
  return (
    <fieldset className="tier" aria-label={m.tier(number)}>
      <Text component="span" size="sm" c="dimmed" className="tier-first">
        {first || '–'}
      </Text>
      {row === tiers.length - 1 ? (
        <Text component="span" size="sm" c="dimmed" className="tier-last">
          {m.andMore}
        </Text>
      ) : (
        field('up_to', m.lastUnit)
      )}
      {field('unit_amount', m.unitAmount)}
      {field('flat_amount', m.tierFee)}
      {onRemove && (
        <ActionIcon
          className="tier-remove"
          mt={4}
          variant="subtle"
          color="gray"
          aria-label={m.removeTier(number)}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}
