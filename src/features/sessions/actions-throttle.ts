// Who may try now: emails and networks are slowed apart, and known browsers by themselves.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AttemptLimits } from '../../platform/attempts.ts'
import { type Admitted, type Begun, beginAttempt } from '../../platform/db/throttled-attempts.ts'
import { networkOf } from '../../platform/network.ts'
import { Refusal } from '../../platform/refusal.ts'
import { Rooms } from '../../platform/rooms.ts'

const MINUTE_MS = 60_000
const NEVER = Number.POSITIVE_INFINITY
/** So many may wait at once: in all, from one network, and there for one email. */
const WAITING = { all: 500, network: 20, pair: 5 }
/** The same, for an answer whether an attempt may be made: in all, of one network, of one known browser. */
const ASKING = { all: 100, network: 20, known: 20 }
const CROWDED_SECONDS = 5

type Kind = 'device' | 'pair' | 'email' | 'network'

interface ThrottleLimits extends Record<Kind, AttemptLimits> {
  /** What is tried. */
  name: string
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
  name: 'sign-in',
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
  name: 'code',
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
  name: 'reset',
  device: resets,
  pair: resets,
  email: resets,
  network: { ...slowed, free: 3 },
  words: { often: 'Too many password reset requests.', instead: '' },
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
  succeed(): Promise<void>
}

/** What counts attempts: those of known browsers do not stand behind those of strangers. */
export interface Counters {
  known: Pool
  strangers: Pool
}

/** Counts together with all other processes. Emails that nobody has are counted like all others. */
export class Throttle {
  readonly #counters: Counters
  readonly #limits: ThrottleLimits
  readonly #asking = new Rooms()
  readonly #waiting = new Rooms()

  constructor(counters: Counters, limits: ThrottleLimits) {
    this.#counters = counters
    this.#limits = limits
  }

  /** Waits until an attempt may be made; throws 429 when that would take too long. */
  async admit({ email, address, known }: Attempt): Promise<Admission> {
    if (known !== undefined) {
      const begun = await this.#begin('known', [['device', known]], [[known, ASKING.known]])
      if ('waitMs' in begun) {
        await sleep(begun.waitMs)
        return { ahead: true, succeed: forgiving(begun.forget) }
      }
    }
    const network = networkOf(address)
    const pair = `${network} ${email}`
    const begun = await this.#begin(
      'strangers',
      [
        ['pair', pair],
        ['email', email],
        ['network', network],
      ],
      [
        ['', ASKING.all],
        [network, ASKING.network],
      ],
    )
    if ('retrySeconds' in begun) throw this.#tooOften(begun.retrySeconds)
    await this.#wait(begun, network, pair)
    return { ahead: false, succeed: forgiving(begun.forget) }
  }

  /** Counts an attempt, where not too many ask already. */
  #begin(
    who: keyof Counters,
    of: [kind: Kind, what: string][],
    rooms: [room: string, most: number][],
  ): Promise<Begun> {
    const counted = of.map(([kind, what]) => ({
      key: `${this.#limits.name} ${kind} ${what}`,
      limits: this.#limits[kind],
    }))
    const begin = () => beginAttempt(this.#counters[who], counted)
    return this.#asking.within(rooms, begin, () => this.#tooOften(CROWDED_SECONDS))
  }

  /** Waits, where not too many wait already. */
  async #wait({ waitMs, forget }: Admitted, network: string, pair: string): Promise<void> {
    if (waitMs === 0) return
    const rooms = [
      ['', WAITING.all],
      [network, WAITING.network],
      [pair, WAITING.pair],
    ] as const
    const onFull = () => this.#tooOften(CROWDED_SECONDS)
    await this.#waiting
      .within(rooms, () => sleep(waitMs), onFull)
      .catch(async (full: unknown) => {
        await forget()
        throw full
      })
  }

  #tooOften(seconds: number): Refusal {
    const { often, instead } = this.#limits.words
    return new Refusal(
      'rate_limit_exceeded',
      `${often} Try again in ${seconds} seconds${instead}.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
}

/** Whoever was right is told so, even where it goes on being counted as a failure. */
const forgiving = (forget: () => Promise<void>) => () => forget().catch(() => undefined)

async function sleep(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms)
}
