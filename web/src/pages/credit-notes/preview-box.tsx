// The note as it would be issued: its lines with taxes, how it is settled, and the balance due afterwards.
import { Paper, Skeleton, Text } from '@mantine/core'
import type { CreditNotePreview } from '../../api/types.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { SumList } from '../invoices/sum-list.tsx'
import { usePriceText } from '../prices/price-text.ts'
import { messages } from './dialog-messages.ts'
import { usePartRows } from './part-rows.ts'

interface PreviewBoxProps {
  preview: CreditNotePreview | undefined
  /** True while nothing is entered yet. */
  isMissing: boolean
}

export function PreviewBox({ preview, isMissing }: PreviewBoxProps) {
  const m = useMessages(messages)
  const format = useFormat()
  const text = usePriceText()
  const partRows = usePartRows()
  return (
    <Paper
      withBorder
      bg="var(--r-surface)"
      component="section"
      aria-label={m.preview}
      role="status"
    >
      {!preview && !isMissing && <Skeleton h={96} aria-busy="true" />}
      {!preview && isMissing && (
        <Text size="sm" c="dimmed" p="sm">
          {m.unfinished}
        </Text>
      )}
      {preview && (
        <>
          <dl className="sums credited-lines">
            {preview.lines.map(({ invoice_line_id, description, quantity, amount }) => (
              <div key={invoice_line_id}>
                <dt>
                  {quantity === null ? description : `${text.decimal(quantity)} × ${description}`}
                </dt>
                <dd className="numeric">{format.money(amount, preview.currency)}</dd>
              </div>
            ))}
          </dl>
          <SumList
            figures={{ ...preview, discounts: [] }}
            more={[
              ...partRows(preview),
              {
                key: 'remaining',
                name: m.remaining,
                amount: preview.amount_remaining,
                kind: 'strong',
              },
            ]}
          />
        </>
      )}
    </Paper>
  )
}
