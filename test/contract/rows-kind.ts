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
  'sent back whole': 'read, change, PATCH: every object is taken back with all its members',
  'sent back other': 'a read-only member with any other value is 400, and nothing is done',
  'sent back after': 'read-only members may be as they are after the change, lines by their place',
  'sent back spelled': 'ids with and without prefix, instants in any spelling of RFC 3339',
  'sent back refused': 'what was sent is not quoted, and what is so is told',
  'sent back due date': 'a due date that was only read is recounted at finalize all the same',
  'sent back url': 'what was allowed once may be sent back as it is',
  'sent back on create': 'read-only members are taken where they say what is made',
  'sent back raced': 'judged under the lock of the object',
  'patch nothing': 'PATCH {} answers the object, records nothing and writes nothing',
  'sums exact': 'sums beyond 2^53 stand beside the number as strings of digits',
  'payment currency': 'may be left out, and is that of the invoice then',
} as const
