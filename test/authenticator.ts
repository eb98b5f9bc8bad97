// An authenticator app for tests: the codes that a phone would show, and users who have one.

import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { PASSWORD, type Person } from './browser-like.ts'

const FACTOR = '/session/v1/second_factor'

/** Code of a base 32 secret at a point in time, `steps` of 30 seconds later (or earlier if negative). */
export function codeOf(secret: string, now: number, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6 })
  return totp.generate({ timestamp: now + steps * 30_000 })
}

/** Turns on the second factor of a signed-in user. */
export async function enrol(
  person: Person,
  now = Date.now(),
  password = PASSWORD,
): Promise<{ secret: string; codes: string[] }> {
  const begun = await person.send('POST', FACTOR)
  assert.equal(begun.status, 200, begun.text)
  const { secret } = begun.body
  const body = { password, code: codeOf(secret, now) }
  const confirmed = await person.send('POST', `${FACTOR}/confirm`, { body })
  assert.equal(confirmed.status, 200, confirmed.text)
  return { secret, codes: confirmed.body.codes }
}
