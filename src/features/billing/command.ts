// Commands on one subscription: performed, bound to a preview on request, or previewed. Each reports the documents that
// it created.

import { CREDIT_SCALE } from '../../domain/credit.ts'
import { billingError } from '../../domain/errors.ts'
import { formatDecimal, parseDecimal } from '../../domain/money.ts'
import { isCurrent, type PreviewSent } from '../../domain/preview.ts'
import { type ScheduledChange, stateBefore } from '../../domain/subscription-state.ts'
import { digestOf } from '../../platform/canonical-json.ts'
import type { Answer, NamedRow } from '../../platform/db/table.ts'
import type { Action, Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { presentSubscription } from '../subscriptions/change.ts'
import { subscriptionIds } from '../subscriptions/record.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { currentOf } from './current.ts'
import { figuresShown, figuresWithoutIds, noteShown, noteWithoutIds } from './figures.ts'
import { forecast, NEXT } from './forecast.ts'
import { wholeSeconds } from './instants.ts'
import { costsOf } from './items.ts'
import { chargeRows, type NamesCharges } from './open-charges.ts'
import { getSubscription } from './step.ts'

/** What each command is sent: the subscription, a preview to be bound to, and the invoices that it can return from. */
export interface Asked extends NamesCharges {
  id: string
  preview?: PreviewSent | undefined
}

/** The instant at which a command takes effect, and the last invoice of the steps that were due before it. */
export interface Moment {
  at: number
  invoice: Answer | undefined
}

interface Declared<I> {
  name: string
  /** Rows to lock, in addition to the subscription. */
  rows?(input: I & Asked): NamedRow[]
  /** True if it runs without the due steps when these are refused. */
  passes?(before: Subscription, input: I & Asked): boolean
  /** Changes the subscription. Returns the scheduled changes that it dropped. */
  perform(
    work: Work,
    before: Subscription,
    input: I & Asked,
    moment: Moment,
    // biome-ignore lint/suspicious/noConfusingVoidType: most commands drop nothing.
  ): readonly ScheduledChange[] | void
}

export interface Command<I> {
  act: Action<I & Asked>
  /** Always a dry run: the amounts that `act` would bill and return. */
  preview: Action<I & Asked>
}

export function commandOf<I = unknown>(declared: Declared<I>): Command<I> {
  const { name } = declared
  const rows = (input: I & Asked) => [
    { table: subscriptions, id: input.id },
    ...chargeRows(input),
    ...(declared.rows?.(input) ?? []),
  ]
  return {
    act: {
      name,
      rows,
      decide(work, input) {
        const since = getSubscription(work, input.id).updated_at
        const dropped = performed(work, declared, input) ?? []
        const after = getSubscription(work, input.id)
        const made = madeBy(work)
        const { preview } = input
        if (preview && hashOf(work, after, { at: preview.at, since, made }) !== preview.hash) {
          throw outdated()
        }
        const refs = (answers: readonly Answer[]) => answers.map(({ object_id }) => object_id)
        return {
          json: presentSubscription(after),
          object_id: subscriptionIds.ref(input.id),
          also: JSON.stringify({
            invoice_ids: refs(made.invoices),
            credit_note_ids: refs(made.notes),
            dropped_changes: dropped,
          }),
        }
      },
    },
    preview: {
      name: `${name}_preview`,
      rows,
      decide(work, input) {
        const at = work.now
        const before = getSubscription(work, input.id)
        performed(work, declared, { ...input, preview: { at, hash: '' } })
        const json = JSON.stringify(shownOf(work, getSubscription(work, input.id), { at, before }))
        return { json, object_id: '' }
      },
    },
  }
}

/** Performs a command after all due steps, at the instant of its preview if it has one. */
function performed<I>(
  work: Work,
  { passes, perform }: Declared<I>,
  input: I & Asked,
): ReturnType<Declared<I>['perform']> {
  const { id, preview } = input
  // Before anything else, as nothing can be computed for any other instant.
  if (preview && !isCurrent(preview, work.now, work.environment.time_zone)) throw outdated()
  let invoice: Answer | undefined
  const found = getSubscription(work, id)
  const before = passes?.(found, input)
    ? found
    : currentOf(work, id, (billed) => {
        invoice = billed ?? invoice
      })
  const at = wholeSeconds(preview?.at ?? work.now)
  if (preview && Date.parse(before.current_period?.start ?? '') > at) throw outdated()
  return perform(work, before, input, { at, invoice })
}

const outdated = () =>
  billingError(
    'preview_outdated',
    'The subscription would no longer be billed as its preview shows. Look at the new preview, and send its at and hash.',
    { param: 'preview' },
  )

/** The documents that a command has made so far, oldest first. */
interface Made {
  invoices: Answer[]
  notes: Answer[]
}

function madeBy(work: Work): Made {
  const of = (wanted: string) =>
    work.events
      .filter(({ type }) => type === wanted)
      .map(({ object: json, object_id }) => ({ json, object_id }))
  return { invoices: of('invoice.finalized'), notes: of('credit_note.issued') }
}

/** Binds a command to its preview: the version before it, the state after it, and all figures, without IDs. */
function hashOf(
  work: Work,
  row: Subscription,
  { at, since, made }: { at: number; since: number; made: Made },
): string {
  const { status, items, interval, interval_count, anchor, current_period, pause, waiting } = row
  const { trial_end, cancel_at, scheduled_changes, due_at, next_invoice_at } = row
  const priced = (each: { price_id?: string; quantity?: number; remove?: true }) => {
    const { price_id, quantity, remove } = each
    return { price_id, quantity, remove }
  }
  return digestOf({
    ...{ at, since, balance: balanceOf(work, row) },
    ...{ status, interval, interval_count, anchor, current_period, pause },
    ...{ trial_end, cancel_at, due_at, next_invoice_at },
    items: (items ?? []).map(priced),
    waiting: (waiting ?? []).map(({ id: _, ...change }) => change),
    changes: (scheduled_changes ?? []).map(({ at, items }) => ({ at, items: items.map(priced) })),
    invoices: made.invoices.map(figuresWithoutIds),
    notes: made.notes.map(noteWithoutIds),
  })
}

/** The credit of the customer, as clients see it. */
function balanceOf(work: Work, { customer_id, currency }: Subscription): string {
  const balance = work.get(customers, customer_id).balances[currency] ?? '0'
  return formatDecimal(parseDecimal(balance, CREDIT_SCALE), CREDIT_SCALE)
}

/** A preview as clients see it. Its forecast moves the clock of the dry run, so nothing can follow it. */
function shownOf(
  work: Work,
  row: Subscription,
  { at, before }: { at: number; before: Subscription },
): unknown {
  const made = madeBy(work)
  const invoices = made.invoices.map(figuresShown)
  const { status, current_period, next_invoice_at } = row
  return {
    object: 'subscription_change_preview',
    at: new Date(at).toISOString(),
    hash: hashOf(work, row, { at, since: before.updated_at, made }),
    ...{ status, current_period },
    next_invoice_at: next_invoice_at === null ? null : new Date(next_invoice_at).toISOString(),
    items_before: costsOf(work, before),
    items_after: costsOf(work, stateBefore(row, Number.POSITIVE_INFINITY)),
    invoices,
    credit_notes: made.notes.map(noteShown),
    amount_due: invoices.reduce((sum, { amount_due }) => sum + Number(amount_due), 0),
    balance_after: balanceOf(work, row),
    next: forecast(work, row, NEXT),
  }
}
