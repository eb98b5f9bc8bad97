// The clock of a test environment: its rules and its progress.

import { timestamp } from './calendar.ts'
import { billingError, validationError } from './errors.ts'

export const CLOCK_STATUSES = ['ready', 'advancing', 'resetting'] as const
export type ClockStatus = (typeof CLOCK_STATUSES)[number]

/** Instants in milliseconds of business time, except `started_at` and `finished_at`. */
export interface TestClock {
  status: ClockStatus
  /** Where the latest advance began and ends. */
  from_at: number | null
  target_at: number | null
  /** The sequence number of the last event before it. */
  events_after: number | null
  started_at: number | null
  finished_at: number | null
  /** The ID of the key that requested it. */
  requested_by: string | null
  rows_expected: number
  rows_erased: number
}

/** The latest time of a clock: due dates and reminders after it still have to fit the calendar. */
const CLOCK_END = Date.parse('9000-01-01T00:00:00.000Z')

/** Formats any requested instant, even outside our calendar. */
const spelled = (instantMs: number): string => new Date(instantMs).toISOString()

/** Throws if an advance is not forward, is too far, or if another one is running. */
export function assertCanAdvance(clock: TestClock, now: number, to: number): void {
  const sent = spelled(to)
  if (to <= now) {
    throw validationError('to', { kind: 'clock_goes_back', sent, now: timestamp(now) })
  }
  if (to > CLOCK_END) {
    throw validationError('to', { kind: 'clock_end', sent, max: timestamp(CLOCK_END) })
  }
  if (clock.status === 'advancing') {
    throw billingError(
      'clock_advancing',
      `The clock is advancing to ${timestamp(clock.target_at ?? to)}. Wait until GET /v1/test_clock shows the status ready.`,
    )
  }
}

/** The progress of an advance or a reset, 0 to 100; 100 only when it has ended. */
export function percentDone(clock: TestClock, now: number): number {
  if (clock.status === 'ready') return 100
  const [done, whole] =
    clock.status === 'resetting'
      ? [clock.rows_erased, clock.rows_expected]
      : [now - (clock.from_at ?? now), (clock.target_at ?? now) - (clock.from_at ?? now)]
  if (whole <= 0) return 0
  return Math.min(99, Math.max(0, Math.trunc((done * 100) / whole)))
}
