// A user's own second factor: set up, renew recovery codes, turn off. Also requiring one for an account.

import { billingError } from '../../domain/errors.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { Refusal } from '../../platform/refusal.ts'
import { factorUri, newFactorSecret, renewRecoveryCodes, stepOf } from '../second-factors/codes.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  hasSecondFactor,
  lockSecondFactor,
} from '../second-factors/store.ts'
import { lockUser, type User } from '../users/store.ts'
import { admitCode, assertCode, codeInvalid } from './challenge.ts'
import type { SignedIn } from './session.ts'
import { recordAt, recordPersonal, type SignParts, verified } from './sign-in.ts'
import { deleteSessions, setRequirement } from './store.ts'
import { deleteChallenges } from './store-challenges.ts'

const exists = () =>
  billingError(
    'second_factor_exists',
    'Two-factor authentication is already on. Turn it off first to set up another app.',
  )
const missing = () =>
  billingError('second_factor_missing', 'Two-factor authentication is off. Set it up first.')

/** Returns whether the user has a second factor, and how many recovery codes are left. */
export async function describeFactor({ pool }: SignParts, { user_id }: SignedIn) {
  const enabled = await hasSecondFactor(pool, user_id)
  return { enabled, recoveryCodesLeft: enabled ? await countRecoveryCodes(pool, user_id) : 0 }
}

/** Creates a secret for an authenticator app; it takes effect once a code from the app is entered. */
export async function startFactor(
  parts: SignParts,
  { user_id, email }: SignedIn,
): Promise<{ secret: string; uri: string }> {
  const { secret, sealed } = newFactorSecret(parts)
  const begun = await beginSecondFactor(parts.pool, { userId: user_id, sealed }, parts.wallNow())
  if (!begun) throw exists()
  return { secret, uri: factorUri(secret, email) }
}

interface Proof {
  password: string
  code: string
}

/** Activates the second factor, ends all other sessions of the user and returns the recovery codes. */
export async function confirmFactor(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { password, code }: Proof,
): Promise<string[]> {
  const user = await verified(parts, caller, session.email, password, session)
  const { succeed } = await admitCode(parts, caller, user)
  const at = parts.wallNow()
  const codes = await transaction(parts.pool, async (tx) => {
    await lockUser(tx, user.id)
    const factor = await lockSecondFactor(tx, user.id)
    if (!factor) throw missing()
    if (factor.confirmed_at !== null) throw exists()
    const step = stepOf(parts, { sealed: factor.sealed_secret, code: code.replace(/\s/g, '') }, at)
    if (step === undefined) throw codeInvalid()
    if (!(await confirmSecondFactor(tx, factor, { step, at }))) throw exists()
    await endOthers(tx, session)
    await recordPersonal(tx, parts, caller, user, 'enableSecondFactor')
    return renewRecoveryCodes(tx, parts, user.id)
  })
  await succeed()
  parts.sessions.forget()
  return codes
}

/** Turns the second factor off and ends all other sessions of the user. */
export async function disableFactor(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  proof: Proof,
): Promise<void> {
  await proven(parts, caller, session, proof, async (tx, user) => {
    await deleteSecondFactor(tx, user.id)
    await endOthers(tx, session)
    await recordPersonal(tx, parts, caller, user, 'disableSecondFactor')
  })
  parts.sessions.forget()
}

/** Creates ten new recovery codes; the previous ones stop working. */
export function renewCodes(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  proof: Proof,
): Promise<string[]> {
  return proven(parts, caller, session, proof, async (tx, user) => {
    await recordPersonal(tx, parts, caller, user, 'renewRecoveryCodes')
    return renewRecoveryCodes(tx, parts, user.id)
  })
}

/** Runs `work` in the transaction that consumes the code, after checking password and code. */
async function proven<T>(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { password, code }: Proof,
  work: (tx: Tx, user: User) => Promise<T>,
): Promise<T> {
  if (!(await hasSecondFactor(parts.pool, session.user_id))) throw missing()
  const user = await verified(parts, caller, session.email, password, session)
  const { succeed } = await admitCode(parts, caller, user)
  const done = await transaction(parts.pool, async (tx) => {
    await lockUser(tx, user.id)
    await assertCode(tx, parts, caller, user, code)
    return work(tx, user)
  })
  await succeed()
  return done
}

async function endOthers(tx: Tx, { user_id, id }: SignedIn): Promise<void> {
  await deleteSessions(tx, user_id, { except: id })
  await deleteChallenges(tx, user_id)
}

/**
 * Requires a second factor from all members of an account, or stops requiring it. Only an owner or admin who has one
 * can do this, so that they cannot lock others out with a step they have not taken themselves.
 */
export async function requireFactor(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { accountId, required }: { accountId: number; required: boolean },
): Promise<void> {
  const membership = session.memberships.find(({ account_id }) => account_id === accountId)
  if (!membership) {
    throw billingError('resource_missing', `You are not a member of account ${accountId}.`)
  }
  await transaction(parts.pool, async (tx) => {
    await lockUser(tx, session.user_id)
    if (!(await hasSecondFactor(tx, session.user_id))) throw missing()
    const by = { accountId, userId: session.user_id, liveId: membership.live_id }
    if (!(await setRequirement(tx, by, required))) {
      throw new Refusal(
        'permission_denied',
        `Only owners and admins can change this; your role is ${membership.role}. Ask one of them.`,
      )
    }
    const action = required ? 'requireSecondFactor' : 'waiveSecondFactor'
    const user = { id: session.user_id, name: session.name, email: session.email }
    await recordAt(tx, parts, caller, user, { environments: [membership.live_id], action })
  })
  parts.sessions.forget()
}
