// Password confirmation before a session grants access that outlives it.

import { transaction } from '../../platform/db/pool.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { decodeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { hasSecondFactor } from '../second-factors/store.ts'
import { lockUser } from '../users/store.ts'
import { admitCode, assertCode, codeMissing } from './challenge.ts'
import type { SignedIn } from './session.ts'
import { recordPersonal, type SignParts, verified } from './sign-in.ts'
import { confirmSession, findConfirmation } from './store.ts'

/** How long a password entry counts, from sign-in or confirmation. */
const CONFIRMED_MS = 15 * 60_000

/** Throws unless the user has entered their password recently. API keys are exempt. */
export async function assertConfirmed(db: Db, { role, key_id }: Scope, at: number): Promise<void> {
  if (role === undefined) return
  const id = decodeId('ses', key_id)
  const confirmedAt = id && (await findConfirmation(db, id))
  if (confirmedAt && Math.abs(at - confirmedAt) < CONFIRMED_MS) return
  throw new Refusal(
    'password_required',
    'This gives access that lasts longer than your session. Enter your password again, then repeat the request.',
  )
}

/** Marks the session as confirmed if password and code are correct. Both are throttled as at sign-in. */
export async function confirmPassword(
  parts: SignParts,
  caller: Caller,
  session: SignedIn,
  { password, code }: { password: string; code?: string },
): Promise<void> {
  const user = await verified(parts, caller, session.email, password, session)
  const guarded = await hasSecondFactor(parts.pool, user.id)
  if (guarded && code === undefined) throw codeMissing()
  const admission = guarded ? await admitCode(parts, caller, user) : undefined
  await transaction(parts.pool, async (tx) => {
    await lockUser(tx, user.id)
    if (guarded) await assertCode(tx, parts, caller, user, code ?? '')
    await confirmSession(tx, session.id, parts.wallNow())
    await recordPersonal(tx, parts, caller, user, 'confirmPassword')
  })
  await admission?.succeed()
}
