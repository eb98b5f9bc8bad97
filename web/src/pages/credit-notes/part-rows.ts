// The rows below the total of a note: how it is settled.
import type { CreditNote } from '../../api/types.ts'
import { useMessages } from '../../text/locale.tsx'
import type { SumRow } from '../invoices/sum-rows.ts'
import { messages } from './messages.ts'

const PARTS = ['to_open', 'refund', 'outside', 'to_balance'] as const

export function usePartRows() {
  const m = useMessages(messages)
  return (note: Pick<CreditNote, (typeof PARTS)[number]>): SumRow[] =>
    PARTS.flatMap((part) =>
      note[part] > 0 ? [{ key: part, name: m.parts[part], amount: note[part] }] : [],
    )
}
