// Drives running clocks: advances to the next instant at which something is due, does it, and repeats. Also runs
// resets.

import type { Lane } from '../../platform/db/lane.ts'
import { fault } from '../../platform/faults.ts'
import type { DueWork } from '../../platform/sweeps/due.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Action, BillingEnvironment } from '../accounts/store.ts'
import type { Background } from '../background.ts'
import { lookAhead } from '../due-rows.ts'
import { finishAdvance, LeaseLost, stepClock } from './actions.ts'
import { type ClockState, findIdleClocks, leaseClock, releaseLease, renewLease } from './store.ts'
import { type EraseParts, erase } from './sweeps-erase.ts'

/** Much longer than a step: a process that still holds a lease then is dead, or stops on its own. */
const LEASE_MS = 10_000
const LOOK_MS = 1_000

export interface ClockParts extends EraseParts {
  lane: Lane<BillingEnvironment>
  /** All kinds of work that become due in business time. */
  works: readonly DueWork[]
  /** Called for a failure; the clock continues, or is retried. */
  onFailure(error: Error): void
}

export interface ClockBackground extends Background {
  /** Drives clocks; the API wakes it. */
  driver: ClockSweep
}

export interface ClockSweep extends Sweep {
  /** Starts at once with an environment whose clock was just started. */
  wake(environmentId: number): void
  /** Resolves when this process drives no clocks; other processes, or this one after a restart, continue. */
  settle(): Promise<void>
}

export function clockSweep(parts: ClockParts): ClockSweep {
  const driving = new Map<number, Promise<void>>()
  const wanted = new Set<number>()
  const stopping = new AbortController()
  const wake = (environmentId: number): void => {
    if (stopping.signal.aborted) return
    if (driving.has(environmentId)) {
      wanted.add(environmentId)
      return
    }
    const drive = driveClock(parts, environmentId, stopping.signal)
      .catch(parts.onFailure)
      .finally(() => {
        driving.delete(environmentId)
        if (wanted.delete(environmentId)) wake(environmentId)
      })
    driving.set(environmentId, drive)
  }
  return {
    name: 'test_clock.drive',
    everyMs: LOOK_MS,
    async run() {
      const idle = await findIdleClocks(parts.pool, parts.wallNow())
      for (const environmentId of idle) wake(environmentId)
      return { done: idle.length, lagMs: 0, more: false }
    },
    wake,
    async settle() {
      stopping.abort()
      await Promise.all(driving.values())
    },
  }
}

/** One process driving one clock. */
interface Drive extends ClockParts {
  environmentId: number
  token: string
  signal: AbortSignal
}

async function driveClock(
  parts: ClockParts,
  environmentId: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool, wallNow } = parts
  const token = crypto.randomUUID()
  const wallMs = wallNow()
  const lease = { token, wallMs, untilMs: wallMs + LEASE_MS }
  const clock = await leaseClock(pool, environmentId, lease)
  if (!clock) return
  fault('clock.leased')
  try {
    if (clock.status === 'resetting') {
      await erase(parts, { environmentId, token, leaseMs: LEASE_MS }, signal)
    } else {
      await advance({ ...parts, environmentId, token, signal }, clock)
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  } finally {
    // If even this fails, the lease expires.
    await releaseLease(pool, environmentId, token).catch(() => undefined)
  }
}

/** Processes everything due until the end of the advance, in order. */
async function advance(drive: Drive, clock: ClockState): Promise<void> {
  const { token, signal, wallNow } = drive
  const until = clock.target_at ?? 0
  let aheadMs = clock.clock_ahead_ms
  while (!signal.aborted) {
    // First does work that is already due, for example after a process died.
    const next = await doWhatIsDue(drive, { now: wallNow() + aheadMs, until })
    fault('clock.done')
    if (signal.aborted) return
    if (next === undefined) {
      await submit(drive, finishAdvance, { token })
      return
    }
    const { answer } = await submit(drive, stepClock, {
      token,
      to: next,
      lease_until: wallNow() + LEASE_MS,
    })
    aheadMs = (JSON.parse(answer.json) as { clock_ahead_ms: number }).clock_ahead_ms
    fault('clock.stepped')
  }
}

function submit<I>({ lane, environmentId }: Drive, action: Action<I>, input: I) {
  return lane.submit({
    action,
    environment_id: environmentId,
    input,
    ifMatch: undefined,
    claim: undefined,
    background: true,
  })
}

/**
 * Does what is due by an instant, including what this makes due, and returns when the next row falls due. Rows that fall
 * due while it works, since the clock keeps ticking, are those next rows.
 */
async function doWhatIsDue(
  drive: Drive,
  range: { now: number; until: number },
): Promise<number | undefined> {
  const { pool, environmentId, works, signal } = drive
  // What is due although it has just run has failed: it is left to the sweep.
  const failed = new Set<DueWork>()
  for (let last: DueWork | undefined; ; ) {
    const { due, next } = await lookAhead(pool, works, environmentId, range)
    if (last && due.includes(last)) failed.add(last)
    last = due.find((work) => !failed.has(work))
    if (!last || signal.aborted) return next
    await run(drive, last)
  }
}

/** Runs one kind of work in rounds until it has no more. */
async function run(drive: Drive, work: DueWork): Promise<void> {
  const { environmentId, onFailure, signal } = drive
  for (let more = true; more && !signal.aborted; ) {
    const result = await work.run(environmentId)
    if (result.failed !== undefined) onFailure(passOver(result.failed))
    more = result.more
    if (more) await keepLease(drive)
  }
}

async function keepLease({ pool, environmentId, token, wallNow }: Drive): Promise<void> {
  const kept = await renewLease(pool, environmentId, { token, untilMs: wallNow() + LEASE_MS })
  if (!kept) throw new LeaseLost('Another process drives this clock.')
}

/** Failing work does not stop a clock; an outage or a closed environment does. */
function passOver(failure: unknown): Error {
  const { code } = failure as { code?: string }
  if (code === 'unavailable' || code === 'environment_resetting') throw failure
  return failure as Error
}
