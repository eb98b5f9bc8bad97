// Changes of items: at a boundary between periods, or at once, with what is returned and charged for the rest of the
// period.

import { timestamp } from '../../domain/calendar.ts'
import { billingError } from '../../domain/errors.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import { isBilled } from '../../domain/subscription.ts'
import {
  type ANCHORS,
  type Changed,
  changedNow,
  type Proration,
  pricedPeriod,
} from '../../domain/subscription-change.ts'
import { changedItems, type OpenCharge } from '../../domain/subscription-state.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Call, JsonReply } from '../../platform/http/route.ts'
import type { Action, Work } from '../accounts/store.ts'
import { payOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { prices } from '../prices/store.ts'
import type { Service } from '../service.ts'
import { changeSubscription, presentSubscription } from '../subscriptions/change.ts'
import { itemIds } from '../subscriptions/items.ts'
import { events, subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import {
  assertLive,
  assertNamedOnce,
  assertNotPaused,
  changeOf,
  currentOf,
  dueOf,
  fitted,
  type LaterChange,
  otherCurrency,
  scheduleChange,
} from './actions.ts'
import { autoParts } from './auto.ts'
import { figuresWithoutIds, noteWithoutIds } from './figures.ts'
import { wholeSeconds } from './instants.ts'
import { sharedTerms, type Terms } from './items.ts'
import { notesText } from './notes-text.ts'
import {
  carriedDiscounts,
  chargeRows,
  chargesOf,
  type NamesCharges,
  openCharges,
  returnCharges,
  unitsBilled,
  withCharges,
} from './open-charges.ts'
import { bill } from './step.ts'
import { endTrial, withoutItems } from './trial.ts'

export interface ChangeSent extends Omit<LaterChange, 'at'> {
  at: 'now' | 'auto' | LaterChange['at']
  proration?: Proration | undefined
  anchor?: (typeof ANCHORS)[number] | undefined
  /** Ends a trial with the change, so that the first period begins. */
  end_trial?: boolean | undefined
  preview?: PreviewSent | undefined
}

export interface ChangeSubscription extends ChangeSent, NamesCharges {}

export const rowsOfChange = ({ id, items, ...names }: ChangeSubscription) => [
  { table: subscriptions, id },
  ...items.flatMap(({ price_id }) => (price_id ? [{ table: prices, id: price_id }] : [])),
  ...chargeRows(names),
]

const changeItems: Action<ChangeSubscription> = {
  name: 'subscriptions.change',
  rows: rowsOfChange,
  decide(work, input) {
    const { preview } = input
    const { answer, billed } = applyChange(work, input)
    if (preview && billed) assertPreview(work, preview, billed)
    return answer
  },
}

/** Changes items when the request says: at once, later, or some of them at each time. `billed` is what it bills at once. */
export function applyChange(
  work: Work,
  input: ChangeSubscription,
): { answer: Answer; billed: ChangedAtOnce | undefined } {
  const { id, items, at } = input
  let invoice: Answer | undefined
  const before = currentOf(work, id, (billed) => {
    invoice = billed ?? invoice
  })
  assertLive(before)
  assertNotPaused(before)
  assertNamedOnce(items)
  if (at !== 'now' && at !== 'auto') {
    return { answer: scheduleChange(work, before, { items, at }), billed: undefined }
  }
  const { now, later } = at === 'auto' ? autoParts(work, before, items) : { now: items, later: [] }
  const answer =
    later.length > 0 ? scheduleChange(work, before, { items: later, at: 'period_end' }) : undefined
  if (answer && now.length === 0) return { answer, billed: undefined }
  const current = work.get(subscriptions, id)
  const { answer: last, ...billed } = changeAtOnce(work, current, { ...input, items: now, invoice })
  return { answer: last, billed }
}

/** Changes items with locks on the invoices whose unused time is returned. */
export const changeWith = (service: Service, call: Call, input: ChangeSent): Promise<JsonReply> =>
  withCharges(service, call, returning(input), (names) =>
    service.write(call, changeItems, { ...input, ...names }),
  )

export const returning = ({ id, at, proration }: ChangeSent) => ({
  id,
  returns: (at === 'now' || at === 'auto') && proration !== 'none',
})

/** What a change at once bills. */
export interface ChangedAtOnce {
  after: Subscription
  invoice: Answer | undefined
  notes: Answer[]
}

/** Changes items at once: returns the open charges of the changed items, then bills the new state. */
function changeAtOnce(
  work: Work,
  before: Subscription,
  {
    items,
    proration = 'prorate',
    anchor,
    end_trial,
    preview,
    owed,
    billed,
    invoice: caughtUp,
  }: ChangeSubscription & { invoice: Answer | undefined },
): ChangedAtOnce & { answer: Answer } {
  // A binding preview was computed for its own instant.
  const at = wholeSeconds(preview?.at ?? work.now)
  const current = before.items ?? []
  const changes = items.map((sent, index) => changeOf(work, sent, current, index))
  const terms = sharedTerms(work, changedItems(current, changes))
  if (terms.currency !== before.currency) throw otherCurrency(before, terms.currency)
  const { interval, interval_count } = terms
  const resets = resetsWith(before, terms, { proration, anchor })
  if (end_trial) assertGoesOn(before)
  const returns = isBilled(before) && proration === 'prorate'
  const charges = returns ? openCharges(work, before, { at, billed, invoice: caughtUp }) : []
  const changed = changedNow(before, {
    ...{ at, items: changes, interval, interval_count, proration, resets },
    billedOf: (item) => unitsBilled(work, charges, item),
  })
  const planned = end_trial ? withoutItems(before, changes) : (before.scheduled_changes ?? [])
  const fitting = fitted(work, changed.after, planned)
  const after = dueOf({ ...changed.after, scheduled_changes: fitting.length > 0 ? fitting : null })
  const answer = changeSubscription(work, events.change_applied, before, after)
  if (end_trial) return endTrial(work, work.get(subscriptions, before.id), at)
  if (!returns) return { answer, after, invoice: undefined, notes: [] }
  const done = billChanged(work, before, { ...changed, charges, at, owed, billed })
  return { ...done, answer: { ...answer, json: presentSubscription(done.after) } }
}

/** Returns and charges what a change of a saved subscription says; `charges` are those that are open. */
export function billChanged(
  work: Work,
  before: Subscription,
  {
    from,
    returned,
    charge,
    charges,
    at,
    owed,
    billed,
  }: Pick<Changed<Subscription>, 'from' | 'returned' | 'charge'> &
    NamesCharges & { charges: readonly OpenCharge[]; at: number },
): ChangedAtOnce {
  const { id, customer_id } = before
  const gone = returned === 'all' ? undefined : new Set([...returned].map(itemIds.parse))
  const isReturned = ({ item }: OpenCharge) => gone?.has(item) ?? true
  const carried = carriedDiscounts(work, before, { charges, isReturned, at })
  const { notes, given } = returnCharges(work, before, {
    ...{ charges: charges.filter(isReturned), at, to: 'balance' },
  })
  const invoice =
    charge &&
    bill(work, work.get(subscriptions, id), charge, {
      ...{ notes: notesText(work, customer_id, notes) },
      ...(charge.resumed || charge.reason !== 'change' ? {} : { carried }),
    })
  const added = invoice ? chargesOf(work, invoiceIds.parse(invoice.object_id) as string, from) : []
  const open_charges = [...charges.filter((each) => !isReturned(each)), ...added]
  work.update(subscriptions, { ...work.get(subscriptions, id), open_charges })
  if (given > 0) payOwed(work, before, [...owed, ...billed])
  return { after: work.get(subscriptions, id), invoice, notes }
}

/** True if a new period begins with the change. Throws if it would have to, and cannot. */
function resetsWith(
  before: Subscription,
  { interval, interval_count }: Terms,
  { proration, anchor }: Pick<ChangeSent, 'proration' | 'anchor'>,
): boolean {
  const isSame = interval === before.interval && interval_count === before.interval_count
  const resets = anchor === 'reset' || !isSame
  // Before the first period, nothing is billed and no period begins.
  if (!resets || !isBilled(before)) return false
  if (anchor === 'keep') {
    throw incompatible(
      'anchor',
      'Another interval begins a new period. Leave out anchor, or send "reset"; or use at: "period_end" to change the interval with the next period.',
    )
  }
  if (proration === 'none') {
    throw incompatible(
      'proration',
      'A new period begins with this change, and is billed at once. Use proration: "prorate", or at: "period_end".',
    )
  }
  if (pricedPeriod(before) === undefined) {
    throw incompatible(
      'anchor',
      'The current period is free, and no other can begin in it. Use at: "period_end".',
    )
  }
  assertGoesOn(before)
  return true
}

/** Throws if the end of the subscription is planned, so that no new period can begin. */
export function assertGoesOn({ id, cancel_at }: Subscription): void {
  if (cancel_at === null) return
  throw incompatible(
    'anchor',
    `A new period would begin, but the subscription ends at ${timestamp(cancel_at)}. Use POST /v1/subscriptions/${subscriptionIds.ref(id)}/keep first.`,
  )
}

export const incompatible = (param: string, message: string) =>
  billingError('proration_incompatible', message, { param })

/** Binds a change to its preview: what it returns and bills, without IDs. */
export const hashOfChange = (at: number, { after, invoice, notes }: ChangedAtOnce): string =>
  digestOf({
    at,
    status: after.status,
    items: (after.items ?? []).map(({ price_id, quantity }) => ({ price_id, quantity })),
    current_period: after.current_period,
    invoice: invoice ? figuresWithoutIds(invoice) : null,
    notes: notes.map(noteWithoutIds),
  })

/** Throws `preview_outdated` unless the change bills what its preview showed. */
function assertPreview(work: Work, preview: PreviewSent, changed: ChangedAtOnce): void {
  const isSame = hashOfChange(preview.at, changed) === preview.hash
  if (isSame && isCurrent(preview, work.now, work.environment.time_zone)) return
  throw billingError(
    'preview_outdated',
    'The change would no longer be billed as its preview shows. Request a new preview, look at it, and send its at and hash.',
    { param: 'preview' },
  )
}
