// What somebody with the database and without the key may try on the chain, and how it has to be told.

import type { ChainForger } from './chain-forger.ts'
import { EVENT, LIVE, TEST } from './chained-books.ts'

export interface Attack {
  name: string
  /** The environment that is forged, where it is not the test one of the first account. */
  environment?: number
  forge: (f: ChainForger) => Promise<unknown>
  /** What verification says of it, the chain left as it was. */
  found: RegExp
}

const E = 'environment_id = $1'
const event = (sequence: number) => `${E} and sequence = ${sequence}`
const ERASED = `(select max(link) from chain_links where ${E} and kind = 'erased')`
const LAST = `(select max(link) from chain_links where ${E})`
const entry = (sequence: number) =>
  `${E} and id = (select id from audit_log where ${E} and first_sequence = ${sequence} limit 1)`

const one =
  (text: string): Attack['forge'] =>
  (f) =>
    f.sql(text)
const all =
  (...texts: string[]): Attack['forge'] =>
  async (f) => {
    for (const text of texts) await f.sql(text)
  }

const REMOVED: Attack[] = [
  {
    name: 'an event in the middle removed',
    forge: one(`delete from events where ${event(EVENT.adaUpdated)}`),
    found: /link \d+ of \S+ was not made over what is in it now/,
  },
  {
    name: 'an event removed and the later ones numbered anew',
    forge: all(
      `delete from events where ${event(EVENT.adaUpdated)}`,
      `update events set sequence = sequence - 1 where ${E} and sequence > ${EVENT.adaUpdated}`,
      `update audit_log set first_sequence = first_sequence - 1, last_sequence = last_sequence - 1
       where ${E} and first_sequence > ${EVENT.adaUpdated}`,
      `update chain_rewrites set sequence = sequence - 1 where ${E} and sequence > ${EVENT.adaUpdated}`,
      `update environment_counters set event_sequence = event_sequence - 1 where ${E}`,
    ),
    found: /was not made over what is in it now/,
  },
  {
    name: 'an audit entry removed',
    forge: one(`delete from audit_log where ${entry(EVENT.adaCreated)}`),
    found: /was not made over what is in it now/,
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
    found: /was not made over what is in it now|is missing/,
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
    found: /link 2 of \S+ was not made over|link 1 is missing/,
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
    found: /was not made over what is in it now/,
  },
]

const MOVED: Attack[] = [
  {
    name: 'the objects of two events swapped',
    forge: one(
      `update events e set object = o.object from events o where e.${E} and o.${E}
         and array[e.sequence, o.sequence] <@ array[1, 3]::bigint[] and e.sequence <> o.sequence`,
    ),
    found: /event 1 is not what was written/,
  },
  {
    name: 'the objects of two events swapped with digests and salts',
    forge: one(
      `update events e set object = o.object, digest = o.digest, salt = o.salt from events o where e.${E}
         and o.${E} and array[e.sequence, o.sequence] <@ array[1, 3]::bigint[] and e.sequence <> o.sequence`,
    ),
    found: /was not made over what is in it now/,
  },
  {
    name: 'two events changed places',
    forge: one(`update events set sequence = 4 - sequence where ${E} and sequence in (1, 3)`),
    found: /was not made over what is in it now/,
  },
  {
    name: 'an event doubled',
    forge: one(`insert into events select * from events where ${event(EVENT.adaUpdated)}`),
    found: /was not made over what is in it now/,
  },
  {
    name: 'an audit entry doubled',
    forge: one(`insert into audit_log select * from audit_log where ${entry(EVENT.adaCreated)}`),
    found: /was not made over what is in it now/,
  },
  {
    name: 'a link doubled',
    forge: one(`insert into chain_links select * from chain_links where ${E} and link = 2`),
    found: /link 2/,
  },
  {
    name: 'an event moved to another environment',
    forge: one(`update events set environment_id = ${LIVE} where ${event(EVENT.adaUpdated)}`),
    found: /was not made over what is in it now/,
  },
  {
    name: 'an audit entry moved to another environment',
    forge: one(`update audit_log set environment_id = ${LIVE} where ${entry(EVENT.adaCreated)}`),
    found: /was not made over what is in it now/,
  },
  {
    name: 'an event moved to another link',
    forge: one(`update events set link = link + 1 where ${event(EVENT.adaUpdated)}`),
    found: /was not made over what is in it now/,
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
    found: /was not made over what is in it now|lost its digest/,
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
    found: /was not made over what is in it now/,
  },
]

const ERASURES: Attack[] = [
  {
    name: 'an erasure pretended: salt removed, text changed, no note',
    forge: one(`update events set object = '{}', salt = null where ${event(EVENT.adaCreated)}`),
    found: /event 1 /,
  },
  {
    name: 'a salt removed and nothing else',
    forge: one(`update events set salt = null where ${event(EVENT.adaCreated)}`),
    found: /event 1 /,
  },
  {
    name: 'an erasure pretended, and noted in the link of a genuine one',
    forge: all(
      `update events set object = '{}', salt = null where ${event(EVENT.adaCreated)}`,
      `insert into chain_rewrites select $1, 1, ${ERASED}, digest from chain_rewrites
       where ${event(EVENT.boCreated)}`,
    ),
    found: /event 1 |was not made over/,
  },
  {
    name: 'a note added for an event that keeps its salt',
    forge: one(
      `insert into chain_rewrites select $1, 1, ${ERASED}, digest from chain_rewrites
       where ${event(EVENT.boCreated)}`,
    ),
    found: /event 1 |was not made over/,
  },
  {
    name: 'a note moved to another event',
    forge: one(`update chain_rewrites set sequence = 1 where ${event(EVENT.boCreated)}`),
    found: /was not made over|event 2 /,
  },
  {
    name: 'a note moved to another link',
    forge: one(`update chain_rewrites set link = 1 where ${event(EVENT.boCreated)}`),
    found: /was not made over/,
  },
  {
    name: 'a note removed',
    forge: one(`delete from chain_rewrites where ${event(EVENT.boCreated)}`),
    found: /was not made over|event 2 /,
  },
  {
    name: 'a note of no event',
    forge: one(`update chain_rewrites set sequence = 99 where ${event(EVENT.boCreated)}`),
    found: /rewriting 99 is of an event that does not exist/,
  },
  {
    name: 'an erased text altered once more',
    forge: one(`update events set object = '{}' where ${event(EVENT.boCreated)}`),
    found: /event 2 is not what its erasure left/,
  },
  {
    name: 'an erased text altered once more, and its note with it',
    forge: async (f) => {
      await f.sql(`update events set object = '{}' where ${event(EVENT.boCreated)}`)
      await f.renote()
    },
    found: /was not made over/,
  },
  {
    name: 'a salt given back to an erased event, over other content',
    forge: async (f) => {
      await f.sql(`update events set object = '{}', salt = '\\x00' where ${event(EVENT.boCreated)}`)
      await f.redigest()
    },
    found: /was not made over/,
  },
  {
    name: 'the erasure moved to another customer',
    forge: one(`update events set object_id = (select object_id from events where ${event(1)})
      where ${event(EVENT.boErased)}`),
    found: /was not made over/,
  },
  {
    name: 'an audit entry without its salt, over another name and address',
    forge: one(
      `update audit_log set salt = null, actor_label = 'Eve', address = '::1' where ${entry(EVENT.adaCreated)}`,
    ),
    found: /audit entry \S+ (has lost its digest|is not what was written)/,
  },
  {
    name: 'an event without salt and digest, over another object',
    forge: one(`update events set salt = null, digest = null, object = '{}' where ${event(1)}`),
    found: /event 1 has lost its digest/,
  },
]

const LINKS: Attack[] = [
  {
    name: 'an old event unlinked and altered, for the sweep to link again',
    forge: one(
      `update events set link = null, salt = null, digest = null, object = '{}' where ${event(EVENT.adaCreated)}`,
    ),
    found: /was not made over/,
  },
  {
    name: 'a link made later than it was',
    forge: one(`update chain_links set kind = 'late' where ${E} and link = 2`),
    found: /link 2 of \S+ was not made over/,
  },
  {
    name: 'a link made a reset',
    environment: LIVE,
    forge: one(`update chain_links set kind = 'reset' where ${E} and link = 2`),
    found: /link 2/,
  },
  {
    name: 'a live environment that pretends to have been reset',
    environment: LIVE,
    forge: async (f) => {
      for (const table of ['chain_links', 'events', 'audit_log']) {
        await f.sql(`delete from ${table} where ${E} and link < 3`)
      }
      await f.sql(`update chain_links set kind = 'reset' where ${E}`)
      await f.rechain()
    },
    found: /the head/,
  },
  {
    name: 'the head nulled',
    forge: one(
      `update environment_counters set chain_hash = null, chain_key = null, chain_signature = null where ${E}`,
    ),
    found: /the head/,
  },
  {
    name: 'the head removed',
    forge: one(
      `update environment_counters set chain_link = 0, chain_hash = null, chain_key = null,
         chain_signature = null where ${E}`,
    ),
    found: /the head/,
  },
  {
    name: 'the head of another environment',
    environment: TEST,
    forge: one(
      `update environment_counters c set chain_link = o.chain_link, chain_hash = o.chain_hash,
         chain_key = o.chain_key, chain_signature = o.chain_signature
       from environment_counters o where c.${E} and o.environment_id = ${LIVE}`,
    ),
    found: /the head/,
  },
  {
    name: 'a head signed by a key that nobody has',
    forge: one(`update environment_counters set chain_key = 'ffffffff' where ${E}`),
    found: /the head/,
  },
  {
    name: 'a chain invented where nothing was linked',
    environment: 4,
    forge: async (f) => {
      await f.sql(`insert into audit_log (environment_id, id, created_at, actor, actor_label, address, action,
          link, salt, digest)
        select $1, id, created_at, actor, actor_label, address, action, 1, salt, digest
        from audit_log where environment_id = ${LIVE} limit 1`)
      await f.sql(`insert into chain_links select $1, 1, kind, hash, made_at from chain_links
        where environment_id = ${LIVE} and link = 1`)
      await f.sql(`update environment_counters set chain_link = 1 where ${E}`)
    },
    found: /the head|was not made over/,
  },
  {
    name: 'links invented where there is no head',
    environment: 4,
    forge: one(`insert into chain_links select $1, 1, kind, hash, made_at from chain_links
        where environment_id = ${LIVE} and link = 1`),
    found: /link 1|the head/,
  },
  {
    name: 'the chains of two environments swapped',
    forge: async (f) => {
      for (const table of ['chain_links', 'events', 'audit_log', 'chain_rewrites']) {
        await f.sql(
          `update ${table} set environment_id = ${TEST + LIVE} - environment_id + 100
           where environment_id in ($1, ${LIVE})`,
        )
        await f.sql(
          `update ${table} set environment_id = environment_id - 100 where environment_id > 100 and $1 > 0`,
        )
      }
    },
    found: /was not made over|the head/,
  },
]

export const ATTACKS: Attack[] = [...REMOVED, ...MOVED, ...ERASURES, ...LINKS]
