// Rows of the chain deleted and moved without the key, and the message that verification must return for each.

import { EVENT, LIVE } from './chained-books.ts'
import { type Attack, all, E, entry, event, LAST, one } from './forged-chain-shapes.ts'

export const REMOVED: Attack[] = [
  {
    name: 'an event in the middle removed',
    forge: one(`delete from events where ${event(EVENT.adaUpdated)}`),
    found: /link \d+ of \S+ does not match its current content/,
  },
  {
    name: 'an event removed and the later ones renumbered',
    forge: all(
      `delete from events where ${event(EVENT.adaUpdated)}`,
      `update events set sequence = sequence - 1 where ${E} and sequence > ${EVENT.adaUpdated}`,
      `update audit_log set first_sequence = first_sequence - 1, last_sequence = last_sequence - 1
       where ${E} and first_sequence > ${EVENT.adaUpdated}`,
      `update chain_rewrites set sequence = sequence - 1 where ${E} and sequence > ${EVENT.adaUpdated}`,
      `update environment_counters set event_sequence = event_sequence - 1 where ${E}`,
    ),
    found: /does not match its current content/,
  },
  {
    name: 'an audit entry removed',
    forge: one(`delete from audit_log where ${entry(EVENT.adaCreated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'a link removed with all its rows, and the later ones closed up',
    forge: all(
      `delete from chain_links where ${E} and link = 4`,
      `delete from events where ${E} and link = 4`,
      `delete from audit_log where ${E} and link = 4`,
      ...['chain_links', 'events', 'audit_log', 'chain_rewrites'].map(
        (table) => `update ${table} set link = link - 1 where ${E} and link > 4`,
      ),
      `update environment_counters set chain_link = chain_link - 1 where ${E}`,
    ),
    found: /does not match its current content|is missing/,
  },
  {
    name: 'a link removed with all its rows',
    forge: all(
      `delete from chain_links where ${E} and link = 4`,
      `delete from events where ${E} and link = 4`,
      `delete from audit_log where ${E} and link = 4`,
    ),
    found: /link 4 is missing/,
  },
  {
    name: 'the first link removed with all its rows',
    forge: all(
      ...['chain_links', 'events', 'audit_log'].map(
        (t) => `delete from ${t} where ${E} and link = 1`,
      ),
    ),
    found: /link 2 of \S+ does not match its|link 1 is missing/,
  },
  {
    name: 'the newest links removed with their rows, and the head set back unsigned',
    environment: LIVE,
    forge: all(
      ...['chain_links', 'events', 'audit_log'].map(
        (t) => `delete from ${t} where ${E} and link > 1`,
      ),
      `update environment_counters set chain_link = 1, event_sequence = 1, products_count = 1, chain_hash =
         (select hash from chain_links where ${E}) where ${E}`,
    ),
    found: /the head/,
  },
  {
    name: 'the newest links removed with their rows, and the head left',
    environment: LIVE,
    forge: all(
      ...['chain_links', 'events', 'audit_log'].map(
        (t) => `delete from ${t} where ${E} and link > 1`,
      ),
    ),
    found: /the head/,
  },
  {
    name: 'all links removed, and the head left',
    environment: LIVE,
    forge: one(`delete from chain_links where ${E}`),
    found: /which does not exist/,
  },
  {
    name: 'all rows removed, and the links left',
    environment: LIVE,
    forge: all(`delete from events where ${E}`, `delete from audit_log where ${E}`),
    found: /does not match its current content/,
  },
]

export const MOVED: Attack[] = [
  {
    name: 'the objects of two events swapped',
    forge: one(
      `update events e set object = o.object from events o where e.${E} and o.${E}
         and array[e.sequence, o.sequence] <@ array[1, 3]::bigint[] and e.sequence <> o.sequence`,
    ),
    found: /event 1 does not match what was written/,
  },
  {
    name: 'the objects of two events swapped with digests and salts',
    forge: one(
      `update events e set object = o.object, digest = o.digest, salt = o.salt from events o where e.${E}
         and o.${E} and array[e.sequence, o.sequence] <@ array[1, 3]::bigint[] and e.sequence <> o.sequence`,
    ),
    found: /does not match its current content/,
  },
  {
    name: 'two events changed places',
    forge: one(`update events set sequence = 4 - sequence where ${E} and sequence in (1, 3)`),
    found: /does not match its current content/,
  },
  {
    name: 'an event doubled',
    forge: one(`insert into events select * from events where ${event(EVENT.adaUpdated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'an audit entry doubled',
    forge: one(`insert into audit_log select * from audit_log where ${entry(EVENT.adaCreated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'a link doubled',
    forge: one(`insert into chain_links select * from chain_links where ${E} and link = 2`),
    found: /link 2/,
  },
  {
    name: 'an event moved to another environment',
    forge: one(`update events set environment_id = ${LIVE} where ${event(EVENT.adaUpdated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'an audit entry moved to another environment',
    forge: one(`update audit_log set environment_id = ${LIVE} where ${entry(EVENT.adaCreated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'an event moved to another link',
    forge: one(`update events set link = link + 1 where ${event(EVENT.adaUpdated)}`),
    found: /does not match its current content/,
  },
  {
    name: 'an event in a link that is not there',
    forge: one(`update events set link = 0 where ${event(EVENT.adaUpdated)}`),
    found: /event 4 is in link 0, which does not exist/,
  },
  {
    name: 'an event in a link that is still to come',
    forge: one(`update events set link = ${LAST} + 1 where ${event(EVENT.adaUpdated)}`),
    found: /event 4 is in link \d+, which does not exist/,
  },
  {
    name: 'an audit entry invented in an old link',
    forge: one(
      `insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action, link)
       select $1, gen_random_uuid(), created_at, actor, actor_label, address, action, link
       from audit_log where ${entry(EVENT.adaCreated)}`,
    ),
    found: /does not match its current content|lost its digest/,
  },
  {
    name: 'an audit entry invented in no link that exists',
    forge: one(
      `insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action, link)
       select $1, gen_random_uuid(), created_at, actor, actor_label, address, action, -1
       from audit_log where ${entry(EVENT.adaCreated)}`,
    ),
    found: /is in link -1, which does not exist/,
  },
  {
    name: 'a link put behind the head',
    forge: one(
      `insert into chain_links select environment_id, link + 1, kind, hash, made_at from chain_links
       where ${E} and link = ${LAST}`,
    ),
    found: /the head/,
  },
  {
    name: 'a link put before the first',
    forge: one(
      `insert into chain_links select environment_id, 0, kind, hash, made_at from chain_links
       where ${E} and link = 1`,
    ),
    found: /link [01]/,
  },
  {
    name: 'two links changed places with their rows',
    forge: all(
      ...['chain_links', 'events', 'audit_log'].map(
        (table) => `update ${table} set link = 5 - link where ${E} and link in (2, 3)`,
      ),
    ),
    found: /does not match its current content/,
  },
]
