// The API routes of test clocks.

import { setTimeout } from 'node:timers/promises'
import { type Route, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Service } from '../service.ts'
import { startAdvance, startReset, testEnvironmentOnly } from './actions.ts'
import { Clock, ClockAdvance, ClockQuery, clockJson } from './schemas.ts'
import { findClock } from './store.ts'

const tag = 'Test clock'
const LOOK_MS_LEAST = 10
const LOOK_MS_MOST = 500

const retrieveRoute = route({
  method: 'GET',
  path: '/test_clock',
  operation: 'retrieveTestClock',
  summary: 'Retrieve the test clock',
  description:
    'The current test time, and the progress of an advance. With `wait`, the response waits until the clock is ready.',
  tag,
  permission: 'test_clock:read',
  query: ClockQuery,
  response: Clock,
  errors: ['test_environment_only'],
  example: { summary: 'Wait until it is ready', query: { wait: '30' } },
  async handle({ scope, query }, service: Service) {
    return { json: await readClock(service, scope, query.wait ?? 0), etag: true }
  },
})

/** Reads the clock repeatedly until it is ready or the time is up. */
async function readClock(parts: Service, scope: Scope, seconds: number): Promise<string> {
  const { pool, stopping, wallNow, ticksNow } = parts
  const untilMs = ticksNow() + seconds * 1_000
  for (let lookMs = LOOK_MS_LEAST; ; lookMs = Math.min(lookMs * 2, LOOK_MS_MOST)) {
    const clock = await findClock(pool, scope.environment_id)
    if (!clock) throw testEnvironmentOnly()
    const leftMs = untilMs - ticksNow()
    const isOver = leftMs <= 0 || stopping.aborted || !(await parts.isLive(scope))
    if (clock.status === 'ready' || isOver) {
      return clockJson(clock, wallNow() + clock.clock_ahead_ms)
    }
    const signal = stopping
    await parts.waits.hold(scope.environment_id, () =>
      setTimeout(Math.min(lookMs, leftMs), undefined, { signal }).catch(() => undefined),
    )
  }
}

const advanceRoute = route({
  method: 'POST',
  path: '/test_clock/advance',
  operation: 'advanceTestClock',
  summary: 'Advance the test clock',
  description:
    'Processes everything that falls due until then, in order and dated when it was due. Returns immediately; retrieve the clock with `wait` to wait for the end.',
  tag,
  permission: 'test_clock:write',
  body: ClockAdvance,
  response: Clock,
  errors: ['test_environment_only', 'clock_advancing'],
  example: { summary: 'To the end of the century', body: { to: '2100-01-01T00:00:00.000Z' } },
  async handle(call, service: Service) {
    const { environment_id, key_id, mode } = call.scope
    if (mode !== 'test') throw testEnvironmentOnly()
    const to = Date.parse(call.body.to)
    const reply = await service.write(call, startAdvance, { to, requested_by: key_id })
    service.clock.wake(environment_id)
    return reply
  },
})

const resetRoute = route({
  method: 'POST',
  path: '/test_clock/reset',
  operation: 'resetTestClock',
  summary: 'Delete all test data',
  description:
    'Deletes everything in the test environment except settings, keys and webhook endpoints, and resets its clock. Writes are refused until it is done.',
  tag,
  permission: 'test_clock:write',
  response: Clock,
  errors: ['test_environment_only'],
  async handle(call, service: Service) {
    const { environment_id, key_id, mode } = call.scope
    if (mode !== 'test') throw testEnvironmentOnly()
    const reply = await service.write(call, startReset, { requested_by: key_id })
    service.clock.wake(environment_id)
    return reply
  },
})

export const testClockRoutes: Route<Service>[] = [retrieveRoute, advanceRoute, resetRoute]
