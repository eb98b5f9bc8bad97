// The actions on a test clock: advance it step by step to its end, or reset its environment.

import { billingError } from '../../domain/errors.ts'
import { assertCanAdvance, type ClockStatus } from '../../domain/test-clock.ts'
import type { Action, Work } from '../accounts/store.ts'
import { clockJson } from './schemas.ts'
import { CLOCK_ID, type ClockRow, testClocks } from './store.ts'

const OBJECT_ID = 'test_clock'
const rows = () => [{ table: testClocks, id: CLOCK_ID }]

/** Another process drives this clock now, or it was reset: the caller has to stop. */
export class LeaseLost extends Error {}

/** 403: the clock of a live environment is wall time. */
export function testEnvironmentOnly() {
  return billingError(
    'test_environment_only',
    'This key belongs to a live environment, which runs on real time. Use a test key.',
  )
}

function getClock(work: Work): ClockRow {
  const clock = work.find(testClocks, CLOCK_ID)
  if (!clock) throw testEnvironmentOnly()
  return clock
}

const wallOf = (work: Work) => work.now - work.environment.clock_ahead_ms

function answerOf(clock: ClockRow, now: number) {
  return { json: clockJson(clock, now), object_id: OBJECT_ID }
}

export const startAdvance: Action<{ to: number; requested_by: string }> = {
  name: 'test_clock.start_advance',
  rows,
  decide(work, { to, requested_by }) {
    const clock = getClock(work)
    assertCanAdvance(clock, work.now, to)
    const started: ClockRow = {
      ...clock,
      status: 'advancing',
      from_at: work.now,
      target_at: to,
      events_after: work.environment.counters.event_sequence,
      started_at: wallOf(work),
      finished_at: null,
      requested_by,
      lease_token: null,
      lease_until: null,
    }
    work.update(testClocks, started)
    return answerOf(started, work.now)
  },
}

export interface Step {
  token: string
  /** The instant of business time to advance to. */
  to: number
  /** Wall time until which the lease is held. */
  lease_until: number
}

/** The clock, if this lease on it is still valid. */
function getLeased(work: Work, token: string, status: ClockStatus): ClockRow {
  const clock = getClock(work)
  if (clock.status === status && clock.lease_token === token) return clock
  throw new LeaseLost('Another process drives this clock.')
}

/** The offset of the clock from wall time once it is at an instant; never decreases. */
function aheadAt(work: Work, instant: number): number {
  return Math.max(work.environment.clock_ahead_ms, instant - wallOf(work))
}

/** Advances to the next instant at which something is due. */
export const stepClock: Action<Step> = {
  name: 'test_clock.step',
  rows,
  decide(work, { token, to, lease_until }) {
    const clock = getLeased(work, token, 'advancing')
    const clock_ahead_ms = aheadAt(work, to)
    work.update(testClocks, { ...clock, clock_ahead_ms, lease_until })
    work.alter({ clock_ahead_ms })
    return { json: JSON.stringify({ clock_ahead_ms }), object_id: OBJECT_ID }
  },
}

/** Nothing more is due before the end of the advance: the clock goes to its end. */
export const finishAdvance: Action<{ token: string }> = {
  name: 'test_clock.finish_advance',
  rows,
  decide(work, { token }) {
    const clock = getLeased(work, token, 'advancing')
    const clock_ahead_ms = aheadAt(work, clock.target_at ?? work.now)
    const finished: ClockRow = {
      ...clock,
      status: 'ready',
      finished_at: wallOf(work),
      lease_token: null,
      lease_until: null,
    }
    work.update(testClocks, { ...finished, clock_ahead_ms })
    // Later commands of the same batch use the new time.
    work.alter({ clock_ahead_ms })
    return answerOf(finished, wallOf(work) + clock_ahead_ms)
  },
}

/** Closes the environment; the clock driver then erases it. Ends an advance that is running. */
export const startReset: Action<{ requested_by: string }> = {
  name: 'test_clock.start_reset',
  rows,
  decide(work, { requested_by }) {
    const started: ClockRow = {
      ...getClock(work),
      status: 'resetting',
      from_at: null,
      target_at: null,
      events_after: null,
      started_at: wallOf(work),
      finished_at: null,
      requested_by,
      rows_expected: rowsOf(work.environment.counters),
      rows_erased: 0,
      lease_token: null,
      lease_until: null,
    }
    work.update(testClocks, started)
    return answerOf(started, work.now)
  },
}

/** The approximate number of rows of an environment, by its counters. */
function rowsOf(counters: Work['environment']['counters']): number {
  const counted = Object.entries(counters).filter(
    ([name]) => name === 'event_sequence' || name.endsWith('_count'),
  )
  return counted.reduce((sum, [, count]) => sum + count, 0)
}
