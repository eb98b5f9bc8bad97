// What makes the interface kind to the programs that meet it.

export const KIND_ROWS = {
  'at once rows': 'finalize: true leaves the very rows that two calls leave',
  'at once events': 'invoice.created, then invoice.finalized with what it was before',
  'at once paid': 'paid at once when nothing is due',
  'at once refused': 'what finalize refuses leaves nothing, and takes no number',
  'at once dry run': 'a dry run tells both events, the mail and what is missing of the seller',
  'at once key': 'one Idempotency-Key, and one request of the limit',
  'at once false': 'false and null are the same as absent',
  'at once scope': 'needs what both calls need',
  'payment currency': 'may be left out, and is that of the invoice then',
} as const
