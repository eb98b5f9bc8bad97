// The sums of the lines in the editor.
import { Text } from '@mantine/core'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import type { Totals } from './draft.ts'
import { messages } from './editor-messages.ts'
import type { Foreseen } from './foreseen-sums.ts'
import { SumList } from './sum-list.tsx'
import { messages as taxMessages } from './tax-messages.ts'

interface SumsProps {
  totals: Totals
  currency: string
  foreseen: Foreseen
}

export function Sums({ totals, currency, foreseen }: SumsProps) {
  const m = useMessages(messages)
  const { noCustomer, notKnown } = useMessages(taxMessages)
  const format = useFormat()
  const { settled, unfinished } = totals
  if (!settled) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert" ta="end">
        {m.tooLarge}
      </Text>
    )
  }
  const { subtotal, tax, total } = settled
  const figures = foreseen.figures ?? { subtotal, tax, total, currency, discounts: [], taxes: [] }
  const missing = { customer: noCustomer, answer: notKnown }
  return (
    <div aria-busy={foreseen.isAsking || undefined}>
      <SumList figures={figures} />
      {foreseen.missing && (
        <Text size="sm" c="dimmed" ta="end">
          {missing[foreseen.missing]}
        </Text>
      )}
      {unfinished > 0 && (
        <Text size="sm" c="dimmed" ta="end">
          {m.unfinished(format.number(unfinished), unfinished === 1)}
        </Text>
      )}
    </div>
  )
}
