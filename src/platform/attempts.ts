// Slows down repeated failures: each makes the next attempt wait longer, within bounds. Pure.

/** More of them make nobody wait for longer, unless `most` says so. */
const REMEMBERED_LEAST = 50

export interface AttemptLimits {
  /** For how long a failure counts. */
  windowMs: number
  /** So many failures cost nothing. */
  free: number
  /** From so many on, an attempt is refused that comes sooner after the last one than `paceMs`. */
  most: number
  paceMs: number
  /** The longest wait of one attempt. */
  waitMsMost: number
}

/** What an attempt has to do first: wait so long, or come back after so many seconds. */
export type Verdict = { waitMs: number } | { retrySeconds: number }

/**
 * Judges an attempt by the times of those that failed before, and answers the times with it if it is
 * admitted. One under way counts as a failure until it has ended well, so that many at once gain
 * nothing. Nobody is locked out: at the pace, one attempt is always admitted.
 */
export function attempt(
  { windowMs, free, most, paceMs, waitMsMost }: AttemptLimits,
  times: readonly number[],
  now: number,
): { verdict: Verdict; times: number[] } {
  const recent = times.filter((at) => at > now - windowMs)
  const last = recent.at(-1)
  if (recent.length >= most && last !== undefined && now - last < paceMs) {
    const retrySeconds = Math.min(windowMs, last + paceMs - now) / 1_000
    return { verdict: { retrySeconds: Math.max(1, Math.ceil(retrySeconds)) }, times: recent }
  }
  const all = [...recent, now].slice(-Math.max(REMEMBERED_LEAST, Number.isFinite(most) ? most : 0))
  const beyond = all.length - free
  return {
    verdict: { waitMs: beyond <= 0 ? 0 : Math.min(waitMsMost, 125 * 2 ** Math.min(beyond, 20)) },
    times: all,
  }
}

/** The times without an attempt that ended well, or was none after all. */
export function withoutAttempt(times: readonly number[], at: number): number[] {
  const index = times.indexOf(at)
  return index < 0 ? [...times] : times.toSpliced(index, 1)
}
