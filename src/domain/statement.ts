// The statement of a customer's account in one currency: opening balance, movements, and the balance after each.

import type { CalendarDate } from './calendar.ts'
import { LEDGER_KINDS, type LedgerKind } from './ledger.ts'
import type { PaymentMethod } from './payment.ts'

/**
 * The kinds of entries that a statement leaves out. A write-off concerns our books alone: the customer still owes the
 * amount, so the balance of a statement includes it, unlike `receivable`. Fees of gateways and
 * payouts concern no customer.
 */
const UNSTATED = [
  'invoice_written_off',
  'write_off_reversed',
  'gateway_fee_charged',
  'payout_arrived',
  'payout_reversed',
] as const
export type StatedKind = Exclude<LedgerKind, (typeof UNSTATED)[number]>

export const STATED_KINDS: readonly StatedKind[] = LEDGER_KINDS.filter(
  (kind): kind is StatedKind => !(UNSTATED as readonly LedgerKind[]).includes(kind),
)

/** The days of a statement, both inclusive. */
export interface Span {
  from: CalendarDate
  to: CalendarDate
}

/** The customer's side of the ledger: sums of accounts or changes of them, in 10^-8 of the major unit. */
export interface Standing {
  /** The amount that the customer owes: `receivable` with its write-offs, less payments that are not allocated yet. */
  balance: bigint
  /** `customer_credit`, positive for credit that can be used. */
  credit: bigint
  /** `refunds_payable`, positive for money still to be paid back. */
  refunds: bigint
}

/** A ledger entry as the statement shows it. */
export interface Movement {
  id: string
  kind: StatedKind
  object_id: string
  invoice_id: string | null
  invoice_number: string | null
  credit_note_number: string | null
  /** How money moved; null if none did. */
  method: PaymentMethod | null
  date: CalendarDate
  /** Milliseconds since 1970. */
  created_at: number
  change: Standing
}

export interface Statement {
  currency: string
  opening: Standing
  movements: (Movement & { after: Standing })[]
  closing: Standing
}

export const NOTHING: Readonly<Standing> = { balance: 0n, credit: 0n, refunds: 0n }

/** Adds up movements, which are in the order of the statement. */
export function statementOf(
  currency: string,
  opening: Standing,
  movements: readonly Movement[],
): Statement {
  let closing = opening
  const rows = movements.map((movement) => {
    closing = plus(closing, movement.change)
    return { ...movement, after: closing }
  })
  return { currency, opening, movements: rows, closing }
}

function plus(one: Standing, other: Standing): Standing {
  return {
    balance: one.balance + other.balance,
    credit: one.credit + other.credit,
    refunds: one.refunds + other.refunds,
  }
}

/** True if anything is owed or moved. */
export function isWorthShowing({ opening, movements }: Statement): boolean {
  const { balance, credit, refunds } = opening
  return movements.length > 0 || balance !== 0n || credit !== 0n || refunds !== 0n
}
