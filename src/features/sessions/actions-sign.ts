// Signing in and out: a password against guessing, and new passwords.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PersonAction } from '../../domain/audit-actions.ts'
import { billingError } from '../../domain/errors.ts'
import { normalEmail, passwordFault } from '../../domain/password.ts'
import { type AuditRow, insertAudit } from '../../platform/db/audit.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Guesses } from '../../platform/guesses.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { Refusal, unavailable } from '../../platform/refusal.ts'
import { endResets } from '../links/store.ts'
import { liveEnvironmentsOf } from '../members/store.ts'
import { type Passwords, userRef } from '../users/actions.ts'
import { findUser, renameUser, setPassword, type User } from '../users/store.ts'
import { beginSession, type Sessions, type SignedIn, sessionRef } from './actions.ts'
import { deleteSessions, isKnownAddress } from './store.ts'

export interface SignParts {
  pool: Pool
  secretKey: Buffer
  sessions: Sessions
  passwords: Passwords
  /** Failures by the address they come from, and by the mail address they are about. */
  byAddress: Guesses
  byEmail: Guesses
  wallNow(): number
  ticksNow(): number
}

/** Who signs in waits at once at most; each waits up to seconds. */
const WAITING_MOST = 500
const waiting = { count: 0 }

const wrong = () =>
  new Refusal(
    'credentials_invalid',
    'This mail address and password do not belong together. Check both, or set a new password.',
    { headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
  )

/** Signs somebody in: a new session, whatever the browser had before. */
export async function signIn(
  parts: SignParts,
  caller: Caller,
  credentials: { email: string; password: string },
): Promise<{ token: string }> {
  const email = normalEmail(credentials.email)
  const user = await verified(parts, caller, email, credentials.password)
  return begin(parts, caller, user, 'signIn')
}

/** Whose password it is. Throws when it is nobody's, taking as long as when it is somebody's. */
export async function verified(
  parts: SignParts,
  caller: Caller,
  email: string,
  password: string,
): Promise<User> {
  const { pool, passwords, byAddress, byEmail } = parts
  const at = parts.ticksNow()
  await patience(byAddress.begin(caller.address, at))
  // Whoever signed in from there before cannot be locked out by others who guess.
  const known = await isKnownAddress(pool, email, caller.address)
  if (!known) await patience(byEmail.begin(email, at))
  const user = await findUser(pool, email)
  if (!(await passwords.matches(password, user?.password)) || !user) {
    // Not waited for, or the answer would tell by its time that the address is somebody's.
    if (user)
      void recordPersonal(parts.pool, parts, caller, user, 'refuseSignIn').catch(() => undefined)
    throw wrong()
  }
  byAddress.succeed(caller.address, at)
  if (!known) byEmail.succeed(email, at)
  return user
}

/** Waits as a verdict says, or refuses; `often` says what was done too often. */
export async function patience(
  verdict: ReturnType<Guesses['begin']>,
  often = 'Signing in failed too often.',
): Promise<void> {
  if ('retrySeconds' in verdict) {
    throw new Refusal(
      'rate_limit_exceeded',
      `${often} Try again in ${verdict.retrySeconds} seconds.`,
      { headers: { 'retry-after': String(verdict.retrySeconds) } },
    )
  }
  if (verdict.waitMs === 0) return
  if (waiting.count >= WAITING_MOST) throw unavailable('Too many people are signing in just now.')
  waiting.count++
  await setTimeout(verdict.waitMs).finally(() => waiting.count--)
}

export async function begin(
  parts: SignParts,
  caller: Caller,
  user: User,
  action: PersonAction,
): Promise<{ token: string }> {
  const { address, userAgent } = caller
  const made = await beginSession(
    parts.pool,
    parts.secretKey,
    { user, address, userAgent },
    parts.wallNow(),
  )
  if (!made) throw wrong()
  const former = caller.token === undefined ? undefined : await parts.sessions.find(caller.token)
  if (former) await deleteSessions(parts.pool, former.user_id, { only: former.id })
  parts.sessions.forget()
  await recordPersonal(parts.pool, parts, caller, user, action, sessionRef(made.session.id))
  return { token: made.token }
}

/** Ends one session of somebody, or all of them. */
export async function signOut(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  which: { only?: string },
): Promise<number> {
  const ended = await deleteSessions(parts.pool, session.user_id, which)
  parts.sessions.forget()
  if (ended > 0) {
    const what = which.only === undefined ? null : sessionRef(which.only)
    await recordPersonal(parts.pool, parts, caller, userOf(session), 'signOut', what)
  }
  return ended
}

const userOf = ({ user_id, email, name }: SignedIn) => ({ id: user_id, email, name })

/** Changes what others call somebody. */
export async function rename(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  name: string,
): Promise<void> {
  await transaction(parts.pool, async (tx) => {
    await renameUser(tx, session.user_id, name, parts.wallNow())
    await recordPersonal(tx, parts, caller, { ...userOf(session), name }, 'updateUser')
  })
  parts.sessions.forget()
}

/** Sets a new password; every other session of this person ends. */
export async function changePassword(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { password, new_password }: { password: string; new_password: string },
): Promise<void> {
  assertPassword(new_password, session.email, 'new_password')
  const user = await verified(parts, caller, session.email, password)
  const hash = await parts.passwords.hash(new_password)
  await transaction(parts.pool, async (tx) => {
    // Who set another one meanwhile, by a link, has had the last word.
    const was = user.password
    if (!(await setPassword(tx, { id: user.id, password: hash, was }, parts.wallNow())))
      throw wrong()
    await endResets(tx, user.id)
    await deleteSessions(tx, user.id, { except: session.id })
    await recordPersonal(tx, parts, caller, user, 'changePassword')
  })
  parts.sessions.forget()
}

export function assertPassword(password: string, email: string, param: string): void {
  const fault = passwordFault(password, email)
  if (fault === undefined) return
  throw billingError('parameter_invalid', `The password ${fault}.`, { param })
}

/** Writes down what somebody did about themselves, in every account they belong to. */
export async function recordPersonal(
  db: Db,
  parts: Pick<SignParts, 'wallNow'>,
  caller: Caller,
  user: Pick<User, 'id' | 'name' | 'email'>,
  action: PersonAction,
  objectId: string | null = null,
): Promise<void> {
  const environments = await liveEnvironmentsOf(db, user.id)
  const rows = environments.map(
    (environment_id): AuditRow => ({
      environment_id,
      actor: userRef(user.id),
      actor_label: user.name || user.email,
      address: caller.address,
      request_id: caller.requestId,
      action,
      object_id: objectId,
      first_sequence: null,
      last_sequence: null,
      created_at: parts.wallNow(),
    }),
  )
  if (rows.length > 0) await insertAudit(db, rows)
}
