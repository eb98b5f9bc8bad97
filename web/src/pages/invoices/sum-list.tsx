// The sums below the lines, as a list.
import { useFormat } from '../../text/format.ts'
import { type Figures, type SumRow, useSumRows } from './sum-rows.ts'

interface SumListProps {
  figures: Figures
  /** Further rows, such as the credit that pays for a part. */
  more?: readonly SumRow[]
}

export function SumList({ figures, more = [] }: SumListProps) {
  const format = useFormat()
  const rowsOf = useSumRows()
  return (
    <dl className="sums">
      {[...rowsOf(figures), ...more].map(({ key, name, amount, kind }) => (
        <div
          key={key}
          data-strong={kind === 'strong' || undefined}
          data-weak={kind === 'weak' || undefined}
        >
          <dt>{name}</dt>
          <dd className="numeric" data-testid={key === 'total' ? 'total' : undefined}>
            {format.money(amount, figures.currency)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
