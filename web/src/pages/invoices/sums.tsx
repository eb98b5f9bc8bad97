// What the lines come to, while they are typed.
import { Text } from '@mantine/core'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import type { Totals } from './draft.ts'
import { messages } from './editor-messages.ts'

export function Sums({ totals, currency }: { totals: Totals; currency: string }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { settled, unfinished } = totals
  if (!settled) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert" ta="end">
        {m.tooLarge}
      </Text>
    )
  }
  const money = (amount: number) => format.money(amount, currency)
  return (
    <div>
      <dl className="sums">
        <div>
          <dt>{m.subtotal}</dt>
          <dd className="numeric">{money(settled.subtotal)}</dd>
        </div>
        {settled.tax > 0 && (
          <div>
            <dt>{m.tax}</dt>
            <dd className="numeric">{money(settled.tax)}</dd>
          </div>
        )}
        <div data-strong="true">
          <dt>{m.total}</dt>
          <dd className="numeric" data-testid="total">
            {money(settled.total)}
          </dd>
        </div>
      </dl>
      {unfinished > 0 && (
        <Text size="sm" c="dimmed" ta="end">
          {m.unfinished(format.number(unfinished), unfinished === 1)}
        </Text>
      )}
    </div>
  )
}
