// Sign-in: a password and, for users with a second factor, a code after it.

import { createHmac } from 'node:crypto'
import { normalEmail } from '../../domain/password.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Caller } from '../../platform/http/personal.ts'
import { newUuid } from '../../platform/ids.ts'
import { randomText } from '../../platform/random-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { acceptCode } from '../second-factors/codes.ts'
import { hasSecondFactor } from '../second-factors/store.ts'
import { findUserById, type User } from '../users/store.ts'
import { knownDevice } from './device.ts'
import { type Begun, begin, recordPersonal, type SignParts, verified, wrong } from './sign-in.ts'
import { findChallenge, insertChallenge, takeChallenge, tryChallenge } from './store-challenges.ts'
import type { Admission } from './throttle.ts'

/** Time a user has to enter the code. */
export const CHALLENGE_LASTS_MS = 10 * 60_000
/** 238 random bits. */
const TOKEN_LENGTH = 40

export interface Challenged {
  challenge: string
  expiresAt: number
}

function hashChallenge(secretKey: Buffer, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`challenge ${token}`).digest()
}

const challengeInvalid = () =>
  new Refusal(
    'sign_in_expired',
    'This sign-in has expired, or had too many wrong codes. Enter your email and password again.',
    { headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
  )

export const codeInvalid = () =>
  new Refusal(
    'second_factor_code_invalid',
    'This code is not valid, or was already used. Enter the current code of your authenticator app, or an unused recovery code.',
    { param: 'code', headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
  )

/** Starts a new session, replacing any session in this browser, or asks for a code first. */
export async function signIn(
  parts: SignParts,
  caller: Caller,
  credentials: { email: string; password: string },
): Promise<Begun | Challenged> {
  const email = normalEmail(credentials.email)
  const user = await verified(parts, caller, email, credentials.password)
  if (await hasSecondFactor(parts.pool, user.id)) return challenge(parts, user)
  return begin(parts, caller, user, 'signIn', async (tx) => {
    // The second factor was turned on just now; the next attempt asks for a code.
    if (await hasSecondFactor(tx, user.id)) throw wrong()
  })
}

/** Remembers for a few minutes who entered a correct password. A challenge does not grant access. */
async function challenge(parts: SignParts, user: User): Promise<Challenged> {
  const { pool, keys } = parts
  const token = randomText(TOKEN_LENGTH)
  const at = parts.wallNow()
  const record = {
    id: newUuid(),
    token_hash: hashChallenge(keys.first, token),
    user_id: user.id,
    created_at: at,
    expires_at: at + CHALLENGE_LASTS_MS,
  }
  if (!(await insertChallenge(pool, record, user.password))) throw wrong()
  return { challenge: token, expiresAt: record.expires_at }
}

/** Signs in the user who answers a challenge with a code. */
export async function answerChallenge(
  parts: SignParts,
  caller: Caller,
  code: string,
): Promise<Begun> {
  const { pool, keys } = parts
  const { challenge } = caller
  if (challenge === undefined) throw challengeInvalid()
  const hashes = keys.all.map((key) => hashChallenge(key, challenge))
  const at = parts.wallNow()
  const userId = await findChallenge(pool, hashes, at)
  const user = userId === undefined ? undefined : await findUserById(pool, userId)
  if (!user) throw challengeInvalid()
  const { succeed } = await admitCode(parts, caller, user)
  const tried = await tryChallenge(pool, hashes, at)
  if (!tried) throw challengeInvalid()
  const begun = await begin(parts, caller, user, 'signIn', async (tx) => {
    await assertCode(tx, parts, caller, user, code)
    if (!(await takeChallenge(tx, tried.id))) throw challengeInvalid()
  })
  await succeed()
  return begun
}

/** Waits until a code of this user may be tried; throws 429. */
export async function admitCode(
  parts: SignParts,
  caller: Caller,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<Admission> {
  const { address, device: token } = caller
  const known = await knownDevice(parts.pool, parts.keys, { email, token }, parts.wallNow())
  return parts.codeThrottle.admit({ email: id, address, known })
}

/** Consumes a code. Throws and records the refusal if the code is wrong. */
export async function assertCode(
  tx: Tx,
  parts: SignParts,
  caller: Caller,
  user: User,
  code: string,
): Promise<void> {
  if (await acceptCode(tx, parts, { userId: user.id, code }, parts.wallNow())) return
  void recordPersonal(parts.pool, parts, caller, user, 'refuseCode').catch(() => undefined)
  throw codeInvalid()
}

export const codeMissing = () =>
  new Refusal(
    'second_factor_code_required',
    'You sign in with two-factor authentication. Enter a code from your authenticator app too, or a recovery code.',
    { param: 'code', headers: { 'www-authenticate': 'Bearer realm="reckoner"' } },
  )
