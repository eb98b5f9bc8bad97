// What a password has to be: long, and not what everybody would try first.

import type { Constraint } from '../constraint.ts'

/** @public */
export const PASSWORD_LEAST = 12
/** @public */
export const PASSWORD_MOST = 256
/** Different characters in one. */
const DIFFERENT_LEAST = 5

/** One spelling of a password, however a keyboard composed it (NIST SP 800-63B, section 5.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** An address is one person, however it is typed. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** What a password does not keep to; undefined when nothing. */
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
