// Sign-in and sign-out: password checks with throttling, and password changes.

import type { Pool } from 'pg'
import type { PersonAction } from '../../domain/audit-actions.ts'
import { validationError } from '../../domain/errors.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { passwordConstraint } from '../../domain/password.ts'
import { type AuditRow, insertAudit } from '../../platform/db/audit.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endResets } from '../links/store.ts'
import { liveEnvironmentsOf } from '../members/store.ts'
import type { FactorParts } from '../second-factors/codes.ts'
import { type Passwords, userRef } from '../users/passwords.ts'
import { findUser, lockUser, renameUser, setPassword, type User } from '../users/store.ts'
import { hashesOfDevice, knownDevice, rememberDevice } from './device.ts'
import { beginSession, type Sessions, type SignedIn, sessionRef } from './session.ts'
import { deleteSessions } from './store.ts'
import { deleteChallenges } from './store-challenges.ts'
import { deleteDevices } from './store-devices.ts'
import type { Throttle } from './throttle.ts'

export interface SignParts extends FactorParts {
  pool: Pool
  sessions: Sessions
  passwords: Passwords
  /** Throttles passwords, and codes after a correct password. */
  throttle: Throttle
  codeThrottle: Throttle
  wallNow(): number
}

/** The cookies and tokens that a browser receives after a sign-in. */
export interface Begun {
  token: string
  device: string
}

export const wrong = () =>
  new Refusal(
    'credentials_invalid',
    'Wrong email or password. Check both, or reset your password.',
    { headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
  )

/** Returns the user with this email and password. Throws otherwise, in the same time whether or not the user exists. */
export async function verified(
  parts: SignParts,
  caller: Caller,
  email: string,
  password: string,
  session?: SignedIn,
): Promise<User> {
  const { pool, keys, passwords } = parts
  const { address, device: token } = caller
  const device = await knownDevice(pool, keys, { email, token }, parts.wallNow())
  const attempt = { email, address, known: device ?? session?.id }
  const { ahead, succeed } = await parts.throttle.admit(attempt)
  let user: User | undefined
  const find = async () => {
    user = await findUser(pool, email)
    return user?.password
  }
  if (!(await passwords.matches(password, find, ahead)) || !user) {
    // Not awaited, or the response time would reveal that the address is known.
    if (user)
      void recordPersonal(parts.pool, parts, caller, user, 'refuseSignIn').catch(() => undefined)
    throw wrong()
  }
  await succeed()
  return user
}

/** Starts a session in the transaction in which `prove` succeeds. */
export async function begin(
  parts: SignParts,
  caller: Caller,
  user: User,
  action: PersonAction,
  prove: (tx: Tx) => Promise<void>,
): Promise<Begun> {
  const { keys } = parts
  const { address, userAgent, device: token } = caller
  const at = parts.wallNow()
  const { made, device } = await transaction(parts.pool, async (tx) => {
    await lockUser(tx, user.id)
    await prove(tx)
    const made = await beginSession(tx, keys.first, { user, address, userAgent }, at)
    if (!made) throw wrong()
    return { made, device: await rememberDevice(tx, keys, { userId: user.id, token }, at) }
  })
  const former = caller.token === undefined ? undefined : await parts.sessions.find(caller.token)
  if (former) await deleteSessions(parts.pool, former.user_id, { only: former.id })
  parts.sessions.forget()
  await recordPersonal(parts.pool, parts, caller, user, action, sessionRef(made.session.id))
  return { token: made.token, device }
}

/** Ends one session of the user, or all of them. */
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

/** Changes the user's name. */
export async function rename(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  name: string,
): Promise<void> {
  assertNewTexts([{ param: 'name', be: 'visible', text: name, stored: session.name }])
  await transaction(parts.pool, async (tx) => {
    await renameUser(tx, session.user_id, name, parts.wallNow())
    await recordPersonal(tx, parts, caller, { ...userOf(session), name }, 'updateUser')
  })
  parts.sessions.forget()
}

/** Sets a new password and ends all other sessions of the user. */
export async function changePassword(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { password, new_password }: { password: string; new_password: string },
): Promise<void> {
  assertPassword(new_password, session.email, 'new_password')
  const user = await verified(parts, caller, session.email, password, session)
  const hash = await parts.passwords.hash(new_password)
  await transaction(parts.pool, async (tx) => {
    // A password set through a link in the meantime wins.
    const was = user.password
    if (!(await setPassword(tx, { id: user.id, password: hash, was }, parts.wallNow())))
      throw wrong()
    await endResets(tx, user.id)
    await deleteSessions(tx, user.id, { except: session.id })
    await deleteChallenges(tx, user.id)
    await deleteDevices(tx, user.id, { except: hashesOfDevice(parts.keys, caller.device ?? '') })
    await recordPersonal(tx, parts, caller, user, 'changePassword')
  })
  parts.sessions.forget()
}

export function assertPassword(password: string, email: string, param: string): void {
  const constraint = passwordConstraint(password, email)
  if (constraint) throw validationError(param, constraint)
}

/** Records a user's action on themselves in the audit log of every account they belong to. */
export async function recordPersonal(
  db: Db,
  parts: Pick<SignParts, 'wallNow'>,
  caller: Caller,
  user: Pick<User, 'id' | 'name' | 'email'>,
  action: PersonAction,
  objectId: string | null = null,
): Promise<void> {
  const environments = await liveEnvironmentsOf(db, user.id)
  await recordAt(db, parts, caller, user, { environments, action, objectId })
}

/** Records an action in the audit log of these live environments. */
export async function recordAt(
  db: Db,
  { wallNow }: Pick<SignParts, 'wallNow'>,
  caller: Caller,
  user: Pick<User, 'id' | 'name' | 'email'>,
  {
    environments,
    action,
    objectId = null,
  }: { environments: number[]; action: PersonAction; objectId?: string | null },
): Promise<void> {
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
      created_at: wallNow(),
    }),
  )
  if (rows.length > 0) await insertAudit(db, rows)
}
