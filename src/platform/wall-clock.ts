// The time used by all processes on one database: the machine's clock, or the database's if the two differ. Leases, key
// expirations and due dates therefore mean the same in each process.

import { areApart, type ClockDifference } from './processes.ts'

export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number
  /** The uncorrected time of the machine. */
  machine(): number
  /** Applies a measured difference from the database's clock. */
  heed(difference: ClockDifference): void
}

export function createWallClock(machine: () => number = () => Date.now()): WallClock {
  let correctionMs = 0
  return {
    machine,
    now: () => machine() - correctionMs,
    heed(difference) {
      const { aheadMs } = difference
      // Following the measurement error would only make time uneven.
      if (!areApart({ ...difference, aheadMs: aheadMs - correctionMs })) return
      correctionMs = areApart(difference) ? aheadMs : 0
    },
  }
}

/** A clock that is never corrected, such as a test's. */
export const trustedClock = (now: () => number): WallClock => ({
  now,
  machine: now,
  heed: () => undefined,
})
