// The chain finds every event and audit entry that differs from the linked one.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PoolClient } from 'pg'
import { makeCustomer, makeFinalized, makeProduct } from '../../../test/fixtures.ts'
import { until, world } from '../../../test/harness.ts'
import { chainDifferences, undone } from '../../../test/spoiled.ts'
import { verify } from '../../app/verify.ts'
import { createHeads } from '../../platform/db/chain-heads.ts'
import { KeyRing } from '../../platform/key-ring.ts'
import { type GivenHead, readHead } from './chain.ts'
import type { Check, Report } from './verify.ts'

const w = await world({ after }, { tampers: true })
const heads = createHeads(new KeyRing([w.secretKey]))
const DAY_MS = 86_400_000

/** The text of an event before its customer was erased, with its digest and salt. */
let before_erasing: { sequence: number; object: string; digest: Buffer; salt: Buffer }

const chainOf = ({ checks }: Report, environment = 1): Check => {
  const account_id = environment > 2 ? 2 : 1
  const mode = environment % 2 === 1 ? 'test' : 'live'
  const found = checks.find(
    (check) => check.name === 'chain' && check.account_id === account_id && check.mode === mode,
  )
  assert.ok(found)
  return found
}

/** The head as printed for the test environment of an account. */
function headOf(report: Report, account: number): string {
  const found = report.heads.find(
    ({ account_id, mode }) => account_id === account && mode === 'test',
  )
  assert.ok(found)
  return found.head
}

const look = (given: GivenHead[] = []) => verify(w.pool, undefined, { heads, given })

/** Returns the chain differences of environment 1 after a change that is rolled back. */
const findings = (change: (tx: PoolClient) => Promise<unknown>, given: GivenHead[] = []) =>
  undone(w.pool, async (tx) => {
    await change(tx)
    return (await chainDifferences(tx, { heads, given }, 1)).join('\n')
  })

const allLinked = () =>
  until('everything is in a link', async () => {
    const [left] = await w.sql<{ count: number }>(
      `select (select count(*) from events where link is null)
            + (select count(*) from audit_log where link is null) as count`,
    )
    return left?.count === 0
  })

before(async () => {
  const customer = await makeCustomer(w.api)
  await makeProduct(w.api)
  const invoice = await makeFinalized(w.api, { customer_id: customer.id })
  await w.api.patch(`/v1/customers/${customer.id}`, { body: { name: 'Willow' } })
  await w.api.post('/v1/payments', {
    body: { invoice_id: invoice.id, amount: 1, currency: 'cad', method: 'cheque' },
  })
  const leaver = await makeCustomer(w.api, { name: 'Quellmund' })
  const [event] = await w.sql<typeof before_erasing>(
    'select sequence, object::text, digest, salt from events order by sequence desc limit 1',
  )
  assert.ok(event)
  before_erasing = event
  await w.api.post(`/v1/customers/${leaver.id}/erase`, { body: { documents: 'erase' } })
  await until('the erasure is noted', async () => {
    const rows = await w.sql('select from chain_rewrites where sequence = $1', [event.sequence])
    return rows.length > 0
  })
  await allLinked()
})

test('rows match their links, and keep their salt until an erasure', async () => {
  const report = await look()
  assert.deepEqual(chainOf(report).examples, [])
  assert.equal(report.clean, true)
  assert.match(chainOf(report).what, /^events and audit entries, linked since \d{4}-/)
  const [erased] = await w.sql<{ salt: null; digest: Buffer; object: string }>(
    'select salt, digest, object::text from events where sequence = $1',
    [before_erasing.sequence],
  )
  assert.equal(erased?.salt, null)
  assert.deepEqual(erased?.digest, before_erasing.digest)
  assert.doesNotMatch(erased?.object ?? '', /Quellmund/)
})

const LAST = '(select max(sequence) from events where environment_id = 1)'
const OF_ONE = 'where environment_id = 1 and sequence = 2'
const ENTRY = `where environment_id = 1 and action = 'createProduct'`
const MADE = /link \d+ of .* does not match its current content/

const changes: [what: string, text: string, found: RegExp][] = [
  ['an event removed', `delete from events ${OF_ONE}`, MADE],
  [
    'the last event removed, with its place in the counter',
    `with gone as (delete from events where environment_id = 1 and sequence = ${LAST})
     update environment_counters set event_sequence = event_sequence - 1 where environment_id = 1`,
    MADE,
  ],
  [
    'an event altered',
    `update events set object = replace(object::text, '"', '" ')::json ${OF_ONE}`,
    /^the chain: event 2 does not match what was written$/,
  ],
  [
    'former values altered',
    `update events set previous_attributes = '{}' where environment_id = 1 and previous_attributes is not null`,
    /event \d+ does not match what was written/,
  ],
  [
    'a seal altered',
    `update events set frozen = 'f' ${OF_ONE}`,
    /event 2 does not match what was written/,
  ],
  ['a type altered', `update events set type = 'product.updated' ${OF_ONE}`, MADE],
  ['its object altered', `update events set object_id = 'prod_1' ${OF_ONE}`, MADE],
  ['its id altered', `update events set id = gen_random_uuid() ${OF_ONE}`, MADE],
  [
    'its time altered',
    `update events set created_at = created_at + interval '1 ms' ${OF_ONE}`,
    MADE,
  ],
  [
    'an event altered, with a digest that fits',
    `update events set object = '{}', digest = sha256(convert_to(
       '32:' || encode(salt, 'hex') || '2:{}' || '-' || '-', 'UTF8')) ${OF_ONE}`,
    MADE,
  ],
  [
    'two events in the other order',
    `update events set sequence = -sequence where environment_id = 1 and sequence in (1, 2);
     update events set sequence = sequence + 3 where environment_id = 1 and sequence < 0`,
    MADE,
  ],
  [
    'two events that have changed what they tell',
    `update events e set object = o.object, previous_attributes = o.previous_attributes,
       frozen = o.frozen, digest = o.digest, salt = o.salt from events o
     where e.environment_id = 1 and o.environment_id = 1 and e.sequence in (1, 2)
       and o.sequence = 3 - e.sequence`,
    MADE,
  ],
  [
    'an event inserted into the last link',
    `insert into events (environment_id, sequence, id, type, object_id, object, created_at, link, digest, salt)
     select environment_id, ${LAST} + 1, gen_random_uuid(), type, object_id, object, created_at,
       (select max(link) from chain_links where environment_id = 1), digest, salt from events ${OF_ONE}`,
    MADE,
  ],
  [
    'an event inserted with a link of its own',
    `insert into events (environment_id, sequence, id, type, object_id, object, created_at, link, digest, salt)
     select environment_id, ${LAST} + 1, gen_random_uuid(), type, object_id, object, created_at,
       (select max(link) + 1 from chain_links where environment_id = 1), digest, salt from events ${OF_ONE}`,
    /event \d+ is in link \d+, which does not exist/,
  ],
  ['an event taken out of its link', `update events set link = null ${OF_ONE}`, MADE],
  ['an event put into another', `update events set link = link + 1 ${OF_ONE}`, MADE],
  [
    'an event rewritten without its salt',
    `update events set salt = null, object = '{}' ${OF_ONE}`,
    /event 2 was rewritten, but no erasure recorded it/,
  ],
  [
    'an event rewritten, with a note of it',
    `with note as (insert into chain_rewrites select 1, 2, max(link),
       sha256(convert_to('2:{}' || '-' || '-', 'UTF8')) from chain_links where environment_id = 1)
     update events set salt = null, object = '{}' ${OF_ONE}`,
    /event 2 was erased, but its customer was not/,
  ],
  [
    'an erased event altered',
    `update events set object = replace(object::text, 'Erased', 'Somebody')::json
     where environment_id = 1 and sequence in (select sequence from chain_rewrites)`,
    /event \d+ does not match its erasure/,
  ],
  ['the note of an erasure removed', 'delete from chain_rewrites', MADE],
  ['the note of an erasure altered', `update chain_rewrites set digest = sha256('')`, MADE],
  ['an audit entry removed', `delete from audit_log ${ENTRY}`, MADE],
  ['who it was altered', `update audit_log set actor = 'command' ${ENTRY}`, MADE],
  ['what was done altered', `update audit_log set action = 'updateProduct' ${ENTRY}`, MADE],
  ['which events altered', `update audit_log set last_sequence = 1 ${ENTRY}`, MADE],
  ['when altered', `update audit_log set created_at = created_at - interval '1 h' ${ENTRY}`, MADE],
  [
    'what somebody was called altered',
    `update audit_log set actor_label = 'Mallory' ${ENTRY}`,
    /audit entry \S+ does not match what was written/,
  ],
  [
    'where somebody was altered',
    `update audit_log set address = '192.0.2.1' ${ENTRY}`,
    /audit entry \S+ does not match what was written/,
  ],
  [
    'an audit entry without its salt',
    `update audit_log set salt = null ${ENTRY}`,
    /lost its digest/,
  ],
  [
    'an audit entry doubled',
    `insert into audit_log select environment_id, gen_random_uuid(), created_at, actor, actor_label, address,
       request_id, action, object_id, first_sequence, last_sequence, link, digest, salt
     from audit_log ${ENTRY}`,
    MADE,
  ],
  [
    'an audit entry of another environment',
    `update audit_log set environment_id = 2 ${ENTRY}`,
    MADE,
  ],
  [
    'a link removed',
    'delete from chain_links where environment_id = 1 and link = 2',
    /link 2 is missing/,
  ],
  [
    'the first link removed',
    'delete from chain_links where environment_id = 1 and link = 1',
    /link 1 is missing/,
  ],
  [
    'a link of another time',
    `update chain_links set made_at = made_at + interval '1 s' where environment_id = 1 and link = 2`,
    MADE,
  ],
  [
    'a chain that begins later',
    `delete from chain_links where environment_id = 1 and link < 4;
     update chain_links set kind = 'reset' where environment_id = 1 and link = 4`,
    MADE,
  ],
  [
    'the last link removed with all that is in it, and the head put back',
    `create temp table last on commit drop as
       select max(link) as link from chain_links where environment_id = 1;
     delete from events where environment_id = 1 and link = (select link from last);
     delete from audit_log where environment_id = 1 and link = (select link from last);
     delete from chain_rewrites where environment_id = 1 and link = (select link from last);
     delete from chain_links where environment_id = 1 and link = (select link from last);
     update environment_counters c set chain_link = l.link, chain_hash = l.hash from chain_links l
     where c.environment_id = 1 and l.environment_id = 1 and l.link = (select link - 1 from last)`,
    /the head is not signed: key [0-9a-f]{8} did not create its signature/,
  ],
  [
    'a head that names another key',
    `update environment_counters set chain_key = '00000000' where environment_id = 1`,
    /the head is not signed: it names the key 00000000, which is not in SECRET_KEY/,
  ],
  [
    'the head put back alone',
    'update environment_counters set chain_link = chain_link - 1 where environment_id = 1',
    /the head is link \d+, but the last link is \d+/,
  ],
]

for (const [what, text, found] of changes) {
  test(`a change is found: ${what}`, async () => {
    assert.match(await findings((tx) => tx.query(text)), found)
  })
}

test('restored data of an erased person is found', async () => {
  const { sequence, object, salt } = before_erasing
  const said = await findings((tx) =>
    tx.query(
      'update events set object = $2, salt = $3 where environment_id = 1 and sequence = $1',
      [sequence, object, salt],
    ),
  )
  assert.match(said, new RegExp(`event ${sequence} was erased, but has its former content again`))
})

test('a saved head is in the chain unless the chain was rewritten', async () => {
  const text = headOf(await look(), 1)
  const given = readHead(text, heads)
  assert.ok(given, text)
  await makeProduct(w.api)
  assert.deepEqual(chainOf(await look([given])).examples, [])
  assert.equal(readHead(text.replace(/^1:/, '2:'), heads), undefined)
  const other = createHeads(
    new KeyRing([Buffer.from('another key of this installation, before it was rotated')]),
  )
  assert.deepEqual(readHead(text, other), given)
  const another = { ...given, hash: '0'.repeat(64) }
  assert.match(await findings(async () => undefined, [another]), /the chain was rewritten/)
  const ahead = { ...given, link: given.link + 1000 }
  assert.match(await findings(async () => undefined, [ahead]), /later links were removed/)
})

test('rows of an older version are linked later, and reported if they are much later', async () => {
  const write = `with next as (
      update environment_counters set event_sequence = event_sequence + 1
      where environment_id = 1 returning event_sequence)
    insert into events (environment_id, sequence, id, type, object_id, customer_id, object, previous_attributes,
                        frozen, created_at)
    select e.environment_id, next.event_sequence, gen_random_uuid(), e.type, e.object_id, e.customer_id, e.object,
           e.previous_attributes, e.frozen, e.created_at
    from next, events e where e.environment_id = 1 and e.type = 'product.created' limit 1
    returning sequence`
  const [row] = await w.sql<{ sequence: number }>(write)
  // The service links rows within seconds, possibly before they are looked at.
  assert.match(chainOf(await look()).what, /not linked yet|linked late/)
  await allLinked()
  const { examples, what } = chainOf(await look())
  assert.deepEqual(examples, [])
  assert.match(what, /\d+ of them linked late/)
  const altered = `update events set object = '{}' where environment_id = 1 and sequence = $1`
  assert.match(
    await findings((tx) => tx.query(altered, [row?.sequence])),
    new RegExp(`event ${row?.sequence} does not match what was written`),
  )
  const begun = `update chain_links set made_at = made_at - $1 * interval '1 ms'
    where environment_id = 1 and link = 1`
  const said = await findings((tx) => tx.query(begun, [2 * DAY_MS]))
  assert.match(
    said,
    new RegExp(`event ${row?.sequence} was written by an older version or outside`),
  )
})

test('a reset restarts the chain, which still finds changes', async () => {
  const ask = { key: w.keys.otherTest }
  await makeProduct(w.api, {}, ask)
  const given = readHead(headOf(await look(), 2), heads) as GivenHead
  await w.api.post('/v1/test_clock/reset', { key: w.keys.otherTest })
  await until('the reset', async () => {
    const [clock] = await w.sql('select status from test_clocks where environment_id = 3')
    return clock?.status === 'ready'
  })
  await makeProduct(w.api, {}, ask)
  await allLinked()
  assert.deepEqual(chainOf(await look(), 3).examples, [])
  assert.match(chainOf(await look([given]), 3).examples.join(), /is from before the reset of/)
  await w.sql(`delete from audit_log where environment_id = 3 and action = 'createProduct'`)
  assert.match(chainOf(await look(), 3).examples.join(), MADE)
})

test('moving the head without the key is found after the service has continued', async () => {
  const [forged] = await w.sql<{ link: number }>(
    `with made as (insert into chain_links
       select 2, chain_link + 1, 'erased', sha256('forged'), now() from environment_counters
       where environment_id = 2 returning link, hash)
     update environment_counters c set chain_link = made.link, chain_hash = made.hash from made
     where c.environment_id = 2 returning made.link`,
  )
  await makeProduct(w.api, {}, { key: w.keys.live })
  const said = chainOf(await look(), 2).examples.join('\n')
  assert.match(said, new RegExp(`the head before link ${(forged?.link ?? 0) + 1} was set without`))
})
