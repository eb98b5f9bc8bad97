// The errors of signing in with a second factor.

import type { CatalogueEntry } from './error-entry.ts'

export const SECOND_FACTOR = {
  sign_in_expired: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The password was entered too long ago, or too many wrong codes were, so that a code alone does ' +
      'not sign in any more.',
    remedy: 'Enter email and password again, then the code.',
  },
  second_factor_code_required: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'This person signs in with a second factor, so the password or the link alone is not enough.',
    remedy: 'Send `code` too: six digits from the authenticator app, or a recovery code.',
  },
  second_factor_code_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The code is not the one that the authenticator app shows now, or it was used before. Each ' +
      'code passes once, a recovery code too.',
    remedy:
      'Wait for the next code of the app. If none is accepted, check the clock of the phone, or ' +
      'use a recovery code.',
  },
  second_factor_required: {
    status: 403,
    type: 'permission_error',
    meaning: 'The account requires a second factor of its members, and this person has none.',
    remedy: 'Set one up on the profile page. Everything works again at once.',
  },
} as const satisfies Record<string, CatalogueEntry>
