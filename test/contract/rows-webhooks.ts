// The sentences of contract section 7 about webhooks.

export const WEBHOOK_ROWS = {
  'c7 signed': 'what arrives is the event of the feed, signed as Standard Webhooks says',
  'c7 two secrets':
    'sign while a secret is being rotated, and the new one alone when its time is over',
  'c7 secret kept': 'shown once; no event, list, log or table holds it',
  'c5 secret replayed': 'for an hour a replay shows it as it was, to the key that made it',
  'c5 secret of another': 'another key of the environment is shown null',
  'c5 secret after an hour': 'it replays as null',
  'c5 secret replaced': 'one that was rotated or deleted meanwhile replays as null',
  'c5 secrets of others': 'a key and a link that were shown once replay as null at once',
  'c7 endpoints': 'POST /v1/webhook_endpoints takes url, enabled_events, description',
  'c7 private url':
    'a URL that names such an address in any spelling: 400; a name that does not resolve is accepted',
  'c7 patterns refused': 'that stand for no event',
  'c7 schedule': 'ten attempts, each after its wait with jitter, then given up; the object goes on',
  'c7 retry-after': 'is honoured, up to a day',
  'c7 gone': '410 disables the endpoint, with an event; resuming brings it back',
  'c7 a day away': 'a receiver gets all of it afterwards, in order for each object',
  'c7 answer kept': 'the first 4 kB, whatever they hold and however much follows',
  'c7 fifteen seconds': 'a slow answer counts; one that has not come by then does not',
  'c7 held back': 'a failing event holds back its own object alone, until it is skipped',
  'c7 within a second': 'a pending delivery starts, also while other endpoints hang',
  'c7 redelivery': 'of a range of the feed, in order for each object',
  'c7 only 2xx': 'delivers; anything else is tried again, redirects unfollowed',
  'c7 patterns': 'an endpoint hears what its patterns name: *, a family, a type',
  'c7 sequence': 'each webhook carries it, so that a receiver can order for itself',
  'c7 attempts': 'are kept and shown with event, answer and time',
  'c7 redelivered': 'one delivery by hand, with the same webhook-id',
  'c7 private connect': 'also refused on every connect, whatever the URL said',
  'c7 private allowed': 'only by WEBHOOK_ALLOW_PRIVATE=true',
} as const
