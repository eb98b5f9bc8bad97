// Changes of items: at a boundary between periods, or at once, with what is returned and charged for the rest of the
// period.

import { billingError } from '../../domain/errors.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import { isBilled } from '../../domain/subscription.ts'
import { type Changed, changedNow } from '../../domain/subscription-change.ts'
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
import { events } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import {
  assertLive,
  assertNamedOnce,
  assertNotPaused,
  changeOf,
  currentOf,
  dueOf,
  fitted,
  otherCurrency,
  scheduleChange,
} from './actions.ts'
import { autoParts } from './auto.ts'
import { figuresWithoutIds, noteWithoutIds } from './figures.ts'
import { differenceOf } from './full-difference.ts'
import { wholeSeconds } from './instants.ts'
import { sharedTerms } from './items.ts'
import {
  assertAsked,
  assertGoesOn,
  assertLater,
  type ChangeSent,
  findPast,
  movedAnchor,
  resetsWith,
} from './new-period.ts'
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
  assertAsked(input)
  const past = typeof at === 'number' ? findPast(work, before, at) : undefined
  if (at === 'period_end' || (typeof at === 'number' && past === undefined)) {
    assertLater(input)
    return { answer: scheduleChange(work, before, { items, at }), billed: undefined }
  }
  const { now, later } = at === 'auto' ? autoParts(work, before, items) : { now: items, later: [] }
  const answer =
    later.length > 0 ? scheduleChange(work, before, { items: later, at: 'period_end' }) : undefined
  if (answer && now.length === 0) return { answer, billed: undefined }
  const current = work.get(subscriptions, id)
  const { answer: last, ...billed } = changeAtOnce(work, current, {
    ...input,
    ...{ items: now, invoice, past },
  })
  return { answer: last, billed }
}

/** Changes items with locks on the invoices whose unused time is returned. */
export const changeWith = (service: Service, call: Call, input: ChangeSent): Promise<JsonReply> =>
  withCharges(service, call, returning(input), (names) =>
    service.write(call, changeItems, { ...input, ...names }),
  )

export const returning = ({ id, at, proration }: ChangeSent) => ({
  id,
  // An instant can be one in the past.
  returns: at !== 'period_end' && proration !== 'none',
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
    past,
  }: ChangeSubscription & { invoice: Answer | undefined; past: number | undefined },
): ChangedAtOnce & { answer: Answer } {
  // A binding preview was computed for its own instant.
  const now = wholeSeconds(preview?.at ?? work.now)
  const at = past ?? now
  const current = before.items ?? []
  const changes = items.map((sent, index) => changeOf(work, sent, current, index))
  const terms = sharedTerms(work, changedItems(current, changes))
  if (terms.currency !== before.currency) throw otherCurrency(before, terms.currency)
  const { interval, interval_count } = terms
  const resets = resetsWith(before, terms, { proration, anchor })
  if (end_trial) assertGoesOn(before)
  const returns = isBilled(before) && proration !== 'none'
  const charges = returns ? openCharges(work, before, { at, billed, invoice: caughtUp }) : []
  const changed = changedNow(before, {
    ...{ at, items: changes, interval, interval_count, proration, resets },
    anchor: movedAnchor(work, before, { anchor, interval, at, end_trial }),
    billedOf: (item) => unitsBilled(work, charges, item),
    differenceOf: (item) => differenceOf(work, charges, item),
  })
  const planned = end_trial ? withoutItems(before, changes) : (before.scheduled_changes ?? [])
  const fitting = fitted(work, changed.after, planned)
  const after = dueOf({ ...changed.after, scheduled_changes: fitting.length > 0 ? fitting : null })
  const answer = changeSubscription(work, events.change_applied, before, after)
  if (end_trial) return endTrial(work, work.get(subscriptions, before.id), now)
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
      ...(charge.resumed ? {} : { carried }),
    })
  const added = invoice ? chargesOf(work, invoiceIds.parse(invoice.object_id) as string, from) : []
  const open_charges = [...charges.filter((each) => !isReturned(each)), ...added]
  work.update(subscriptions, { ...work.get(subscriptions, id), open_charges })
  if (given > 0) payOwed(work, before, [...owed, ...billed])
  return { after: work.get(subscriptions, id), invoice, notes }
}

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
