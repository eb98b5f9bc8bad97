// Errors of requests that conflict with a dispute (409).

import type { CatalogueEntry } from './error-entry.ts'

export const DISPUTE_ERRORS = {
  payment_disputed: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A dispute has taken the money back, so it cannot be refunded, and the payment cannot be reversed by hand.',
    remedy: 'Respond to the dispute at the gateway. If it is won, the full amount can be refunded.',
    example:
      'A dispute took CA$59.97 of this payment back, so CA$59.97 cannot be refunded. Wait until the dispute is won; if it is lost, the customer has the money.',
  },
  dispute_closed: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The dispute was won or lost, which is final.',
    remedy: 'No action is needed.',
    example: 'This dispute is lost. Only an open one can be ended.',
  },
} as const satisfies Record<string, CatalogueEntry>
