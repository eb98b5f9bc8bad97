// The second factor: six digits of an authenticator app (RFC 6238), or a recovery code in its place.

import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../platform/db/table.ts'
import { idOf, type KeyRing } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/random-text.ts'
import type { Sealer } from '../../platform/seal.ts'
import { acceptStep, findSecondFactor, insertRecoveryCodes, takeRecoveryCode } from './store.ts'

/** Settings that every authenticator app supports (RFC 6238, section 5.2): SHA-1, six digits, 30 seconds. */
const TOTP_FORM = { issuer: 'Reckoner', algorithm: 'SHA1', digits: 6, period: 30 }
const STEP_MS = 30_000
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Clocks can differ by one time step in either direction. */
const DRIFT_STEPS = 1

const RECOVERY_CODES = 10
/** Lower-case letters and digits that are not easily confused: twelve of them hold 59 random bits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 12

export interface FactorParts {
  keys: KeyRing
  /** Seals the secrets shared with authenticator apps. */
  factorSealer: Sealer
}

/** Creates a secret, together with its sealed form for storage. */
export function newFactorSecret({ factorSealer }: FactorParts): { secret: string; sealed: Buffer } {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, sealed: factorSealer.seal(Buffer.from(secret.bytes)) }
}

/** The content of the QR code (Key URI Format of Google Authenticator). */
export function factorUri(secret: string, email: string): string {
  return new TOTP({ ...TOTP_FORM, label: email, secret }).toString()
}

/** The time step of a code that an app would show now; undefined if the code is wrong. */
export function stepOf(
  { factorSealer }: FactorParts,
  { sealed, code }: { sealed: Buffer; code: string },
  now: number,
): number | undefined {
  const secret = new Secret({ buffer: new Uint8Array(factorSealer.open(sealed)).buffer })
  const totp = new TOTP({ ...TOTP_FORM, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta
}

/**
 * Consumes a code: of the app, whose time steps are accepted once and in ascending order, or a recovery code. Returns
 * false if the code is wrong or already used; of two concurrent uses, one gets false.
 */
export async function acceptCode(
  tx: Tx,
  parts: FactorParts,
  { userId, code: given }: { userId: string; code: string },
  now: number,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase()
  const factor = await findSecondFactor(tx, userId)
  if (factor?.confirmed_at == null) return false
  if (!/^\d{6}$/.test(code)) {
    const hashes = parts.keys.all.map((key) => hashRecovery(key, userId, code))
    return takeRecoveryCode(tx, userId, hashes)
  }
  const step = stepOf(parts, { sealed: factor.sealed_secret, code }, now)
  return step !== undefined && acceptStep(tx, userId, step)
}

/** Creates recovery codes, which replace all earlier ones; shown once. */
export async function renewRecoveryCodes(
  tx: Tx,
  { keys: { first } }: FactorParts,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    randomText(RECOVERY_LENGTH, RECOVERY_ALPHABET).replaceAll(/.{4}(?=.)/g, '$&-'),
  )
  const hashes = codes.map((code) => hashRecovery(first, userId, code.replaceAll('-', '')))
  await insertRecoveryCodes(tx, userId, hashes, idOf(first))
  return codes
}

function hashRecovery(secretKey: Buffer, userId: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`recovery code ${userId} ${code}`).digest()
}
