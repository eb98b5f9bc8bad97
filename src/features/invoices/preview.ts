// Previews of invoices, and the check that a write still matches its preview.

import { parseCurrency } from '../../domain/currencies.ts'
import { validationError } from '../../domain/errors.ts'
import { explain } from '../../domain/explanation.ts'
import { assertDraft, dueDate } from '../../domain/invoice.ts'
import { formatMoney } from '../../domain/money.ts'
import { hashedOf, isCurrent, type PreviewSent } from '../../domain/preview.ts'
import { type Settled, settle } from '../../domain/settle.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { assertStillEligible, discountRows } from '../promotion-codes/redeem.ts'
import {
  assertDescribed,
  type Decoded,
  getBilledCustomer,
  getInvoice,
  ownDiscounts,
} from './actions.ts'
import { redeemAll } from './discounts.ts'
import { assertFollows, lineRows, pricedLines } from './lines.ts'
import type { Invoice } from './record.ts'
import { discountShown } from './record.ts'
import type { InvoiceCreate } from './schemas.ts'
import { type Billed, judgeParticulars, judgeSeller, type Stage, settlingOf } from './settle.ts'
import { invoices } from './store.ts'
import { lineShown } from './text.ts'

/** A draft by its ID, or an invoice as it would be created. */
export type PreviewRequest =
  | { id: string }
  | Pick<
      Decoded<InvoiceCreate>,
      'customer_id' | 'line_items' | 'currency' | 'due_date' | 'discounts'
    >

interface Previewed extends Billed {
  due_date: string
}

/** Always a dry run: returns what finalizing would produce, and the hash that binds a write to it. */
export const previewInvoice: Action<PreviewRequest> = {
  name: 'invoices.preview',
  rows: (input) =>
    'id' in input
      ? [{ table: invoices, id: input.id }]
      : [
          { table: customers, id: input.customer_id },
          ...lineRows(input.line_items),
          ...discountRows(input.discounts),
        ],
  decide: preview,
}

function preview(work: Work, input: PreviewRequest): Answer {
  const previewed = 'id' in input ? ofDraft(work, input.id) : ofRequest(work, input)
  const { customer, currency, due_date } = previewed
  judgeSeller(work, 'preview')
  const settled = settleAsFinal(work, previewed, 'preview')
  judgeParticulars(work, previewed, settled, 'preview')
  const { line_items, subtotal, discount, tax, tax_included, total } = settled
  const { credit_applied, amount_due, discounts, taxes, derivation } = settled
  const json = JSON.stringify({
    object: 'invoice_preview',
    at: new Date(work.now).toISOString(),
    hash: digestOf(hashedOf(currency, work.now, settled)),
    customer_id: `cus_${customer.id}`,
    currency,
    due_date,
    line_items: line_items.map((line) => {
      const { id: _, ...shown } = lineShown(line, '', settled)
      return shown
    }),
    ...{ subtotal, discount, tax, tax_included, total, credit_applied, amount_due },
    discounts: (discounts ?? []).map(discountShown),
    taxes: taxes ?? [],
    derivation,
    sentences: explain(derivation, currency, taxes ?? []),
    warnings: work.warnings,
  })
  return { json, object_id: '' }
}

function ofDraft(work: Work, id: string): Previewed {
  const draft = getInvoice(work, id)
  assertDraft(draft, 'finalize')
  assertStillEligible(work, draft, ownDiscounts(draft))
  const { time_zone, payment_terms_days } = work.environment
  const due_date = draft.due_date_set
    ? draft.due_date
    : dueDate(work.now, time_zone, payment_terms_days)
  return { ...billedOf(work, draft), due_date }
}

const billedOf = (work: Work, draft: DraftFigures): Billed => ({
  customer: work.get(customers, draft.customer_id),
  currency: draft.currency,
  lines: draft.line_items,
  discounts: ownDiscounts(draft),
})

type DraftFigures = Pick<Invoice, 'customer_id' | 'currency' | 'line_items' | 'discounts'>

function ofRequest(work: Work, input: Exclude<PreviewRequest, { id: string }>): Previewed {
  const { customer_id, line_items } = input
  assertDescribed(line_items)
  const customer = getBilledCustomer(work, customer_id)
  const { default_currency, time_zone, payment_terms_days } = work.environment
  const currency = input.currency ? parseCurrency(input.currency) : default_currency
  const lines = pricedLines(work, line_items, { currency })
  assertFollows(line_items, settle({ currency, lines }).line_items)
  const due_date = input.due_date ?? dueDate(work.now, time_zone, payment_terms_days)
  const looking = { customer, currency, preview: true }
  const discounts = redeemAll(work, input.discounts, looking)
  return { customer, currency, lines, discounts, due_date }
}

/** The figures as finalizing would compute them, with the customer's credit. */
function settleAsFinal(work: Work, billed: Billed, stage: Stage): Settled {
  const { customer, currency, lines } = billed
  const credit_balance = customer.balances[currency] ?? '0'
  return settle({ currency, lines, credit_balance, ...settlingOf(work, billed, stage) })
}

/** Throws `preview_outdated` unless the write produces the invoice that its preview showed. */
export function assertPreview(
  work: Work,
  preview: PreviewSent | undefined,
  invoice: DraftFigures,
): void {
  if (!preview) return
  const { currency } = invoice
  const settled = settleAsFinal(work, billedOf(work, invoice), 'draft')
  const hashAt = (at: number) => digestOf(hashedOf(currency, at, settled))
  const isSame = hashAt(preview.at) === preview.hash
  if (isSame && isCurrent(preview, work.now, work.environment.time_zone)) return
  const constraint = {
    kind: 'preview_outdated',
    at: new Date(work.now).toISOString(),
    hash: hashAt(work.now),
    amount_due: formatMoney(settled.amount_due, currency),
  } as const
  throw validationError('preview', constraint, { code: 'preview_outdated' })
}
