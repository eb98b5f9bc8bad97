// Fake erasures and links forged without the key, and the message that verification must return for each.

import { EVENT, LIVE, TEST } from './chained-books.ts'
import { type Attack, all, E, ERASED, entry, event, one } from './forged-chain-shapes.ts'

export const ERASURES: Attack[] = [
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
    found: /event 1 |does not match its/,
  },
  {
    name: 'a note added for an event that keeps its salt',
    forge: one(
      `insert into chain_rewrites select $1, 1, ${ERASED}, digest from chain_rewrites
       where ${event(EVENT.boCreated)}`,
    ),
    found: /event 1 |does not match its/,
  },
  {
    name: 'a note moved to another event',
    forge: one(`update chain_rewrites set sequence = 1 where ${event(EVENT.boCreated)}`),
    found: /does not match its|event 2 /,
  },
  {
    name: 'a note moved to another link',
    forge: one(`update chain_rewrites set link = 1 where ${event(EVENT.boCreated)}`),
    found: /does not match its/,
  },
  {
    name: 'a note removed',
    forge: one(`delete from chain_rewrites where ${event(EVENT.boCreated)}`),
    found: /does not match its|event 2 /,
  },
  {
    name: 'a note of no event',
    forge: one(`update chain_rewrites set sequence = 99 where ${event(EVENT.boCreated)}`),
    found: /rewriting 99 is of an event that does not exist/,
  },
  {
    name: 'an erased text altered once more',
    forge: one(`update events set object = '{}' where ${event(EVENT.boCreated)}`),
    found: /event 2 does not match its erasure/,
  },
  {
    name: 'an erased text altered once more, and its note with it',
    forge: async (f) => {
      await f.sql(`update events set object = '{}' where ${event(EVENT.boCreated)}`)
      await f.renote()
    },
    found: /does not match its/,
  },
  {
    name: 'a salt given back to an erased event, over other content',
    forge: async (f) => {
      await f.sql(`update events set object = '{}', salt = '\\x00' where ${event(EVENT.boCreated)}`)
      await f.redigest()
    },
    found: /does not match its/,
  },
  {
    name: 'the erasure moved to another customer',
    forge: one(`update events set object_id = (select object_id from events where ${event(1)})
      where ${event(EVENT.boErased)}`),
    found: /does not match its/,
  },
  {
    name: 'an audit entry without its salt, over another name and address',
    forge: one(
      `update audit_log set salt = null, actor_label = 'Eve', address = '::1' where ${entry(EVENT.adaCreated)}`,
    ),
    found: /audit entry \S+ (has lost its digest|does not match what was written)/,
  },
  {
    name: 'an event without salt and digest, over another object',
    forge: one(`update events set salt = null, digest = null, object = '{}' where ${event(1)}`),
    found: /event 1 has lost its digest/,
  },
]

export const LINKS: Attack[] = [
  {
    name: 'an old event unlinked and altered, for the sweep to link again',
    forge: one(
      `update events set link = null, salt = null, digest = null, object = '{}' where ${event(EVENT.adaCreated)}`,
    ),
    found: /does not match its/,
  },
  {
    name: 'a link made later than it was',
    forge: one(`update chain_links set kind = 'late' where ${E} and link = 2`),
    found: /link 2 of \S+ does not match its/,
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
    found: /the head|does not match its/,
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
    found: /does not match its|the head/,
  },
]
