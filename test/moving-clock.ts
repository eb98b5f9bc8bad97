// A clock for tests: the current time, plus the time that a test has added.

export interface MovingClock {
  now(): number
  /** Moves it; moved back at the end of `lifetime`. */
  move(ms: number, lifetime: { after(work: () => void): void }): void
}

export function movingClock(): MovingClock {
  return clockOf(Date.now)
}

/** A clock that stands still between moves: nothing falls due automatically, however slow the machine is. */
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
