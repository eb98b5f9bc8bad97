// What remains to be paid of a finalized invoice, in SQL: the counterpart of `amountRemaining` in
// `src/domain/invoice.ts`. Indexes contain the same expression.

/** The balance due of a row that is not void; `row` is the name of the table or its alias, if any. */
export const remainingOf = (row?: string): string =>
  ['amount_due', 'amount_paid', 'amount_credited', 'credit_applied_later']
    .map((name) => (row === undefined ? name : `${row}.${name}`))
    .join(' - ')
