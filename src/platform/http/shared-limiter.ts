// The rate limit across all processes on a database: at most N requests in any 60 seconds in total. A process that is
// alone counts locally; otherwise it holds some slots of the window at a time.

import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Share as Answer, type Ask, exchange, WINDOW_MS } from '../db/rate-windows.ts'
import { type Grant, Limiter, type RateLimit, wholeSeconds } from './limiter.ts'
import type { Peers, Sharer } from './peers.ts'
import {
  answered,
  askFor,
  full,
  hasRoom,
  isDue,
  isFull,
  newShare,
  type Own,
  type Share,
  unanswered,
} from './share.ts'

/** Interval at which unused slots are returned and used ones reported. */
const ROUND_MS = 300
/** By then, other processes return their unused slots, unless they are stopped or dead. */
const DOUBT_MS_MOST = 2_000
const DOUBT_LOOK_MS = 50
/** A slower response counts as none. */
const ANSWER_MS_MOST = 1_500
/** Windows per statement. */
const TOGETHER = 500

const noop = () => undefined

interface Waiting {
  since: number
  resolve(grant: Grant): void
}

interface Window {
  share: Share
  quota: number
  waiting: Waiting[]
  /** True if another check for returned slots is scheduled. */
  doubt: boolean
}

export interface SharedLimiterParts {
  pool: Pool
  peers: Peers
  /** Distinguishes its windows from those of other limiters. */
  name: string
  ticksNow(): number
}

export class SharedLimiter implements RateLimit, Sharer {
  readonly #parts: SharedLimiterParts
  readonly #local = new Limiter()
  readonly #windows = new Map<string, Window>()
  readonly #pending = new Set<string>()
  readonly #rounds: NodeJS.Timeout
  /** Resolves when the last statement has ended. */
  #turn = Promise.resolve()
  #running: Promise<void> | undefined
  #failing = false

  constructor(parts: SharedLimiterParts) {
    this.#parts = parts
    this.#rounds = setInterval(() => this.#exchangeAll(), ROUND_MS).unref()
    parts.peers.join(this)
  }

  get size(): number {
    return this.#local.size
  }

  get refused(): number {
    return this.#local.refused
  }

  take(key: string | number, quota: number, now: number): Grant | Promise<Grant> {
    const id = String(key)
    const mode = this.#parts.peers.modeAt(now)
    if (mode === 'alone') return this.#local.take(id, quota, now)
    const window = this.#windowOf(id, quota)
    if (mode === 'lost' || this.#failing) return this.#takePart(id, quota, now)
    if (window.waiting.length === 0) {
      const used = this.#local.count(id, now)
      if (hasRoom(window.share, { quota, used }, now)) return this.#grant(id, window, now)
      if (isFull(window.share, quota, now)) return this.#refuse(id, window, now)
    }
    return new Promise((resolve) => {
      window.waiting.push({ since: now, resolve })
      if (!window.doubt) this.#ask(id)
    })
  }

  count(key: string | number, now: number): number {
    const id = String(key)
    const share = this.#windows.get(id)?.share
    const isKnown = share && now - share.answeredAt < WINDOW_MS
    return this.#local.count(id, now) + (isKnown ? share.usedByOthers : 0)
  }

  async countNow(key: string | number, now: number): Promise<number> {
    const id = String(key)
    if (this.#parts.peers.modeAt(now) === 'sharing' && !this.#failing) {
      this.#windowOf(id)
      await this.#exchange([id]).catch(() => undefined)
    }
    return this.count(id, now)
  }

  async enrol(): Promise<void> {
    const ids = this.#local.keys(this.#now()) as string[]
    for (const id of ids) this.#windowOf(id)
    for (let from = 0; from < ids.length; from += TOGETHER) {
      await this.#exchange(ids.slice(from, from + TOGETHER))
    }
  }

  settle(): void {
    const now = this.#now()
    const mode = this.#parts.peers.modeAt(now)
    if (mode === 'sharing') this.#start()
    for (const [id, window] of this.#windows) {
      if (mode === 'alone') this.#release(window, () => this.#local.take(id, window.quota, now))
      if (mode === 'lost') this.#release(window, () => this.#takePart(id, window.quota, now))
    }
    if (mode === 'alone') this.#windows.clear()
  }

  /** Gives back unused slots. The other processes remember the requests let in for as long as they count. */
  async close(): Promise<void> {
    clearInterval(this.#rounds)
    const now = this.#now()
    const mode = this.#parts.peers.modeAt(now)
    for (const [id, window] of this.#windows) {
      this.#release(window, () => this.#takePart(id, window.quota, now))
      window.share.scarce = true
    }
    if (mode === 'sharing' && !this.#failing) await this.enrol().catch(() => undefined)
  }

  #now(): number {
    return this.#parts.ticksNow()
  }

  #windowOf(id: string, quota?: number): Window {
    const window = this.#windows.get(id) ?? {
      share: newShare(),
      quota: 0,
      waiting: [],
      doubt: false,
    }
    window.quota = quota ?? window.quota
    this.#windows.set(id, window)
    return window
  }

  #ownOf(id: string, { quota, waiting }: Window, now: number): Own {
    const used = this.#local.count(id, now)
    return {
      key: `${this.#parts.name} ${id}`,
      quota,
      used,
      // The slots that others hold are unknown until they have reported them.
      need: this.#parts.peers.modeAt(now) === 'sharing' ? waiting.length : 0,
      freeInMs: this.#local.freesInMs(id, quota, now),
    }
  }

  #ask(id: string): void {
    this.#pending.add(id)
    this.#start()
  }

  #start(): void {
    if (this.#pending.size === 0 || this.#running !== undefined) return
    if (this.#parts.peers.modeAt(this.#now()) !== 'sharing') return
    this.#running = this.#drain()
      .catch(() => undefined)
      .then(() => {
        this.#running = undefined
        if (!this.#failing) this.#start()
      })
  }

  async #drain(): Promise<void> {
    // Combines all requests of this event loop turn into one exchange.
    await setImmediate()
    const ids = [...this.#pending].slice(0, TOGETHER)
    for (const id of ids) this.#pending.delete(id)
    await this.#exchange(ids)
  }

  /** Runs one exchange at a time, so that the last report is the one that holds. */
  async #exchange(ids: string[]): Promise<void> {
    const before = this.#turn
    let end: () => void = noop
    this.#turn = new Promise((resolve) => {
      end = resolve
    })
    await before
    const sentAt = this.#now()
    const asks = ids.map((id) => {
      const window = this.#windowOf(id)
      return askFor(window.share, this.#ownOf(id, window, sentAt), sentAt)
    })
    const answer = exchange(this.#parts.pool, this.#parts.peers.id, asks)
    try {
      const replies = await inTime(answer)
      this.#failing = false
      for (const [index, id] of ids.entries()) {
        const ask = asks[index] as Ask
        const reply = replies.get(ask.key)
        if (reply) this.#answered(id, ask, reply, sentAt)
      }
    } catch (error) {
      this.#failed(ids)
      throw error
    } finally {
      // The turn ends with the statement, even if no request waits for it any more.
      void answer.then(end, end)
    }
  }

  #answered(id: string, ask: Ask, answer: Answer, sentAt: number): void {
    const now = this.#now()
    const window = this.#windowOf(id)
    const { share, waiting, quota } = window
    answered(share, ask, answer, { sentAt, now })
    while (waiting.length > 0 && hasRoom(share, { quota, used: this.#local.count(id, now) }, now)) {
      waiting.shift()?.resolve(this.#grant(id, window, now))
    }
    if (waiting.length === 0) return
    // These requests came after the exchange was sent.
    if (answer.held - ask.used - ask.kept >= ask.need) {
      this.#ask(id)
      return
    }
    if (answer.idle === 0) full(share, this.#ownOf(id, window, now), now)
    // Requests that may still get a slot returned by another process keep waiting.
    const staying = waiting.filter(({ since }) => now - since < DOUBT_MS_MOST).slice(0, answer.idle)
    for (const each of waiting.splice(0)) {
      if (staying.includes(each)) waiting.push(each)
      else each.resolve(this.#refuse(id, window, now))
    }
    if (waiting.length > 0) this.#lookAgain(id, window)
  }

  #lookAgain(id: string, window: Window): void {
    window.doubt = true
    const look = () => {
      window.doubt = false
      this.#ask(id)
    }
    setTimeout(look, DOUBT_LOOK_MS).unref()
  }

  /** Until the database responds again, each process admits its share without asking. */
  #failed(ids: readonly string[]): void {
    this.#failing = true
    const now = this.#now()
    for (const id of ids) unanswered(this.#windowOf(id).share)
    for (const [id, window] of this.#windows) {
      this.#release(window, () => this.#takePart(id, window.quota, now))
    }
  }

  #release({ waiting }: Window, take: () => Grant): void {
    for (const { resolve } of waiting.splice(0)) resolve(take())
  }

  /** Reports the requests let in locally, and gives back unused slots. */
  #exchangeAll(): void {
    const now = this.#now()
    const mode = this.#parts.peers.modeAt(now)
    if (mode !== 'sharing') return
    for (const [id, { share, waiting }] of this.#windows) {
      const used = this.#local.count(id, now)
      if (isDue(share, used)) this.#pending.add(id)
      else if (used === 0 && waiting.length === 0 && now - share.answeredAt > WINDOW_MS) {
        this.#windows.delete(id)
      }
    }
    this.#start()
  }

  #grant(id: string, window: Window, now: number): Grant {
    const { share, quota } = window
    share.busy++
    this.#local.take(id, quota, now)
    const remaining = Math.max(0, quota - this.count(id, now))
    return { allowed: true, remaining, resetSeconds: this.#resetSeconds(id, window, now) }
  }

  #refuse(id: string, window: Window, now: number): Grant {
    this.#local.refused++
    return { allowed: false, remaining: 0, resetSeconds: this.#resetSeconds(id, window, now) }
  }

  #takePart(id: string, quota: number, now: number): Grant {
    const part = Math.max(1, Math.floor(quota / this.#parts.peers.count))
    return this.#local.take(id, part, now)
  }

  /** Seconds until the first request leaves the window, whichever process let it in. */
  #resetSeconds(id: string, { share, quota }: Window, now: number): number {
    const own = this.#local.freesInMs(id, Math.max(1, quota - share.usedByOthers), now)
    const others = share.othersFreeAt === undefined ? undefined : share.othersFreeAt - now
    const ms = Math.min(own ?? Number.POSITIVE_INFINITY, others ?? Number.POSITIVE_INFINITY)
    // Slots that no process reported as used are about to be given back.
    return Math.max(1, Number.isFinite(ms) ? wholeSeconds(ms) : 1)
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController()
  const tooLate = pause(ANSWER_MS_MOST, undefined, { signal: late.signal, ref: false }).then(() =>
    Promise.reject(new Error('the database does not respond')),
  )
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    late.abort()
    tooLate.catch(noop)
  }
}
