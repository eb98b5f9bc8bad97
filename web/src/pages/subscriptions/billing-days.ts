// The days on which periods can begin, as choices of a form.
import { type IntervalUnit, isByMonth, WEEKDAYS } from '../../../../src/domain/recurrence.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** Days of the month or weekdays, by the interval of the prices. */
export function useBillingDays(interval: IntervalUnit): { value: string; label: string }[] {
  const m = useMessages(messages)
  const { locale } = useFormat()
  if (!isByMonth(interval)) {
    return WEEKDAYS.map((value, index) => ({ value, label: weekdayIn(locale, index) }))
  }
  const days = Array.from({ length: 28 }, (_, index) => String(index + 1))
  return [
    ...days.map((value) => ({ value, label: m.dayOfMonth(value) })),
    { value: 'last', label: m.lastDay },
  ]
}

/** The anchor of a chosen day. */
export const anchorOf = (day: string) =>
  (WEEKDAYS as readonly string[]).includes(day)
    ? { day_of_week: day }
    : { day_of_month: day === 'last' ? day : Number(day) }

/** The name of a weekday: 0 for Monday. */
const weekdayIn = (locale: string, index: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  )
