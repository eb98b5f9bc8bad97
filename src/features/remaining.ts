// The balance due and the amount to collect of a finalized invoice, in SQL: the counterparts of `amountRemaining` and
// `amountCollectible` in `src/domain/invoice.ts`, whose expressions indexes contain too. Also the unallocated money of
// a payment.

const REMAINING = ['amount_due', 'amount_paid', 'amount_credited', 'credit_applied_later'] as const

const difference = (names: readonly string[], row?: string): string =>
  names.map((name) => (row === undefined ? name : `${row}.${name}`)).join(' - ')

/** The balance due of a row that is not void; `row` is the name of the table or its alias, if any. */
export const remainingOf = (row?: string): string => difference(REMAINING, row)

/** The remaining amount less the write-off. */
export const collectibleOf = (row?: string): string =>
  difference([...REMAINING, 'amount_written_off'], row)

/** True for an invoice with an amount to collect; all others are paid, void, drafts, or written off. */
export const isOwed = (row?: string): string =>
  `${row === undefined ? '' : `${row}.`}status in ('posted', 'overdue') and ${collectibleOf(row)} > 0`

/**
 * True for a settled payment with unallocated money, or a refund whose failure would make money unallocated; for a
 * query by `wanted`.
 */
export const hasWaiting = (payment: string): string =>
  `(${payment}.status = 'settled' and (${payment}.unallocated > 0 or exists (
    select 1 from refunds w
    where w.environment_id = wanted.environment_id and w.payment_id = ${payment}.id
      and w.status = 'pending' and w.credit_note_id is null)))`
