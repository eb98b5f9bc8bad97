// Authentication by API key, and the limits of its account's tier.

import { timingSafeEqual } from 'node:crypto'
import { coalesce } from '../../platform/db/coalesce.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { KeyRing } from '../../platform/key-ring.ts'
import { hashSecret, parseKey } from '../../platform/key-text.ts'
import { isLarge, type RatePolicy, type Scope } from '../../platform/scope.ts'
import { type Rehashed, rehash } from '../secret-keys/store.ts'
import { findKeys, type KeyUse, type KeyWithAccount, touchKeys } from './store.ts'

const TIER_QUOTAS = { standard: 100, pro: 500 } as const

/** How long a process may use a cached key (contract: keys). */
const CACHE_MS = 5_000
/** Shorter for large quotas: a lowered tier must take effect soon, and reading costs relatively little there. */
const LARGE_CACHE_MS = 1_000
const CACHE_SIZE = 10_000

/** The number of requests that a tier allows in any 60 seconds (specification, section 8). */
export function policyOf(account: Pick<KeyWithAccount, 'tier' | 'tier_limit'>): RatePolicy {
  const { tier, tier_limit } = account
  return { name: tier, quota: tier === 'enterprise' ? tier_limit : TIER_QUOTAS[tier] }
}

export interface Authenticator {
  /** The scope of a key used from an address; undefined if the key is not valid. */
  authenticate(text: string, address?: string): Promise<Scope | undefined>
  /** Authenticates without reading the cache. */
  refresh(text: string, address?: string): Promise<Scope | undefined>
  /** True if a key that was valid still is. */
  isLive(id: string): Promise<boolean>
  /** Removes a key from the cache after this process has changed it. */
  forget(id: string): void
  /** Stores when keys were last used; returns how many. */
  flush(): Promise<number>
}

interface Cached {
  key: KeyWithAccount | undefined
  /** When the key was looked up. */
  at: number
  /** The secret that was verified for this key. */
  verified: Buffer | undefined
}

/** True if the entry can still be used. Ignores entries read after `now`, which happens if the clock was set back. */
function isFresh({ key, at }: Cached, now: number): boolean {
  const believedMs = key && isLarge(policyOf(key)) ? LARGE_CACHE_MS : CACHE_MS
  return now >= at && now - at < believedMs
}

/** Authenticates keys. Results are cached for five seconds, including unknown keys. */
export function createAuthenticator(db: Db, keys: KeyRing, now: () => number): Authenticator {
  const readKey = coalesce((ids: string[]) => findKeys(db, ids))
  const cache = new Map<string, Cached>()
  /** Incremented whenever a key is forgotten, so that older reads are not cached afterwards. */
  let forgotten = 0
  const used = new Map<string, KeyUse>()
  const rehashed = new Map<string, Rehashed>()
  // Compared against when a key is unknown, so that the response takes the same time.
  const dummyHash = hashSecret(keys.first, 'nobody')

  async function load(id: string): Promise<Cached> {
    const cached = cache.get(id)
    const at = now()
    if (cached && isFresh(cached, at)) return cached
    const forgottenBefore = forgotten
    const key = await readKey(id)
    if (forgottenBefore !== forgotten) return load(id)
    const same = cached?.key && key?.secret_hash.equals(cached.key.secret_hash)
    const read: Cached = { key, at, verified: same ? cached.verified : undefined }
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string)
    cache.delete(id)
    cache.set(id, read)
    return read
  }

  /** Hashing costs more than the rest of authentication, so a match is remembered. */
  function isGenuine(cached: Cached, secret: string): boolean {
    const sent = Buffer.from(secret)
    if (cached.verified && timingSafeEqual(sent, cached.verified)) return true
    const hashes = keys.all.map((key) => hashSecret(key, secret))
    const stored = cached.key?.secret_hash ?? dummyHash
    // Compares all of them, so that timing does not reveal which secret key the hash is under.
    const genuine = hashes.filter((hash) => timingSafeEqual(hash, stored)).length > 0
    if (!genuine) return false
    cached.verified = sent
    const [after] = hashes as [Buffer]
    if (cached.key && !after.equals(stored)) rehashed.set(cached.key.id, { before: stored, after })
    return true
  }

  async function authenticate(text: string, address?: string): Promise<Scope | undefined> {
    const parts = parseKey(text)
    if (!parts) return undefined
    const cached = await load(parts.id)
    const genuine = isGenuine(cached, parts.secret)
    const { key } = cached
    if (!key || !genuine || !isValid(key)) return undefined
    used.set(key.id, { at: now(), address })
    return scopeOf(key, address)
  }

  const isValid = (key: KeyWithAccount) =>
    key.revoked_at === null && (key.expires_at === null || key.expires_at > now())

  return {
    authenticate,
    refresh(text, address) {
      cache.delete(parseKey(text)?.id ?? '')
      return authenticate(text, address)
    },
    forget(id) {
      forgotten++
      cache.delete(id)
    },
    async isLive(id) {
      const { key } = await load(id)
      return key !== undefined && isValid(key)
    },
    async flush() {
      const batch = new Map(used)
      used.clear()
      await touchKeys(db, batch)
      const moved = new Map(rehashed)
      rehashed.clear()
      await rehash(db, 'api_keys', moved, keys.first)
      return batch.size
    },
  }
}

function scopeOf(key: KeyWithAccount, address = ''): Scope {
  const { id, environment_id, account_id, mode, scopes } = key
  return {
    environment_id,
    account_id,
    mode,
    key_id: id,
    scopes,
    policy: policyOf(key),
    window: environment_id,
    actor: { kind: 'key', id, label: key.name },
    address,
  }
}
