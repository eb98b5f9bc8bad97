// Errors of signing in with a second factor.

import type { CatalogueEntry } from './error-entry.ts'

export const SECOND_FACTOR = {
  sign_in_expired: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The password was entered too long ago, or too many wrong codes were entered.',
    remedy: 'Enter your email and password again, then the code.',
  },
  second_factor_code_required: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'This person signs in with two-factor authentication; the password or link is not enough.',
    remedy: 'Also send `code`: six digits from the authenticator app, or a recovery code.',
  },
  second_factor_code_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The code is wrong, expired or already used. Each code works only once, including recovery codes.',
    remedy:
      'Wait for the next code in the app. If no code works, check the clock of your phone, or use ' +
      'a recovery code.',
  },
  second_factor_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'The account requires two-factor authentication, and this person has not set it up.',
    remedy: 'Set one up on the profile page. Access is then restored immediately.',
  },
} as const satisfies Record<string, CatalogueEntry>
