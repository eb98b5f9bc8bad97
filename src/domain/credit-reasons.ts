// The reasons of credit notes.

/** Why a note is issued through the API. */
export const REASONS_SENT = [
  'duplicate',
  'order_change',
  'pricing_error',
  'goodwill',
  'fraud',
  'other',
] as const

/** Why a note was issued; subscriptions return unused time. */
export const CREDIT_REASONS = [...REASONS_SENT, 'unused_time'] as const
