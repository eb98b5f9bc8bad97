// What the lines come to, while they are typed.
import { Text } from '@mantine/core'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.tsx'
import type { Totals } from './draft.ts'
import { words } from './editor-words.ts'

export function Sums({ totals, currency }: { totals: Totals; currency: string }) {
  const w = useWords(words)
  const format = useFormat()
  const { settled, unfinished } = totals
  if (!settled) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert" ta="end">
        {w.tooLarge}
      </Text>
    )
  }
  const money = (amount: number) => format.money(amount, currency)
  return (
    <div>
      <dl className="sums">
        <div>
          <dt>{w.subtotal}</dt>
          <dd className="numeric">{money(settled.subtotal)}</dd>
        </div>
        {settled.tax > 0 && (
          <div>
            <dt>{w.tax}</dt>
            <dd className="numeric">{money(settled.tax)}</dd>
          </div>
        )}
        <div data-strong="true">
          <dt>{w.total}</dt>
          <dd className="numeric" data-testid="total">
            {money(settled.total)}
          </dd>
        </div>
      </dl>
      {unfinished > 0 && (
        <Text size="sm" c="dimmed" ta="end">
          {w.unfinished(format.number(unfinished), unfinished === 1)}
        </Text>
      )}
    </div>
  )
}
