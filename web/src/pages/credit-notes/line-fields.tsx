// The fields of the lines to credit: for each, a quantity or an amount.
import { Box, Group, Stack, Text } from '@mantine/core'
import { compare, parseExact, ZERO } from '../../../../src/domain/decimal.ts'
import type { Invoice } from '../../api/types.ts'
import { MoneyInput } from '../../form/money-input.tsx'
import { NumberInput } from '../../form/number-input.tsx'
import { textOfDecimal } from '../../text/amount-text.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './dialog-messages.ts'
import type { Left, LineLeft } from './left.ts'
import { amountFault, type LineTyped, NOTHING, quantityFault, SCALE } from './request.ts'

interface LineFieldsProps {
  invoice: Invoice
  left: Left
  typed: Readonly<Record<string, LineTyped>>
  onChange: (typed: Record<string, LineTyped>) => void
}

export function LineFields({ invoice, left, typed, onChange }: LineFieldsProps) {
  const m = useMessages(messages)
  const first = left.lines.find(({ amount }) => amount > 0)
  const isTaxed = invoice.tax > 0
  const basis = invoice.tax_included > 0 ? m.withTax : m.beforeTax
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {isTaxed ? `${m.linesHint} ${basis}` : m.linesHint}
      </Text>
      {left.lines.map((line) => (
        <LineField
          key={line.id}
          isFirst={line === first}
          line={line}
          currency={invoice.currency}
          typed={typed[line.id] ?? NOTHING}
          onChange={(entry) => onChange({ ...typed, [line.id]: entry })}
        />
      ))}
    </Stack>
  )
}

interface LineFieldProps {
  /** True if the dialog opens in its field. */
  isFirst: boolean
  line: LineLeft
  currency: string
  typed: LineTyped
  onChange: (typed: LineTyped) => void
}

function LineField({ isFirst, line, currency, typed, onChange }: LineFieldProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const { locale } = format
  const { description } = line
  const units = textOfDecimal(line.quantity, { locale })
  const money = format.money(line.amount, currency)
  const hasUnits = compare(parseExact(line.quantity), ZERO) > 0
  const amount = amountFault(typed.amount, line.amount)
  const quantity = quantityFault(typed.quantity, line.quantity, locale)
  return (
    <Group className="credit-line" align="flex-start" gap="sm">
      <Box flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{description}</Text>
        <Text size="xs" c="dimmed">
          {line.amount === 0
            ? m.nothingLeft
            : hasUnits
              ? m.left(units, money)
              : m.amountLeft(money)}
        </Text>
      </Box>
      {line.amount > 0 && (
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <NumberInput
            label={m.quantity}
            aria-label={m.quantityOf(description)}
            scale={SCALE}
            w={96}
            disabled={!hasUnits}
            data-autofocus={(isFirst && hasUnits) || undefined}
            value={typed.quantity}
            onChange={(event) => onChange({ amount: null, quantity: event.currentTarget.value })}
            error={quantity && (quantity === 'too_much' ? m.atMost(units) : m.positive)}
          />
          <MoneyInput
            label={m.amount}
            aria-label={m.amountOf(description)}
            currency={currency}
            w={150}
            data-autofocus={(isFirst && !hasUnits) || undefined}
            value={typed.amount}
            onChange={(value) => onChange({ amount: value, quantity: '' })}
            error={
              amount === 'too_much'
                ? m.atMost(money)
                : amount === 'not_positive'
                  ? m.positive
                  : undefined
            }
          />
        </Group>
      )}
    </Group>
  )
}
