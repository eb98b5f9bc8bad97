// Requests that wait to be written down: bounded, and what matters least is left out first.

import type { LoggedRequest } from '../../platform/http/logged.ts'
import { RANKS, type Rank, rankOf } from './actions-allowed.ts'

const ROWS_MOST = 5_000
/** Of bodies, in all. */
const CHARACTERS_MOST = 16_000_000
/** Of one body; the log keeps no more. */
export const BODY_MOST = 16_384

export interface Waiting {
  request: LoggedRequest
  /** Bodies, cut to what is kept. */
  sent: string | null
  told: string | null
  requestCut: boolean
  responseCut: boolean
  sinceMs: number
}

export class WaitingRequests {
  readonly #byRank: Record<Rank, Waiting[]> = { read: [], write: [], refused: [], failure: [] }
  #characters = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds a request; answers the ranks of those that had to make room, its own if it finds none. */
  add(request: LoggedRequest, nowMs: number): Rank[] {
    const rank = rankOf(request)
    const waiting = waitingOf(request, nowMs)
    const left: Rank[] = []
    while (this.#size >= ROWS_MOST || this.#characters + sizeOf(waiting) > CHARACTERS_MOST) {
      const lowest = RANKS.find((each) => this.#byRank[each].length > 0)
      if (lowest === undefined || RANKS.indexOf(lowest) >= RANKS.indexOf(rank))
        return [...left, rank]
      this.#forget(this.#byRank[lowest].shift() as Waiting)
      left.push(lowest)
    }
    this.#byRank[rank].push(waiting)
    this.#size += 1
    this.#characters += sizeOf(waiting)
    return left
  }

  /** Takes out the next to be written, what matters most first. */
  take(most: number): Waiting[] {
    const taken: Waiting[] = []
    for (const rank of RANKS.toReversed()) {
      taken.push(...this.#byRank[rank].splice(0, most - taken.length))
    }
    for (const each of taken) this.#forget(each)
    return taken
  }

  /** Puts back what could not be written, to be the first again. */
  putBack(untaken: readonly Waiting[]): void {
    for (const rank of RANKS) {
      const of = untaken.filter(({ request }) => rankOf(request) === rank)
      this.#byRank[rank].unshift(...of)
    }
    for (const each of untaken) {
      this.#size += 1
      this.#characters += sizeOf(each)
    }
  }

  #forget(waiting: Waiting): void {
    this.#size -= 1
    this.#characters -= sizeOf(waiting)
  }
}

const sizeOf = ({ sent, told }: Waiting): number => (sent?.length ?? 0) + (told?.length ?? 0)

function waitingOf(request: LoggedRequest, sinceMs: number): Waiting {
  const { sent, told } = request
  // What an event has is read there.
  const [kept, answered] = [cut(sent), told?.event_id ? null : cut(told?.json)]
  return {
    // What is whole is kept beside it; what is too long must not be held by it.
    request: { ...request, sent: undefined, told: told && { ...told, json: '' } },
    sent: kept,
    told: answered,
    requestCut: kept !== null && kept !== sent,
    responseCut: told !== undefined && told.json.length > BODY_MOST,
    sinceMs,
  }
}

/** A part of a text is a view of the whole, which it would keep in memory: so it is copied. */
function cut(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (text.length <= BODY_MOST) return text
  return Buffer.from(text.slice(0, BODY_MOST), 'utf16le').toString('utf16le')
}
