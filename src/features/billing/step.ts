// Runs the due steps of a subscription: one instant at a time, each with its events and its invoice.

import { arrearsReason } from '../../domain/arrears.ts'
import { timestamp } from '../../domain/calendar.ts'
import type { Charge } from '../../domain/subscription.ts'
import { arrearsOf } from '../../domain/subscription-change.ts'
import { chargesAfter, isArrears } from '../../domain/subscription-state.ts'
import { type Step, stepOf } from '../../domain/subscription-step.ts'
import type { Answer } from '../../platform/db/table.ts'
import { unavailable } from '../../platform/refusal.ts'
import type { Action, Work } from '../accounts/store.ts'
import { invoiceIds } from '../invoices/record.ts'
import { invoices } from '../invoices/store.ts'
import { changeSubscription, presentSubscription } from '../subscriptions/change.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { bill } from './bill.ts'
import { minimumsAt, withMinimums } from './minimums.ts'
import { announced } from './notices.ts'
import { chargeRows, chargesOf, type NamesCharges } from './open-charges.ts'
import { billReturning, type Settlement, settlementOf } from './settling.ts'
import { withoutCanceled } from './withdraw.ts'

/** The maximum number of due steps that a command runs before its own change. */
const STEPS_MOST = 50

export function getSubscription(work: Work, id: string): Subscription {
  const found = work.find(subscriptions, id)
  if (!found) throw subscriptionIds.missing(subscriptionIds.ref(id))
  return found
}

/** A version without a failure, which the billing run processes when it is due. */
export const unfailed = (row: Subscription): Subscription => ({
  ...row,
  billing_error: null,
  // The end of one that waits for its first payment has a background job of its own.
  run_at: row.status === 'incomplete' ? null : row.due_at,
})

/** The charge of pending changes when a subscription has ended, and of its items in arrears and minimums. */
export function closingCharge(
  work: Work,
  before: Subscription,
  { pending_items, current_period, canceled_at }: Subscription,
  { lines: settled = [], returned }: Partial<Pick<Settlement, 'lines' | 'returned'>> = {},
): Charge | undefined {
  if (canceled_at === null) return undefined
  const arrears = arrearsOf(before, canceled_at)
  const ended = [...arrears, ...settled]
  const closing = { at: canceled_at, lines: ended, returned, closes: true }
  const missing = minimumsAt(work, before, closing).lines
  const lines = [...ended, ...missing]
  if (pending_items === null && lines.length === 0) return undefined
  const start = Math.min(Date.parse(current_period?.start ?? timestamp(canceled_at)), canceled_at)
  const period = { start, end: canceled_at }
  const isRest = arrears.length > 0 ? arrearsReason(before) === 'change' : missing.length > 0
  return { reason: 'cancel', scheduled_for: canceled_at, period, lines, isRest }
}

/** A step with the minimums of the periods that end with it; at the end of a subscription, its charge has them. */
function withStepMinimums(
  work: Work,
  before: Subscription,
  step: Step<Subscription>,
  settlement: Settlement | undefined,
): Step<Subscription> {
  const last = step.versions.at(-1)
  // In a pause, nothing is billed.
  const isIdle =
    last === undefined || (before.status === 'paused' && last.after.status === 'paused')
  if (isIdle || last.after.status === 'canceled') return step
  const { after, charge } = withMinimums(work, before, {
    ...{ after: last.after, charge: step.charge, at: before.due_at ?? 0 },
    returned: settlement?.returned,
  })
  return { versions: [...step.versions.slice(0, -1), { ...last, after }], charge }
}

const STEP_EVENTS = {
  change_applied: events.change_applied,
  started: events.started,
  trial_will_end: events.trial_will_end,
  trial_ended: events.trial_ended,
  paused: events.paused,
  resumed: events.resumed,
  renewed: events.renewed,
  canceled: events.canceled,
}

/**
 * Runs the step at `due_at`. Returns the subscription after it, also as clients see it, and its invoice if it has one.
 */
export function runStep(
  work: Work,
  found: Subscription,
): { after: Subscription; answer: Answer | undefined; invoice: Answer | undefined } {
  const before = announced(work, withoutCanceled(work, found))
  // The only thing due was a change that a price migration withdrew or postponed.
  if (!isDue(before, work.now)) return { after: before, answer: undefined, invoice: undefined }
  const settlement = settlementOf(work, before, settlesAt(before))
  const { versions, charge: due } = withStepMinimums(
    work,
    before,
    stepOf(before, settlement),
    settlement,
  )
  let stands = before
  let answer: Answer | undefined
  for (const { event, after } of versions) {
    answer = changeSubscription(work, STEP_EVENTS[event], stands, unfailed(after))
    stands = work.get(subscriptions, before.id)
  }
  const charge = due ?? closingCharge(work, before, stands, settlement)
  const invoice = settlement
    ? billReturning(work, before, { ...settlement, charge })
    : charge && bill(work, stands, charge)
  if (due && !settlement && stands.status !== 'paused') listCharges(work, stands, due, invoice)
  // The invoice can have used up a discount of the subscription.
  return { after: work.get(subscriptions, before.id), answer, invoice }
}

/** How the step at `due_at` bills pending changes. */
function settlesAt({ due_at, cancel_at, pause }: Subscription): { at: number; ends: boolean } {
  const at = due_at ?? 0
  const pauses = pause !== null && Date.parse(pause.from) <= at
  return { at, ends: pauses || (cancel_at !== null && cancel_at <= at) }
}

/**
 * Lists the open charges of a subscription, if they will not be all lines of its last invoice: after a pause, without an
 * invoice, and if items in arrears have invoices of their own.
 */
export function listCharges(
  work: Work,
  { id, items, current_period, open_charges }: Subscription,
  charge: Charge,
  invoice: Answer | undefined,
): void {
  const isLater = charge.lines.some(
    ({ end, part }) => end <= charge.scheduled_for && !part?.minimum,
  )
  // The charges of items with longer intervals stay open.
  const isMixed = open_charges !== null || items?.some(({ interval }) => interval !== undefined)
  if (!charge.resumed && invoice && !isLater && !isMixed && !items?.some(isArrears)) return
  // Lines of a past start that have ended are not open.
  const at = Math.max(charge.scheduled_for, Date.parse(current_period?.start ?? ''))
  openLines(work, id, { scheduled_for: at }, invoice)
}

/** Lists the lines of an invoice as the open charges of its subscription, instead of those of its last one. */
export function openLines(
  work: Work,
  id: string,
  { scheduled_for: at }: Pick<Charge, 'scheduled_for'>,
  invoice: Answer | undefined,
): void {
  const added = invoice ? chargesOf(work, invoiceIds.parse(invoice.object_id) as string, at) : []
  const row = work.get(subscriptions, id)
  const open_charges = [...(chargesAfter(row.open_charges, at) ?? []), ...added]
  work.update(subscriptions, { ...row, open_charges })
}

/**
 * Runs the due steps, so that a command finds the subscription as it is now. If more are due than a command can run,
 * the billing run continues with them, and the caller is asked to retry. `onInvoice` gets the invoice of each step.
 */
export function caughtUp(
  work: Work,
  before: Subscription,
  onInvoice?: (invoice: Answer | undefined) => void,
): Subscription {
  let stands = before
  for (let steps = 0; isDue(stands, work.now); steps++) {
    if (steps === STEPS_MOST) {
      throw unavailable('The periods that are due are being billed. Try again in a moment.')
    }
    const { after, invoice } = runStep(work, stands)
    stands = after
    onInvoice?.(invoice)
  }
  return stands
}

const isDue = ({ due_at, status }: Subscription, now: number): boolean =>
  due_at !== null && due_at <= now && status !== 'incomplete'

/** True if the billing run must process it: it is due, and not postponed after a refusal. */
const isReady = ({ run_at }: Subscription, now: number): boolean => run_at !== null && run_at <= now

/** Marks a step that returns time from invoices which its command did not name. */
export const UNNAMED = '{"unnamed":true}'

/** Run by the sweep for a due subscription; does nothing if it is no longer due, or if invoices must be named first. */
export const stepSubscription: Action<{ id: string } & Partial<NamesCharges>> = {
  name: 'subscriptions.step',
  rows: ({ id, ...names }) => [{ table: subscriptions, id }, ...chargeRows(names)],
  decide(work, { id }) {
    const before = getSubscription(work, id)
    const nothing = { json: presentSubscription(before), object_id: subscriptionIds.ref(id) }
    if (!isReady(before, work.now)) return nothing
    const { waiting, open_charges } = before
    const isNamed = (open_charges ?? []).every(({ invoice }) => work.holds(invoices, invoice))
    if (waiting !== null && !isNamed) return { ...nothing, also: UNNAMED }
    return runStep(work, before).answer ?? nothing
  },
}

export interface BillingFailure {
  id: string
  code: string
  message: string
}

const MINUTE_MS = 60_000
/** Delays after repeated failures, which grow up to a day. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
const DAILY_MS = 24 * 60 * MINUTE_MS

/** Records why a step was refused, and when it is retried. No other subscription waits for it. */
export const failBilling: Action<BillingFailure> = {
  name: 'subscriptions.fail_billing',
  rows: ({ id }) => [{ table: subscriptions, id }],
  decide(work, { id, code, message }) {
    const before = getSubscription(work, id)
    // Another process may have billed it meanwhile.
    if (!isReady(before, work.now)) {
      return { json: presentSubscription(before), object_id: subscriptionIds.ref(id) }
    }
    const attempts = (before.billing_error?.attempts ?? 0) + 1
    const at = new Date(work.now).toISOString()
    return changeSubscription(work, events.billing_failed, before, {
      ...before,
      billing_error: { code, message, at, attempts },
      run_at: work.now + (RETRY_MS[attempts - 1] ?? DAILY_MS),
    })
  },
}
