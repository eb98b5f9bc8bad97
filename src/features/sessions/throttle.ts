// Throttling of sign-in attempts: emails and networks are slowed separately, known browsers on their own.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AttemptLimits } from '../../platform/attempts.ts'
import { type Admitted, type Begun, beginAttempt } from '../../platform/db/throttled-attempts.ts'
import { networkOf } from '../../platform/network.ts'
import { Refusal } from '../../platform/refusal.ts'
import { Rooms } from '../../platform/rooms.ts'

const MINUTE_MS = 60_000
const NEVER = Number.POSITIVE_INFINITY
/** Maximum number of waiting attempts: in total, per network, and per network and email. */
const WAITING = { all: 500, network: 20, pair: 5 }
/** Maximum number of running counter queries: in total, per network, per known browser. */
const ASKING = { all: 100, network: 20, known: 20 }
const CROWDED_SECONDS = 5

type Kind = 'device' | 'pair' | 'email' | 'network'

interface ThrottleLimits extends Record<Kind, AttemptLimits> {
  /** The name of the attempted action. */
  name: string
  /** A browser in which this user signed in before: its own allowance, which no other client can use up. */
  device: AttemptLimits
  /** One network trying one email. */
  pair: AttemptLimits
  /** All networks trying one email. */
  email: AttemptLimits
  /** One network trying all emails: slowed, never refused by count. Behind a proxy, this can be all clients. */
  network: AttemptLimits
  /** Error message parts: the action that was repeated too often, and what to do instead of waiting. */
  words: { often: string; instead: string }
}

const slowed = { windowMs: MINUTE_MS, most: NEVER, paceMs: 0, waitMsMost: 4_000 }

/** Ten attempts per network, then one a minute; fifty in total, then one every ten seconds. */
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

/** Codes of one user after a correct password: a few, then one every five minutes. */
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

/** Five requests a minute per email: its owner has received a mail by then. */
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
  /** The browser or session by which this user is already known. */
  known?: string | undefined
}

export interface Admission {
  /** True if the attempt takes priority over unknown browsers. */
  ahead: boolean
  /** The attempt succeeded and does not count. */
  succeed(): Promise<void>
}

/** Attempt counters. Known browsers use their own pool, so they never queue behind unknown ones. */
export interface Counters {
  known: Pool
  strangers: Pool
}

/** Counts attempts together with all other processes. Unknown emails are counted like known ones. */
export class Throttle {
  readonly #counters: Counters
  readonly #limits: ThrottleLimits
  readonly #asking = new Rooms()
  readonly #waiting = new Rooms()

  constructor(counters: Counters, limits: ThrottleLimits) {
    this.#counters = counters
    this.#limits = limits
  }

  /** Waits until an attempt may be made; throws 429 if the wait would be too long. */
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

  /** Counts an attempt, unless too many counter queries are running. */
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

  /** Waits, unless too many attempts are waiting already. */
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

/** A correct password succeeds even if un-counting the attempt fails. */
const forgiving = (forget: () => Promise<void>) => () => forget().catch(() => undefined)

async function sleep(ms: number): Promise<void> {
  if (ms > 0) await setTimeout(ms)
}
