// What remains to be paid of a finalized invoice and what is to be collected, in SQL: the counterparts of
// `amountRemaining` and `amountCollectible` in `src/domain/invoice.ts`. Indexes contain the same expressions.

const REMAINING = ['amount_due', 'amount_paid', 'amount_credited', 'credit_applied_later'] as const

const difference = (names: readonly string[], row?: string): string =>
  names.map((name) => (row === undefined ? name : `${row}.${name}`)).join(' - ')

/** The balance due of a row that is not void; `row` is the name of the table or its alias, if any. */
export const remainingOf = (row?: string): string => difference(REMAINING, row)

/** The same less what is written off. */
export const collectibleOf = (row?: string): string =>
  difference([...REMAINING, 'amount_written_off'], row)

/** True for an invoice of which something is to be collected; every other one is paid, void, a draft, or written off. */
export const isOwed = (row?: string): string =>
  `${row === undefined ? '' : `${row}.`}status in ('posted', 'overdue') and ${collectibleOf(row)} > 0`
