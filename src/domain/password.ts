// Password rules: long enough, and not one of the obvious guesses.

import type { Constraint } from '../constraint.ts'

/** @public */
export const PASSWORD_LEAST = 12
/** @public */
export const PASSWORD_MOST = 256
/** The minimum number of different characters. */
const DIFFERENT_LEAST = 5

/** Normalizes a password, however a keyboard composed it (NIST SP 800-63B, section 5.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Normalizes an email address, so that one address is one user. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** The rule that a password breaks; undefined if none. */
export function passwordConstraint(password: string, email: string): Constraint | undefined {
  const characters = [...normalPassword(password)]
  if (characters.length < PASSWORD_LEAST) {
    return { kind: 'password_too_short', min: PASSWORD_LEAST }
  }
  if (characters.length > PASSWORD_MOST) {
    return { kind: 'password_too_long', max: PASSWORD_MOST }
  }
  if (new Set(characters).size < DIFFERENT_LEAST) {
    return { kind: 'password_repeats', min: DIFFERENT_LEAST }
  }
  const text = password.toLowerCase()
  const name = normalEmail(email).split('@')[0] as string
  if (text === normalEmail(email) || (name.length > 3 && text.replaceAll(name, '').length < 6)) {
    return { kind: 'password_like_email' }
  }
  return undefined
}
