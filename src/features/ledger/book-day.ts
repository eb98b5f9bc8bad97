// The day on which the books count a movement of money.

import { type CalendarDate, dateIn } from '../../domain/calendar.ts'
import { assertOpenBooks, assertPast } from '../../domain/payment.ts'
import { readProfile } from '../../domain/snapshot.ts'
import type { Work } from '../accounts/store.ts'

/** Today if it was not sent. Throws if it is in the future (400) or in closed books (409). */
export function bookDay(
  { now, environment: { time_zone, profile } }: Work,
  param: 'received_on' | 'paid_on' | 'arrived_on',
  sent: CalendarDate | undefined,
): CalendarDate {
  const today = dateIn(now, time_zone)
  const day = sent ?? today
  assertPast(param, day, today, time_zone)
  assertOpenBooks(param, day, readProfile(profile).books_closed_until)
  return day
}
