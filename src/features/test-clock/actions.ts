// What can be done with the clock of a test environment: send it on its way, step by step, to its end,
// or have the environment erased.

import { billingError } from '../../domain/errors.ts'
import { assertCanAdvance, type ClockStatus } from '../../domain/test-clock.ts'
import type { Action, Work } from '../accounts/store.ts'
import { clockJson } from './schemas.ts'
import { CLOCK_ID, type ClockRow, testClocks } from './store.ts'

const OBJECT_ID = 'test_clock'
const rows = () => [{ table: testClocks, id: CLOCK_ID }]

/** Somebody else drives this clock now, or it was reset: whoever hears this stops. */
export class LeaseLost extends Error {}

/** 403: the clock of a live environment is the one on the wall. */
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
  /** The instant of business time to go to. */
  to: number
  /** Wall time until which the lease is kept. */
  lease_until: number
}

/** The clock of whoever holds this lease on it. */
function getLeased(work: Work, token: string, status: ClockStatus): ClockRow {
  const clock = getClock(work)
  if (clock.status === status && clock.lease_token === token) return clock
  throw new LeaseLost('Somebody else drives this clock.')
}

/** How far ahead of the wall the clock is once it stands at an instant; it never goes back. */
function aheadAt(work: Work, instant: number): number {
  return Math.max(work.environment.clock_ahead_ms, instant - wallOf(work))
}

/** Goes to the next instant at which something is due. */
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

/** Nothing more is due on the way: the clock goes to its end. */
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
    // Who is decided behind it in the same batch is dated by the time from now on.
    work.alter({ clock_ahead_ms })
    return answerOf(finished, wallOf(work) + clock_ahead_ms)
  },
}

/** Closes the environment; who drives clocks then erases it. It ends an advance that is under way. */
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

/** About how many rows an environment has, by its counters. */
function rowsOf(counters: Work['environment']['counters']): number {
  const counted = Object.entries(counters).filter(
    ([name]) => name === 'event_sequence' || name.endsWith('_count'),
  )
  return counted.reduce((sum, [, count]) => sum + count, 0)
}
