// Who may try now: emails and networks are slowed apart, and known browsers by themselves.

import { setTimeout } from 'node:timers/promises'
import { type AttemptLimits, Attempts } from '../../platform/attempts.ts'
import { networkOf } from '../../platform/network.ts'
import { Refusal } from '../../platform/refusal.ts'

const MINUTE_MS = 60_000
const NEVER = Number.POSITIVE_INFINITY
/** So many may wait at once: in all, from one network, and there for one email. */
const WAITING = { all: 500, network: 20, pair: 5 }
const CROWDED_SECONDS = 5

interface ThrottleLimits {
  /** A browser in which this person signed in before: an allowance that nobody else uses up. */
  device: AttemptLimits
  /** One network at one email. */
  pair: AttemptLimits
  /** All networks at one email. */
  email: AttemptLimits
  /** One network at all emails: slowed, never refused by count. Behind a proxy it is everybody. */
  network: AttemptLimits
  /** What was done too often, and what to do instead of waiting. */
  words: { often: string; instead: string }
}

const slowed = { windowMs: MINUTE_MS, most: NEVER, paceMs: 0, waitMsMost: 4_000 }

/** Ten tries of one network, then one a minute; fifty of all, then one in ten seconds. */
export const SIGN_INS: ThrottleLimits = {
  device: { windowMs: 15 * MINUTE_MS, free: 3, most: 10, paceMs: NEVER, waitMsMost: 4_000 },
  pair: { windowMs: 15 * MINUTE_MS, free: 5, most: 10, paceMs: MINUTE_MS, waitMsMost: 4_000 },
  email: { windowMs: 15 * MINUTE_MS, free: 10, most: 50, paceMs: 10_000, waitMsMost: 4_000 },
  network: { ...slowed, free: 10 },
  words: {
    often: 'Too many failed sign-ins.',
    instead: ', use a browser you have signed in with before, or set a new password',
  },
}

/** Codes of one person, after a right password: few, and then one in five minutes. */
export const CODES: ThrottleLimits = {
  device: { windowMs: 15 * MINUTE_MS, free: 3, most: 10, paceMs: NEVER, waitMsMost: 4_000 },
  pair: { windowMs: 60 * MINUTE_MS, free: 3, most: 10, paceMs: 5 * MINUTE_MS, waitMsMost: 4_000 },
  email: { windowMs: 60 * MINUTE_MS, free: 5, most: 20, paceMs: 5 * MINUTE_MS, waitMsMost: 4_000 },
  network: { ...slowed, free: 10 },
  words: {
    often: 'Too many wrong codes.',
    instead: ', or use a browser you have signed in with before',
  },
}

/** Five requests a minute for one email: whoever has it has been mailed by then. */
const resets = { windowMs: MINUTE_MS, free: 2, most: 5, paceMs: MINUTE_MS, waitMsMost: 2_000 }
export const RESETS: ThrottleLimits = {
  device: resets,
  pair: resets,
  email: resets,
  network: { ...slowed, free: 3 },
  words: { often: 'A new password was asked for too often.', instead: '' },
}

export interface Attempt {
  email: string
  address: string
  /** The browser or session by which this very person is known already. */
  known?: string | undefined
}

export interface Admission {
  /** Whether it goes ahead of strangers. */
  ahead: boolean
  /** It was no guess, and does not count. */
  succeed(): void
}

/** Counts in each process by itself. Emails that nobody has are counted like all others. */
export class Throttle {
  readonly #devices: Attempts
  readonly #pairs: Attempts
  readonly #emails: Attempts
  readonly #networks: Attempts
  readonly #words: ThrottleLimits['words']
  readonly #waiting = new Map<string, number>()

  constructor({ device, pair, email, network, words }: ThrottleLimits) {
    this.#devices = new Attempts(device)
    this.#pairs = new Attempts(pair)
    this.#emails = new Attempts(email)
    this.#networks = new Attempts(network)
    this.#words = words
  }

  /** Waits until an attempt may be made; throws 429 when that would take too long. */
  async admit({ email, address, known }: Attempt, now: number): Promise<Admission> {
    if (known !== undefined) {
      const verdict = this.#devices.begin(known, now)
      if ('waitMs' in verdict) {
        await sleep(verdict.waitMs)
        return { ahead: true, succeed: () => this.#devices.forget(known, now) }
      }
    }
    const network = networkOf(address)
    const pair = `${network} ${email}`
    const counts: [Attempts, string][] = [
      [this.#pairs, pair],
      [this.#emails, email],
      [this.#networks, network],
    ]
    const succeed = () => {
      for (const [attempts, key] of counts) attempts.forget(key, now)
    }
    await this.#wait(this.#begin(counts, now), [network, pair], succeed)
    return { ahead: false, succeed }
  }

  /** The longest wait of all; when one refuses, none has counted. */
  #begin(counts: [Attempts, string][], now: number): number {
    const begun: [Attempts, string][] = []
    let waitMs = 0
    for (const [attempts, key] of counts) {
      const verdict = attempts.begin(key, now)
      if ('retrySeconds' in verdict) {
        for (const [other, its] of begun) other.forget(its, now)
        throw this.#tooOften(verdict.retrySeconds)
      }
      begun.push([attempts, key])
      waitMs = Math.max(waitMs, verdict.waitMs)
    }
    return waitMs
  }

  /** Waits, where not too many wait already. */
  async #wait(waitMs: number, [network, pair]: [string, string], undo: () => void): Promise<void> {
    if (waitMs === 0) return
    const rooms: [string, number][] = [
      ['', WAITING.all],
      [network, WAITING.network],
      [pair, WAITING.pair],
    ]
    if (rooms.some(([room, most]) => this.#inside(room) >= most)) {
      undo()
      throw this.#tooOften(CROWDED_SECONDS)
    }
    for (const [room] of rooms) this.#waiting.set(room, this.#inside(room) + 1)
    await sleep(waitMs)
    for (const [room] of rooms) {
      if (this.#inside(room) > 1) this.#waiting.set(room, this.#inside(room) - 1)
      else this.#waiting.delete(room)
    }
  }

  #inside(room: string): number {
    return this.#waiting.get(room) ?? 0
  }

  #tooOften(seconds: number): Refusal {
    const { often, instead } = this.#words
    return new Refusal(
      'rate_limit_exceeded',
      `${often} Try again in ${seconds} seconds${instead}.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
}

async function sleep(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms)
}
