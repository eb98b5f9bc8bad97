// The clock on the wall for tests: the real one, and ahead of it by as much as a test has moved it.

export interface MovingClock {
  now(): number
  /** Moves it; put back when `lifetime` ends. */
  move(ms: number, lifetime: { after(work: () => void): void }): void
}

export function movingClock(): MovingClock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    move(ms, lifetime) {
      aheadMs += ms
      lifetime.after(() => {
        aheadMs -= ms
      })
    },
  }
}
