// Password reset requests: same response and same response time whether or not the address is known.

import { setTimeout } from 'node:timers/promises'
import { normalEmail } from '../../domain/password.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Caller } from '../../platform/http/personal.ts'
import type { Sealer } from '../../platform/seal.ts'
import { newLink, OWN_RESET_MS, toBeMailed } from '../links/create.ts'
import { insertOwnReset } from '../links/store.ts'
import { findUser, lockUser } from '../users/store.ts'
import { recordPersonal, type SignParts } from './sign-in.ts'
import type { Throttle } from './throttle.ts'

/** Minimum response time, longer than any of the work done for a known address. */
const ANSWER_MS = 400
/** Maximum number of valid reset links per user; further requests create none. */
const LINKS_MOST = 3

export interface ResetParts {
  /** Seals links that wait to be mailed; undefined if no mail server is configured. */
  sealer: Sealer | undefined
  throttle: Throttle
}

/** Mails a reset link if the address belongs to a user; does not reveal whether it does. */
export async function requestReset(
  parts: SignParts,
  { sealer, throttle }: ResetParts,
  caller: Caller,
  given: string,
): Promise<void> {
  if (!sealer) return
  const email = normalEmail(given)
  await throttle.admit({ email, address: caller.address })
  await Promise.all([mailReset(parts, sealer, caller, email), setTimeout(ANSWER_MS)])
}

async function mailReset(
  parts: SignParts,
  sealer: Sealer,
  caller: Caller,
  email: string,
): Promise<void> {
  const user = await findUser(parts.pool, email)
  if (!user) return
  const at = parts.wallNow()
  const spec = { purpose: 'password_reset' as const, user_id: user.id, email }
  const made = newLink(parts.keys.first, spec, at)
  const { record } = toBeMailed(made, sealer, at)
  await transaction(parts.pool, async (tx) => {
    await lockUser(tx, user.id)
    const link = { ...record, expires_at: at + OWN_RESET_MS }
    if (!(await insertOwnReset(tx, link, { most: LINKS_MOST, at }))) return
    await recordPersonal(tx, parts, caller, user, 'requestPasswordReset')
  })
}
