// Recomputes the dates of an invoice: when it is due and overdue, and when to send reminders. Uses the time zone data
// of the runtime, and shares no code with the engine.

import type { Differ } from './checks.ts'
import { closedOf } from './history.ts'
import type { Replay } from './replay.ts'
import type { Terms } from './store-feed.ts'
import type { BooksInvoice } from './store-invoices.ts'

/** The settings and events that the dates depend on. */
export interface Times {
  /** Oldest first; the first applies from the beginning. */
  terms: readonly Terms[]
  /** The instant of the latest event. */
  latest: string
}

const DAY_MS = 86_400_000
/** The latest possible date and instant. */
const LAST_DAY = '9999-12-31'
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'
const REMINDED_AT = '09:00'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Date and time that a clock in the zone shows: `2026-11-20 09:00`. */
function shown(instantMs: number, timeZone: string): { day: string; time: string } {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(
    clock.formatToParts(instantMs).map((part) => [part.type, part.value]),
  )
  const { year = '', month, day, hour, minute } = parts
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** The civil day of an instant; empty if the time zone does not exist. */
export function dayIn(instantMs: number, timeZone: unknown): string {
  try {
    return shown(instantMs, String(timeZone)).day
  } catch {
    return ''
  }
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

export function checkDates(
  invoice: BooksInvoice,
  times: Times,
  finalized: Replay['finalized'],
  differ: Differ,
): void {
  const zone = invoice.snapshot?.seller?.time_zone
  try {
    if (invoice.finalized_at === null) checkDraftDue(invoice, times, differ)
    else if (typeof zone === 'string') {
      checkOverdue(invoice, zone, differ)
      if (finalized === undefined) return
      const { sequence } = finalized
      checkDue(invoice, zone, termsAt(times, sequence), differ)
      checkReminder(invoice, zone, { ...times, terms: termsSince(times, sequence) }, differ)
    }
  } catch (error) {
    differ(`its dates cannot be computed: ${(error as Error).message}`)
  }
}

/** The terms that applied just before an event. */
function termsAt({ terms }: Times, sequence: number): Terms | undefined {
  return terms.findLast((each) => each.sequence < sequence) ?? terms[0]
}

/** The terms that applied then, and all later ones. */
function termsSince(times: Times, sequence: number): Terms[] {
  const then = termsAt(times, sequence)
  return [...(then ? [then] : []), ...times.terms.filter((each) => each.sequence > sequence)]
}

/** From `overdue_at` on, and not before, the seller's calendar shows a day after the due date. */
function checkOverdue(
  { overdue_at, due_date, status }: BooksInvoice,
  zone: string,
  differ: Differ,
) {
  if (overdue_at === null || (status !== 'posted' && status !== 'overdue')) return
  const at = Date.parse(overdue_at)
  const before = shown(at - 1, zone).day
  const after = shown(at, zone).day
  // A clock can show the year 10000, which compares as less than any four-digit year.
  const isOver = after.length > due_date.length || after > due_date
  if (before <= due_date && (isOver || overdue_at === LAST_INSTANT)) return
  differ(`overdue_at is ${overdue_at}, but ${due_date} does not end at that time in ${zone}`)
}

/** A due date that the client did not set follows from the day of finalizing and the terms at that time. */
function checkDue(
  { due_date_set, due_date, finalized_at }: BooksInvoice,
  zone: string,
  terms: Terms | undefined,
  differ: Differ,
): void {
  if (due_date_set || !terms || finalized_at === null) return
  const { day } = shown(Date.parse(finalized_at), zone)
  const days = dayNumber(due_date) - dayNumber(day)
  if (days === terms.payment_terms_days) return
  differ(
    `due_date_set is false, but ${due_date} is not ${day} plus ${terms.payment_terms_days} days`,
  )
}

/** The due date of a draft follows from some day since its creation, and some terms since then. */
function checkDraftDue(invoice: BooksInvoice, { terms, latest }: Times, differ: Differ): void {
  const { due_date_set, due_date, created_at } = invoice
  if (due_date_set) return
  const due = dayNumber(due_date)
  const fits = terms.some(({ time_zone, payment_terms_days }) => {
    const counted = due - payment_terms_days
    return (
      counted >= dayNumber(shown(Date.parse(created_at), time_zone).day) &&
      counted <= dayNumber(shown(Date.parse(latest), time_zone).day)
    )
  })
  if (!fits) differ(`due_date_set is false, but no payment terms give ${due_date}`)
}

/** A reminder is planned for nine in the morning of a day that the settings have named since the invoice was finalized. */
function checkReminder(
  invoice: BooksInvoice,
  zone: string,
  { terms, latest }: Times,
  differ: Differ,
): void {
  const { reminder_at, due_date, status, finalized_at } = invoice
  if (status !== 'posted' && status !== 'overdue') return
  const remaining = BigInt(invoice.amount_due) - closedOf(invoice)
  if (BigInt(invoice.amount_written_off) === remaining) {
    if (reminder_at !== null)
      differ(`reminder_at is ${reminder_at}, but the whole balance is written off`)
    return
  }
  const due = dayNumber(due_date)
  const days = new Set(terms.flatMap(({ reminder_days }) => reminder_days))
  if (reminder_at !== null) {
    const { day, time } = shown(Date.parse(reminder_at), zone)
    const away = dayNumber(day) - due
    const onTime = time === REMINDED_AT && Date.parse(reminder_at) % 60_000 === 0
    if (!days.has(away) || !onTime || reminder_at <= (finalized_at ?? '')) {
      differ(
        `reminder_at is ${reminder_at}, ${away} days from the due date at ${time}, which no settings had`,
      )
    }
  }
  // Reminders without a recipient are skipped without an event.
  if (invoice.snapshot?.customer?.email === '') return
  if (new Set(terms.map(({ reminder_days }) => reminder_days.join())).size > 1) return
  // The reminder days never changed, so the next reminder is the first in the future.
  const today = shown(Date.parse(latest), zone)
  const now = dayNumber(today.day) - due + (today.time >= REMINDED_AT ? 0.5 : -0.5)
  // Days beyond the last supported date get no reminder.
  const next = [...days]
    .sort((a, b) => a - b)
    .find((day) => day > now && due + day <= dayNumber(LAST_DAY))
  const planned =
    reminder_at === null ? undefined : dayNumber(shown(Date.parse(reminder_at), zone).day) - due
  if (planned === next || (planned !== undefined && planned <= now)) return
  differ(
    `reminder_at is ${reminder_at ?? 'not set'}, but the next reminder is ${next ?? 'no'} days from the due date`,
  )
}
