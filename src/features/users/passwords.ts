// Passwords: hashed with argon2id, a few at a time, so that sign-ins cannot starve the API.

import { argon2 as argon2WithCallback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalPassword } from '../../domain/password.ts'
import { encodeId } from '../../platform/ids.ts'
import { unavailable } from '../../platform/refusal.ts'

const argon2 = promisify(argon2WithCallback)

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const COSTS = { memory: 19_456, passes: 2, parallelism: 1 }
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/** A hash with the same costs as every other that matches no password. */
const UNKNOWN_USER = phc(Buffer.alloc(16), Buffer.alloc(32))
const AT_ONCE = 2
const WAITING_MOST = 40

export const userRef = (id: string): string => encodeId('usr', id)

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * True if a password matches a hash, which is looked up when its turn comes; takes as long if there is no user. Known
   * browsers go ahead of unknown ones, so that unknown ones delay no known user.
   */
  matches(
    password: string,
    find: () => Promise<string | undefined>,
    ahead: boolean,
  ): Promise<boolean>
}

/** Creates the password hasher. It throws `unavailable` if too many calls are waiting. */
export function createPasswords(): Passwords {
  let running = 0
  const known: (() => void)[] = []
  const strangers: (() => void)[] = []

  async function inTurn<T>(ahead: boolean, work: () => Promise<T>): Promise<T> {
    const queue = ahead ? known : strangers
    if (running >= AT_ONCE) {
      if (queue.length >= WAITING_MOST) {
        throw unavailable('Too many people are signing in right now. Try again in a moment.')
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // Passes the turn on to the next call, or frees it.
      const next = known.shift() ?? strangers.shift()
      if (next) next()
      else running--
    }
  }

  // Only users who are signed in or hold a link can set a password.
  const hash = (password: string) =>
    inTurn(true, async () => {
      const salt = randomBytes(16)
      const key = await derive(password, salt, COSTS, 32)
      return phc(salt, key)
    })

  return {
    hash,
    matches: (password, find, ahead) =>
      inTurn(ahead, async () => {
        const stored = await find()
        const [, m, t, p, salt = '', key = ''] = PHC.exec(stored ?? UNKNOWN_USER) ?? []
        const costs = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
        const kept = Buffer.from(key, 'base64')
        const made = await derive(password, Buffer.from(salt, 'base64'), costs, kept.length)
        return timingSafeEqual(made, kept) && stored !== undefined
      }),
  }
}

function derive(password: string, nonce: Buffer, costs: typeof COSTS, tagLength: number) {
  return argon2('argon2id', { message: normalPassword(password), nonce, tagLength, ...costs })
}

function phc(salt: Buffer, key: Buffer): string {
  const [shownSalt, shownKey] = [salt, key].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  )
  const { memory, passes, parallelism } = COSTS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${shownSalt}$${shownKey}`
}
