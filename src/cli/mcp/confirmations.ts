// Confirmations: a dry run issues one, and the write it announced consumes it, once.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { ToolError } from './failure.ts'

/** The outcome that a dry run predicted, and the object it was about. */
export interface Foreseen {
  facts: unknown
  etag: string | undefined
  /** The object at the time of the dry run. */
  seen: unknown
}

interface Pending extends Foreseen {
  expiresAt: number
  /** `sent`: the write has been requested and its outcome is not known. */
  state: 'open' | 'busy' | 'sent' | 'used'
}

export interface Claim {
  foreseen: Foreseen
  /** True if the write was sent before, so that it may have been done already. */
  wasSent: boolean
  /** `open`: nothing was sent, and it can be tried again. */
  settle(state: 'open' | 'sent' | 'used'): void
}

/** Enough time for a person to read and decide; after it, the prediction is stale. */
const LIFE_MS = 10 * 60_000
/** How long a write of unknown outcome can be repeated: well within the life of its idempotency key. */
const SENT_LIFE_MS = 24 * 3_600_000
/** Beyond this number, the oldest are forgotten. */
const PENDING_MOST = 500

export class Confirmations {
  /** Known only to this process, so that no other one can issue confirmations, and a restart ends them all. */
  readonly #secret = randomBytes(32)
  readonly #pending = new Map<string, Pending>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Issues a confirmation for exactly this tool and these arguments. */
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

  /** Claims the confirmation for one attempt; it cannot be claimed again until it is settled. */
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
    'This confirmation is unknown. It was not issued by this server, or the server has been restarted since.',
    `Check with list_events if the write was already done. ${AGAIN}`,
  ],
  confirmation_mismatch: [
    'This confirmation does not belong to this tool with exactly these arguments. Nothing was done.',
    `Repeat the arguments of the dry run exactly. ${AGAIN}`,
  ],
  confirmation_used: [
    'This confirmation was already used. It is valid for one write. Nothing was done this time.',
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
