// Bills pending changes with the charges of an invoice, and returns the charges that they replace.

import { countedIn } from '../../domain/arrears.ts'
import { billingError } from '../../domain/errors.ts'
import { type Charge, LINES_MOST } from '../../domain/subscription.ts'
import { type Returned, settledAt } from '../../domain/subscription-change.ts'
import type { OpenCharge, WaitingChange } from '../../domain/subscription-state.ts'
import type { CreditTo } from '../../domain/unused-time.ts'
import { isPaidAhead } from '../../domain/waiting.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { payOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { itemIds } from '../subscriptions/items.ts'
import { type Subscription, subscriptions } from '../subscriptions/store.ts'
import { bill } from './bill.ts'
import { notesText } from './notes-text.ts'
import {
  carriedDiscounts,
  chargesOf,
  openCharges,
  openLine,
  type ReturnedCharge,
  returnCharges,
  unitsBilled,
  withGross,
} from './open-charges.ts'

/** The maximum number of pending states: the invoice needs room for the lines of the period as well. */
const WAITING_MOST = LINES_MOST - 50

/** Throws if more states of items would wait than an invoice has lines. */
export function assertFew(waiting: readonly WaitingChange[] | null): void {
  if ((waiting ?? []).flatMap(({ spans }) => spans).length <= WAITING_MOST) return
  throw billingError(
    'too_many_lines',
    `More than ${WAITING_MOST} changes would wait for the next invoice. Send invoice: "now" to bill them.`,
    { param: 'invoice' },
  )
}

/** Open charges that say which of them are returned with the next invoice. */
export function marked(
  charges: readonly OpenCharge[],
  waiting: readonly WaitingChange[] | null,
): OpenCharge[] {
  const ids = new Set((waiting ?? []).map(({ id }) => id))
  return charges.map(({ waits: _, ...charge }) => {
    const ref = itemIds.ref(charge.item)
    return ids.has(ref) ? { ...charge, ref, waits: true } : charge
  })
}

/** The earliest instant of a pending change. */
export function waitingSince({ waiting }: Pick<Subscription, 'waiting'>): number | undefined {
  const starts = (waiting ?? []).map(({ from }) => Date.parse(from))
  return starts.length > 0 ? Math.min(...starts) : undefined
}

/** Pending changes as they are billed and returned. */
export interface Settlement {
  lines: Charge['lines']
  returned: Returned
  charges: OpenCharge[]
  /** True if something stays paid after it. */
  isPaid: boolean
  /** From when the charges after it count. */
  from: number
}

interface Settles {
  at: number
  /** True if the subscription ends or is paused: pending changes are billed up to the instant only. */
  ends: boolean
  /** True if all unused time is returned. */
  credits?: boolean
  /** The last invoice of the steps that were due before. */
  invoice?: Answer | undefined
}

/** The pending changes as billed at an instant; undefined if no change is pending. */
export function settlementOf(
  work: Work,
  before: Subscription,
  { at, ends, credits = false, invoice }: Settles,
): Settlement | undefined {
  const since = waitingSince(before)
  if (since === undefined) return undefined
  const charges = openCharges(work, before, { at: Math.min(since, at), invoice })
  const from = countedIn(before, at)
  const until = ends ? from : undefined
  const { lines, returned: items } = settledAt(before, before.waiting ?? [], {
    until,
    billedOf: (item) => unitsBilled(work, charges, item),
  })
  const returned: Returned = credits ? { items, others: at } : { items, until }
  const left = leftOf(work, charges, { returned, from })
  return { lines, returned, charges, isPaid: left.length > 0 || isPaidAhead(before), from }
}

/** The stretches of charges that are returned. */
const returnedOf = (
  work: Work,
  charges: readonly OpenCharge[],
  { items, others, until }: Returned,
): ReturnedCharge[] =>
  charges.flatMap((charge) => {
    const at = items.get(itemIds.ref(charge.item)) ?? others
    if (at === undefined || endOf(work, charge) <= at) return []
    return [{ charge, at, until }]
  })

const endOf = (work: Work, charge: OpenCharge): number => openLine(work, charge)?.period_end ?? 0

/** The charges that are open after some are returned, from an instant on. */
function leftOf(
  work: Work,
  charges: readonly OpenCharge[],
  { returned, from }: { returned: Returned; from: number },
): OpenCharge[] {
  const gone = new Set(
    returnedOf(work, charges, returned).flatMap(({ charge, until }) =>
      until === undefined || until >= endOf(work, charge) ? charge : [],
    ),
  )
  return charges.filter((charge) => !gone.has(charge) && endOf(work, charge) > from)
}

/**
 * Returns charges of a saved subscription, and bills others in their place, if any. `charges` are those that are open,
 * `from` is when the charges after it count.
 */
export function billReturning(
  work: Work,
  before: Subscription,
  {
    returned,
    charge,
    charges,
    from,
    to = 'balance',
    paysFirst = false,
  }: Pick<Settlement, 'returned' | 'charges' | 'from'> & {
    charge: Charge | undefined
    to?: CreditTo
    /** True if new credit pays for other invoices first. */
    paysFirst?: boolean
  },
): Answer | undefined {
  const { id, customer_id } = before
  const stretches = withGross(work, before, returnedOf(work, charges, returned))
  const amounts = carriedDiscounts(work, charges, stretches)
  const { notes, given } = returnCharges(work, before, { returned: stretches, to })
  const left = leftOf(work, charges, { returned, from })
  if (given > 0 && paysFirst) payOwed(work, before)
  const until = charge?.reason === 'cycle' && !charge.resumed ? charge.scheduled_for : undefined
  const isCarried = charge?.reason !== 'cycle' || until !== undefined
  const invoice =
    charge &&
    bill(work, work.get(subscriptions, id), charge, {
      ...{ notes: notesText(work, customer_id, notes) },
      ...(isCarried && { carried: { amounts, until } }),
    })
  const added = invoice ? chargesOf(work, invoiceIds.parse(invoice.object_id) as string, from) : []
  const open_charges = marked([...left, ...added], null)
  work.update(subscriptions, { ...work.get(subscriptions, id), open_charges })
  if (given > 0 && !paysFirst) payOwed(work, before)
  return invoice
}
