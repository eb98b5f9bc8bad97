// Confirmations: what a dry run hands out, and the write it was for asks back, once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { ToolError } from './failure.ts'

/** What was foreseen, and of which object. */
export interface Foreseen {
  facts: unknown
  etag: string | undefined
  /** The object as it was then. */
  seen: unknown
}

interface Pending extends Foreseen {
  expiresAt: number
  /** `sent`: the write has been asked for and its outcome is not known. */
  state: 'open' | 'busy' | 'sent' | 'used'
}

export interface Claim {
  foreseen: Foreseen
  /** Whether it was sent before, so that it may have been done already. */
  wasSent: boolean
  /** `open`: nothing was asked for, and it may be tried again. */
  settle(state: 'open' | 'sent' | 'used'): void
}

/** A person reads and decides in that time; what was foreseen is stale after it. */
const LIFE_MS = 10 * 60_000
/** A write of unknown outcome can be repeated for as long: well within the life of its idempotency key. */
const SENT_LIFE_MS = 24 * 3_600_000
/** More are not waited for by anybody; the oldest are forgotten. */
const PENDING_MOST = 500

export class Confirmations {
  /** Of this process alone, so that nobody else can make one, and a restart ends them all. */
  readonly #secret = randomBytes(32)
  readonly #pending = new Map<string, Pending>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** A confirmation for this tool with these arguments and no others. */
  issue(tool: string, args: unknown, foreseen: Foreseen): { token: string; expiresAt: number } {
    const nonce = randomBytes(16).toString('base64url')
    const expiresAt = this.#now() + LIFE_MS
    for (const old of this.#pending.keys()) {
      if (this.#pending.size < PENDING_MOST) break
      this.#pending.delete(old)
    }
    const pending: Pending = { ...foreseen, expiresAt, state: 'open' }
    this.#pending.set(nonce, pending)
    return { token: `${nonce}.${this.#mac(tool, args, nonce, pending)}`, expiresAt }
  }

  /** Takes the confirmation for a try; nobody else has it until it is settled. */
  claim(token: string, tool: string, args: unknown): Claim {
    const [nonce = '', mac = ''] = token.split('.')
    const pending = this.#pending.get(nonce)
    if (!pending) throw refused('confirmation_unknown')
    if (!same(mac, this.#mac(tool, args, nonce, pending))) throw refused('confirmation_mismatch')
    if (pending.state === 'used') throw refused('confirmation_used')
    if (pending.state === 'busy') throw refused('confirmation_busy')
    const wasSent = pending.state === 'sent'
    const end = pending.expiresAt + (wasSent ? SENT_LIFE_MS : 0)
    if (this.#now() >= end) throw refused('confirmation_expired')
    pending.state = 'busy'
    return {
      foreseen: pending,
      wasSent,
      settle(state) {
        pending.state = state
      },
    }
  }

  #mac(tool: string, args: unknown, nonce: string, { facts, etag, expiresAt }: Pending): string {
    const text = canonicalJson([tool, args, nonce, facts, etag ?? null, expiresAt])
    return createHmac('sha256', this.#secret).update(text).digest('base64url')
  }
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const AGAIN = 'Call the tool without confirmation to see what would happen now.'
const REFUSALS = {
  confirmation_unknown: [
    'This confirmation is unknown: it was not issued by this server, or the server has restarted since.',
    `Check with list_events whether the write was done already. ${AGAIN}`,
  ],
  confirmation_mismatch: [
    'This confirmation does not belong to this tool with exactly these arguments. Nothing was done.',
    `Repeat the arguments of the dry run exactly. ${AGAIN}`,
  ],
  confirmation_used: [
    'This confirmation was used already. It is good for one write; nothing was done this time.',
    `Read the object to see the result. ${AGAIN}`,
  ],
  confirmation_busy: [
    'This confirmation is being used by another call.',
    'Wait for the response to that call.',
  ],
  confirmation_expired: ['This confirmation has expired. Nothing was done.', AGAIN],
} as const

function refused(code: keyof typeof REFUSALS): ToolError {
  const [message, what_to_do] = REFUSALS[code]
  return new ToolError({ code, message, what_to_do, outcome: 'refused' })
}
