// The time that all processes on one database go by: the clock of the machine, or that of the database where the
// two are apart. So leases, ends of keys and due dates mean the same to each of them.

import { areApart, type ClockDifference } from './processes.ts'

export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number
  /** What the machine takes it to be. */
  machine(): number
  /** Learns how far the machine is from the database. */
  heed(difference: ClockDifference): void
}

export function createWallClock(machine: () => number = () => Date.now()): WallClock {
  let correctionMs = 0
  return {
    machine,
    now: () => machine() - correctionMs,
    heed(difference) {
      const { aheadMs } = difference
      // What the measuring itself is off by would only make time uneven.
      if (!areApart({ ...difference, aheadMs: aheadMs - correctionMs })) return
      correctionMs = areApart(difference) ? aheadMs : 0
    },
  }
}

/** A clock that is right whatever the database says, such as that of a test. */
export const trustedClock = (now: () => number): WallClock => ({
  now,
  machine: now,
  heed: () => undefined,
})
