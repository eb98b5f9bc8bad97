// Test clock schemas.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { CLOCK_STATUSES, percentDone, type TestClock } from '../../domain/test-clock.ts'
import { Body, OneOf, Timestamp } from '../../platform/http/shapes.ts'

const Instant = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

export const Clock = Type.Object(
  {
    object: Type.Literal('test_clock'),
    status: OneOf(CLOCK_STATUSES, '`ready`, `advancing` or `resetting`.'),
    now: { ...Timestamp, description: 'Current time of the environment.' } as typeof Timestamp,
    from: Instant('Start of the latest advance; null before the first.'),
    to: Instant('End of the latest advance.'),
    percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percentage of the advance or reset that is done; 100 when the clock is ready.',
    }),
    events_after: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Sequence of the last event before the latest advance. Pass it as `after` to list the events since then.',
    }),
    started_at: Instant('When the advance was requested, in real time.'),
    finished_at: Instant('When the advance was finished, in real time.'),
    requested_by: Type.Union([Type.String(), Type.Null()], {
      description: 'ID of the key that requested it.',
    }),
  },
  { additionalProperties: false },
)

export const ClockAdvance = Body({
  to: Type.String({
    format: 'date-time',
    description: 'The time to advance to: later than `now`, and not after the year 8999.',
    examples: ['2027-01-01T00:00:00.000Z'],
  }),
})
export type ClockAdvance = Static<typeof ClockAdvance>

export const ClockQuery = Body({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Wait up to this many seconds for the clock to be ready.',
    }),
  ),
})

const instant = (ms: number | null) => (ms === null ? null : timestamp(ms))

/** The JSON text of a clock; `now` is the business time of its environment. */
export function clockJson(clock: TestClock, now: number): string {
  return JSON.stringify({
    object: 'test_clock',
    status: clock.status,
    now: timestamp(now),
    from: instant(clock.from_at),
    to: instant(clock.target_at),
    percent: percentDone(clock, now),
    events_after: clock.events_after,
    started_at: instant(clock.started_at),
    finished_at: instant(clock.finished_at),
    requested_by: clock.requested_by,
  })
}
