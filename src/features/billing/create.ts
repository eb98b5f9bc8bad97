// Creates subscriptions, with their first invoice in the same transaction.

import { assertCollection, type Collection, defaultCollection } from '../../domain/collection.ts'
import { billingError, quoted } from '../../domain/errors.ts'
import type { Metadata } from '../../domain/metadata.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import { anchorAt } from '../../domain/recurrence.ts'
import { readProfile } from '../../domain/snapshot.ts'
import { begun, LINES_MOST, noticeAt } from '../../domain/subscription.ts'
import { awaiting, type FirstPayment } from '../../domain/subscription-incomplete.ts'
import type { FirstPeriod } from '../../domain/subscription-state.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import type { DiscountSent } from '../discounts.ts'
import { getBilledCustomer } from '../invoices/actions.ts'
import { completeFirst } from '../invoices/first-invoice.ts'
import { invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { assertOwnMethod, methodRows } from '../payment-methods/own.ts'
import { prices } from '../prices/store.ts'
import { firstHeld } from '../promotion-codes/held.ts'
import { discountRows } from '../promotion-codes/redeem.ts'
import { insertRow, newRow } from '../rows.ts'
import { aboutSubscription, presentSubscription } from '../subscriptions/change.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { externalIds, type Subscription, subscriptions } from '../subscriptions/store.ts'
import { holdValue } from '../unique-column.ts'
import { bill } from './bill.ts'
import { hashOf } from './figures.ts'
import {
  type AnchorSent,
  anchorOf,
  plannedPause,
  startAt,
  trialEnd,
  wholeSeconds,
} from './instants.ts'
import { assertOneInterval, type ItemSent, newItem, ownInterval, sharedTerms } from './items.ts'
import { withMinimums } from './minimums.ts'
import { listCharges, unfailed } from './step.ts'

/** A request with its IDs decoded. */
export interface NewSubscription {
  customer_id: number
  items: ItemSent[]
  external_id?: string | null | undefined
  /** A date or an instant. */
  start?: string | undefined
  anchor?: AnchorSent | undefined
  first_period?: FirstPeriod | undefined
  bill_past?: boolean | undefined
  trial_end?: string | undefined
  trial_days?: number | undefined
  payment_terms_days?: number | null | undefined
  collection?: Collection | undefined
  payment_method_id?: string | null | undefined
  minimum_amount?: number | null | undefined
  discounts?: DiscountSent[] | undefined
  pause?: { resume_at?: string | undefined } | undefined
  metadata?: Metadata | undefined
  payment?: FirstPayment | undefined
  preview?: PreviewSent | undefined
}

export const rowsOfNew = ({
  customer_id,
  items,
  discounts,
  payment_method_id,
}: Pick<NewSubscription, 'customer_id' | 'items' | 'discounts' | 'payment_method_id'>) => [
  { table: customers, id: customer_id },
  ...items.map(({ price_id: id }) => ({ table: prices, id })),
  ...discountRows(discounts),
  ...methodRows({ payment_method_id }),
]

export const takesExternalId = ({ external_id }: { external_id?: string | null | undefined }) =>
  external_id ? [{ unique: externalIds, value: external_id }] : []

export const createSubscription: Action<NewSubscription> = {
  name: 'subscriptions.create',
  rows: rowsOfNew,
  takes: takesExternalId,
  decide(work, input) {
    const { answer, invoice, row } = insertSubscription(work, input)
    const { preview } = input
    if (preview) assertPreview(work, preview, row, invoice)
    return answer
  },
}

/** Inserts a subscription and bills the charges that are due at once. */
export function insertSubscription(
  work: Work,
  input: NewSubscription,
): { answer: Answer; row: Subscription; invoice: Answer | undefined } {
  const asked = newSubscription(work, input)
  const first = begun(asked, work.now, input.bill_past ?? true)
  if (!first) throw tooManyLines()
  const { after, charge } = withMinimums(work, asked, { ...first, at: work.now })
  if (charge && charge.lines.length > LINES_MOST) throw tooManyLines()
  const discounts = firstHeld(work, input.discounts ?? [], {
    customer_id: asked.customer_id,
    ...{ currency: asked.currency, holder: 'subscription' },
    from: charge?.scheduled_for ?? after.next_invoice_at ?? work.now,
  })
  const awaits = charge !== undefined && input.payment === 'must_succeed'
  const row = unfailed({ ...(awaits ? awaiting(after, work.now) : after), discounts })
  holdExternalId(work, null, row)
  const about = aboutSubscription(row)
  const inserted = { table: subscriptions, row, present: presentSubscription }
  const answer = insertRow(work, events.created, about, inserted)
  if (row.status !== 'scheduled' && !awaits) work.record(events.started, about, answer.json)
  const invoice = charge && bill(work, row, charge)
  if (charge) listCharges(work, row, charge, invoice)
  if (awaits && isPaid(work, invoice)) completeFirst(work, work.get(subscriptions, row.id))
  // The invoice can have used up a discount.
  const billed = work.get(subscriptions, row.id)
  const json = billed === row ? answer.json : presentSubscription(billed)
  return { answer: { ...answer, json }, row: billed, invoice }
}

/** True if nothing has to be paid: there is no invoice, or credit covers it. */
const isPaid = (work: Work, invoice: Answer | undefined): boolean =>
  invoice === undefined ||
  work.get(invoices, invoiceIds.parse(invoice.object_id) as string).status === 'paid'

const tooManyLines = () =>
  billingError(
    'too_many_lines',
    'From this start, the first invoice would need more than 250 lines: one for each item and period, and for each minimum. Use a later start, or send bill_past: false to bill from the current period on.',
    { param: 'start' },
  )

function newSubscription(work: Work, input: NewSubscription): Subscription {
  const { customer_id, external_id = null, payment_terms_days = null } = input
  const { payment_method_id = null, minimum_amount = null } = input
  assertNewTexts([{ param: 'external_id', be: 'visible', text: external_id ?? undefined }])
  assertCollection(input, work.environment)
  const customer = getBilledCustomer(work, customer_id)
  assertOwnMethod(work, payment_method_id, { customer_id })
  const sent = input.items.map((item, index) => newItem(work, item, `items[${index}].price_id`))
  const terms = sharedTerms(work, sent)
  const items = sent.map((item) => ({ ...item, ...ownInterval(work, item, terms) }))
  assertOneInterval({ minimum_amount }, items)
  const { time_zone: zone } = work.environment
  // A binding preview was computed for its own instant.
  const now = wholeSeconds(input.preview?.at ?? work.now)
  const start = input.start === undefined ? now : startAt(work, input.start)
  const trial_end = trialEnd(work, input, start)
  return {
    ...newRow(work),
    ...{ customer_id, external_id, items, ...terms, start, zone, payment_terms_days, trial_end },
    ...{ status: 'active', payment_method_id, minimum_amount },
    collection: input.collection ?? defaultCollection(customer, work.environment),
    overdue_invoices: 0,
    anchor: input.anchor
      ? anchorOf(work, input.anchor, { start, zone, interval: terms.interval })
      : anchorAt(trial_end ?? start, zone),
    first_period: input.first_period ?? 'prorate',
    proration_unit: readProfile(work.environment.profile).proration_unit ?? 'second',
    current_period: null,
    cancel_at: null,
    canceled_at: null,
    cancellation: null,
    pause: input.pause ? plannedPause(work, start, input.pause.resume_at) : null,
    scheduled_changes: null,
    ...{ changed_at: null, expires_at: null },
    open_charges: null,
    unbilled: null,
    waiting: null,
    minimums: null,
    discounts: null,
    notice_at: noticeAt(trial_end, Math.max(start, work.now)),
    due_at: null,
    next_invoice_at: null,
    billing_error: null,
    metadata: input.metadata ?? {},
    run_at: null,
    pending_items: null,
  }
}

/** Sets the external ID of a subscription; 409 if another has it. */
export function holdExternalId(
  work: Work,
  former: string | null,
  { id, external_id }: Pick<Subscription, 'id' | 'external_id'>,
): void {
  holdValue(work, externalIds, id, [former, external_id], (value, holder) => {
    const ref = subscriptionIds.ref(String(holder))
    return billingError(
      'external_id_taken',
      `Subscription ${ref} already has the external_id ${quoted(value)}. Look at ${ref}, or use another external_id.`,
      { param: 'external_id' },
    )
  })
}

/** Throws `preview_outdated` unless the write bills the same as its preview. */
function assertPreview(
  work: Work,
  preview: PreviewSent,
  row: Subscription,
  invoice: Answer | undefined,
): void {
  const isSame = hashOf(preview.at, row, invoice) === preview.hash
  if (isSame && isCurrent(preview, work.now, work.environment.time_zone)) return
  throw billingError(
    'preview_outdated',
    'The subscription would no longer be billed as its preview shows. Look at the new preview, and send its at and hash.',
    { param: 'preview' },
  )
}
