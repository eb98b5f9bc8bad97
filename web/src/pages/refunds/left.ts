// The amount left to refund for a credit note, and the payments that cover it.
import { sumAmounts } from '../../../../src/domain/money.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/tenant.ts'
import type { CreditNote, List, Payment, Refund } from '../../api/types.ts'

/** Maximum number of refunds and payments that are read per invoice; the server checks against all of them. */
const READ_MOST = 100

const isUnderWay = ({ status }: Refund) => status === 'pending' || status === 'succeeded'

export interface NoteRefunds {
  /** The amount that is neither pending nor paid nor moved to the balance; 0 while it loads. */
  left: number
  /** Why the note cannot be void, if its refunds are the reason. */
  blocks: 'pending' | 'done' | undefined
}

/** Reads the refunds of a note that has any. */
export function useNoteRefunds(note: CreditNote | undefined): NoteRefunds {
  const may = useMay('refunds:read')
  const { data } = useRead<List<Refund>>(
    '/refunds',
    { credit_note_id: note?.id, limit: READ_MOST },
    { enabled: may && note !== undefined && note.refund > 0 },
  )
  if (!note || !data) return { left: 0, blocks: undefined }
  const counted = data.data.filter((each) => isUnderWay(each) || each.moved_to_balance_at !== null)
  const used = sumAmounts(counted.map(({ amount }) => amount))
  const isDone = counted.some(({ status }) => status !== 'pending')
  return {
    left: note.status === 'void' ? 0 : note.refund - used,
    blocks: counted.length === 0 ? undefined : isDone ? 'done' : 'pending',
  }
}

export interface Refundable {
  payment: Payment
  /** The amount of it that can still be refunded. */
  left: number
}

/** The payments of an invoice with money left to refund, newest first; undefined while they load. */
export function useRefundable(invoice_id: string): Refundable[] | undefined {
  const query = { invoice_id, limit: READ_MOST }
  const payments = useRead<List<Payment>>('/payments', { ...query, status: 'settled' })
  const refunds = useRead<List<Refund>>('/refunds', { ...query, status: 'pending,succeeded' })
  if (!payments.data || !refunds.data) return undefined
  const refunded = Map.groupBy(refunds.data.data, ({ payment_id }) => payment_id)
  return payments.data.data
    .map((payment) => {
      const own = refunded.get(payment.id) ?? []
      const paid = payment.allocations.find((each) => each.invoice_id === invoice_id)
      const left = (paid?.amount ?? 0) - sumAmounts(own.map(({ amount }) => amount))
      return { payment, left }
    })
    .filter(({ left }) => left > 0)
}
