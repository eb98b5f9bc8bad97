// Slows down repeated failures: each makes the next attempt wait longer, within limits. Pure.

/** Number of failures after which the wait no longer grows, unless `most` is higher. */
const REMEMBERED_LEAST = 50

export interface AttemptLimits {
  /** How long a failure counts. */
  windowMs: number
  /** Number of failures without a delay. */
  free: number
  /** From this many failures on, refuses attempts within `paceMs` of the last one. */
  most: number
  paceMs: number
  /** The longest delay of one attempt. */
  waitMsMost: number
}

/** The delay before an attempt, or the seconds after which to retry it. */
export type Verdict = { waitMs: number } | { retrySeconds: number }

/**
 * Decides on an attempt from the times of earlier failures, and returns the times including it if it is admitted. An
 * attempt in progress counts as a failure until it succeeds, so parallel attempts gain nothing. No client is locked
 * out: at the pace, one attempt is always admitted.
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

/** Removes an attempt that succeeded or did not take place. */
export function withoutAttempt(times: readonly number[], at: number): number[] {
  const index = times.indexOf(at)
  return index < 0 ? [...times] : times.toSpliced(index, 1)
}
