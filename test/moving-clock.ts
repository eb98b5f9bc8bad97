// The clock on the wall for tests, ahead by as much as a test has moved it.

export interface MovingClock {
  now(): number
  /** Moves it; put back when `lifetime` ends. */
  move(ms: number, lifetime: { after(work: () => void): void }): void
}

export function movingClock(): MovingClock {
  return clockOf(Date.now)
}

/** One that stands still between the moves: nothing falls due by itself, however slow the machine is. */
export function stoppedClock(): MovingClock {
  const began = Date.now()
  return clockOf(() => began)
}

function clockOf(wall: () => number): MovingClock {
  let aheadMs = 0
  return {
    now: () => wall() + aheadMs,
    move(ms, lifetime) {
      aheadMs += ms
      lifetime.after(() => {
        aheadMs -= ms
      })
    },
  }
}
