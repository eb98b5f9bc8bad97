// Sessions: started with a password, looked up by token, ended.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Role, scopesOf } from '../../domain/roles.ts'
import { coalesce } from '../../platform/db/coalesce.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Place } from '../../platform/http/session-address.ts'
import { encodeId, newUuid } from '../../platform/ids.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/random-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { allows, type RatePolicy, type Scope } from '../../platform/scope.ts'
import { type Rehashed, rehash } from '../secret-keys/store.ts'
import { userRef } from '../users/passwords.ts'
import type { User } from '../users/store.ts'
import {
  insertSession,
  readSessions,
  type Session,
  type SessionRow,
  touchSessions,
} from './store.ts'

const DAY_MS = 86_400_000
/** Sessions end after this idle time, and in any case after this lifetime. */
export const IDLE_MS = 14 * DAY_MS
export const LASTS_MS = 90 * DAY_MS
/** How long a process may use a cached session, as with API keys. */
const CACHE_MS = 5_000
const CACHE_SIZE = 10_000
/**
 * 238 random bits after a prefix that secret scanners recognize. The whole token is compared, so tokens from before the
 * prefix keep working.
 */
const TOKEN_LENGTH = 40
const TOKEN_PREFIX = 'sess_'
/** Requests per user and environment, in addition to the quota of its API keys. */
const POLICY: RatePolicy = { name: 'dashboard', quota: 1_200 }

export const sessionRef = (id: string): string => encodeId('ses', id)

export interface Membership {
  account_id: number
  account_name: string
  role: Role
  /** True if nothing can be done in this account without a second factor. */
  require_second_factor: boolean
  /** The live environment, which stands for the account. */
  live_id: number
  environments: { id: number; mode: 'test' | 'live' }[]
}

/** A session as cached. */
export interface SignedIn extends Session {
  email: string
  name: string
  second_factor: boolean
  memberships: Membership[]
}

function hashToken(secretKey: Buffer, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`session ${token}`).digest()
}

/**
 * Creates a session with a fresh token; nothing is carried over from an earlier session. Returns undefined if the
 * password was changed after it was checked.
 */
export async function beginSession(
  db: Db,
  secretKey: Buffer,
  { user, address, userAgent }: { user: User; address: string; userAgent: string },
  at: number,
): Promise<{ session: Session; token: string } | undefined> {
  const token = TOKEN_PREFIX + randomText(TOKEN_LENGTH)
  const session: Session = {
    id: newUuid(),
    token_hash: hashToken(secretKey, token),
    secret_key_id: idOf(secretKey),
    user_id: user.id,
    created_at: at,
    last_seen_at: at,
    expires_at: at + LASTS_MS,
    address,
    user_agent: userAgent,
  }
  return (await insertSession(db, session, user.password)) ? { session, token } : undefined
}

export interface Sessions {
  /** The session of a token; undefined if it is unknown or has ended. */
  find(token: string): Promise<SignedIn | undefined>
  /** The scope of a session in an environment; null if the user is not a member of that account. */
  enter(token: string, place: Place, address: string): Promise<Scope | null | undefined>
  /** True if a session still grants the same access as when the request began. */
  isLive(scope: Scope): Promise<boolean>
  /** Clears the cache after this process has changed users or members. */
  forget(): void
  /** Stores when sessions were last used; returns how many. */
  flush(): Promise<number>
}

/** Possible hashes of a token, the one under the current key first. */
type Hashes = [Buffer, ...Buffer[]]

interface Cached {
  session: SignedIn | undefined
  /** When the token was looked up. */
  at: number
}

/** Looks up sessions by token. Results are cached for five seconds, including unknown tokens. */
export function createSessions(db: Db, keys: KeyRing, now: () => number): Sessions {
  const read = coalesce(async (wanted: Hashes[]) => {
    const rows = await readSessions(db, wanted.flat())
    return wanted.map((hashes) => assemble(rows.filter((row) => isOneOf(hashes, row.token_hash))))
  })
  const cache = new Map<string, Cached>()
  const tokens = new Map<string, Hashes>()
  const seen = new Map<string, number>()
  const rehashed = new Map<string, Rehashed>()
  /** Incremented whenever the cache is cleared, so that older reads are not cached afterwards. */
  let forgotten = 0

  async function load(hashes: Hashes): Promise<SignedIn | undefined> {
    const key = hashes[0].toString('base64')
    const cached = cache.get(key)
    const at = now()
    // Ignores entries read after `at`, which happens if the clock was set back.
    if (cached && at >= cached.at && at - cached.at < CACHE_MS) return cached.session
    const forgottenBefore = forgotten
    const session = await read(hashes)
    if (forgottenBefore !== forgotten) return load(hashes)
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(key, { session, at })
    if (session) tokens.set(sessionRef(session.id), hashes)
    return session
  }

  function isValid(session: SignedIn): boolean {
    const lastSeen = Math.max(session.last_seen_at, seen.get(session.id) ?? 0)
    return session.expires_at > now() && lastSeen + IDLE_MS > now()
  }

  async function find(token: string): Promise<SignedIn | undefined> {
    const hashes = keys.all.map((key) => hashToken(key, token)) as Hashes
    const session = await load(hashes)
    if (!session || !isValid(session)) return undefined
    seen.set(session.id, now())
    const [after] = hashes
    const before = session.token_hash
    if (!after.equals(before)) rehashed.set(session.id, { before, after })
    return session
  }

  return {
    find,
    async enter(token, place, address) {
      const session = await find(token)
      if (session && lacksFactor(session, place)) throw factorRequired()
      return session && scopeIn(session, place, address)
    },
    async isLive(began) {
      const hashes = tokens.get(began.key_id)
      const session = hashes && (await load(hashes))
      if (!session || !isValid(session) || lacksFactor(session, began)) return false
      const scope = scopeIn(session, began, began.address)
      return scope !== null && began.scopes.every((each) => allows(scope.scopes, each))
    },
    forget() {
      forgotten++
      cache.clear()
    },
    async flush() {
      const batch = new Map(seen)
      seen.clear()
      // Users who are no longer active need not stay cached.
      if (tokens.size > CACHE_SIZE) tokens.clear()
      await touchSessions(db, batch)
      const moved = new Map(rehashed)
      rehashed.clear()
      await rehash(db, 'sessions', moved, keys.first)
      return batch.size
    },
  }
}

const isOneOf = (hashes: Hashes, stored: Buffer): boolean =>
  hashes.some((hash) => hash.length === stored.length && timingSafeEqual(hash, stored))

function scopeIn(session: SignedIn, place: Place, address: string): Scope | null {
  const membership = session.memberships.find((each) => each.account_id === place.account_id)
  const environment = membership?.environments.find(({ mode }) => mode === place.mode)
  if (!membership || !environment) return null
  const { account_id, mode } = place
  const { role } = membership
  return {
    environment_id: environment.id,
    account_id,
    mode,
    key_id: sessionRef(session.id),
    scopes: scopesOf(role),
    policy: POLICY,
    window: `${environment.id}/${session.user_id}`,
    actor: { kind: 'user', id: userRef(session.user_id), label: session.name || session.email },
    role,
    address,
  }
}

/** True if an account requires a second factor and this user has none. */
function lacksFactor(
  { second_factor, memberships }: SignedIn,
  { account_id }: Pick<Place, 'account_id'>,
): boolean {
  if (second_factor) return false
  return memberships.some((each) => each.account_id === account_id && each.require_second_factor)
}

const factorRequired = () =>
  new Refusal(
    'second_factor_required',
    'This account requires two-factor authentication. Set it up on your profile page.',
  )

/** Combines the rows of one session. */
function assemble(rows: SessionRow[]): SignedIn | undefined {
  const [first] = rows
  if (!first) return undefined
  const memberships = new Map<number, Membership>()
  for (const row of rows) {
    const { account_id, account_name, role, live_id, environment_id, mode } = row
    if (account_id === null || role === null || live_id === null) continue
    const require_second_factor = row.require_second_factor ?? false
    const known = memberships.get(account_id) ?? {
      account_id,
      account_name: account_name ?? '',
      role,
      live_id,
      require_second_factor,
      environments: [],
    }
    memberships.set(account_id, known)
    if (environment_id !== null && mode !== null) {
      known.environments.push({ id: environment_id, mode })
    }
  }
  return { ...first, memberships: [...memberships.values()] }
}
