// Computes the dates of an invoice anew: when it is due and overdue, and when to remind of it. By the
// calendar of the runtime, which shows what a clock in a zone shows, and by no code of the engine.

import type { Story } from './actions-story.ts'
import type { Differ } from './checks.ts'
import type { Terms } from './store-feed.ts'
import type { BooksInvoice } from './store-invoices.ts'

/** What dates follow from. */
export interface Times {
  /** Oldest first; the first holds from the beginning. */
  terms: readonly Terms[]
  /** The instant of the latest event. */
  latest: string
}

const DAY_MS = 86_400_000
/** No date is later, nor any instant. */
const LAST_DAY = '9999-12-31'
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'
const REMINDED_AT = '09:00'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What calendar and clock on a wall in the zone show: `2026-11-20 09:00`. */
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

/** The civil day of an instant; of a zone that there is not, none. */
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
  finalized: Story['finalized'],
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

/** What held just before an event. */
function termsAt({ terms }: Times, sequence: number): Terms | undefined {
  return terms.findLast((told) => told.sequence < sequence) ?? terms[0]
}

/** What held then, and all that was changed to afterwards. */
function termsSince(times: Times, sequence: number): Terms[] {
  const then = termsAt(times, sequence)
  return [...(then ? [then] : []), ...times.terms.filter((told) => told.sequence > sequence)]
}

/** From `overdue_at` on, and not before, the calendar of the seller shows a later day than the due date. */
function checkOverdue(
  { overdue_at, due_date, status }: BooksInvoice,
  zone: string,
  differ: Differ,
) {
  if (overdue_at === null || (status !== 'posted' && status !== 'overdue')) return
  const at = Date.parse(overdue_at)
  const before = shown(at - 1, zone).day
  const after = shown(at, zone).day
  // A clock may show the year 10000, which no text of four digits is later than.
  const isOver = after.length > due_date.length || after > due_date
  if (before <= due_date && (isOver || overdue_at === LAST_INSTANT)) return
  differ(`overdue_at is ${overdue_at}, but ${due_date} does not end then in ${zone}`)
}

/** A due date that nobody named follows from the day of issue and the terms of that time. */
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
    `due_date_set says that nobody named ${due_date}, but ${day} and ${terms.payment_terms_days} days do not make it`,
  )
}

/** That of a draft follows from some day since it was made, and the terms of some time. */
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
  if (!fits) differ(`due_date_set says that nobody named ${due_date}, but no terms of ours make it`)
}

/** A reminder is planned for nine in the morning of a day that the settings named since it was issued. */
function checkReminder(
  invoice: BooksInvoice,
  zone: string,
  { terms, latest }: Times,
  differ: Differ,
): void {
  const { reminder_at, due_date, status, finalized_at } = invoice
  if (status !== 'posted' && status !== 'overdue') return
  const due = dayNumber(due_date)
  const days = new Set(terms.flatMap(({ reminder_days }) => reminder_days))
  if (reminder_at !== null) {
    const { day, time } = shown(Date.parse(reminder_at), zone)
    const away = dayNumber(day) - due
    const onTime = time === REMINDED_AT && Date.parse(reminder_at) % 60_000 === 0
    if (!days.has(away) || !onTime || reminder_at <= (finalized_at ?? '')) {
      differ(
        `reminder_at is ${reminder_at}, ${away} days from the due date at ${time}, as nobody set`,
      )
    }
  }
  // One that nobody could be sent has passed without an event.
  if (invoice.snapshot?.customer?.email === '') return
  if (new Set(terms.map(({ reminder_days }) => reminder_days.join())).size > 1) return
  // The days were the same all along, so the next one is the first that is still to come.
  const today = shown(Date.parse(latest), zone)
  const now = dayNumber(today.day) - due + (today.time >= REMINDED_AT ? 0.5 : -0.5)
  // Of a day that no calendar has nobody is reminded.
  const next = [...days]
    .sort((a, b) => a - b)
    .find((day) => day > now && due + day <= dayNumber(LAST_DAY))
  const planned =
    reminder_at === null ? undefined : dayNumber(shown(Date.parse(reminder_at), zone).day) - due
  if (planned === next || (planned !== undefined && planned <= now)) return
  differ(
    `reminder_at is ${reminder_at ?? 'not set'}, but the next is ${next ?? 'no'} days from the due date`,
  )
}
