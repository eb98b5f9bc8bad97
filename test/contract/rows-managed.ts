// The sentences of contract section 9: what people and machines manage, also as API.

export const MANAGED_ROWS = {
  'c9 keys made': 'a key is shown whole once, and works at once',
  'c9 keys shown once': 'a repetition with the same idempotency key shows null',
  'c9 keys scopes': 'scopes are known ones, and an unknown one is told the nearest',
  'c9 keys no more than own': 'nobody hands on, or rolls, more than they may do themselves',
  'c9 keys listed': 'without their secrets, those of the environment alone, by status',
  'c9 keys renamed': 'the name changes and nothing else',
  'c9 keys rolled': 'the old one ends after the overlap, or when it would have ended before',
  'c9 keys revoked': 'at once in this process, also one in use; again changes nothing',
  'c9 keys elsewhere': 'another process refuses a revoked key within five seconds',
  'c9 keys expiry': 'a time to come, or refused',
  'c9 keys ended': 'what has ended cannot be rolled',
  'c9 keys address': 'when and from where a key was last used',
  'c9 every scope': 'what routes need is what keys can be given',
  'c9 limits': 'the quota, its use now, and the bounds that the schemas have',
} as const
