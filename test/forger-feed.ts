// How forgers change the feed and what follows from it: deliveries, cursors, the audit log.

import { encodeId, newUuid } from '../src/platform/ids.ts'
import type { Made } from './fixtures.ts'
import { type Forger, iso } from './forger.ts'

/** An event that never happened. */
export interface Invented {
  type: string
  object_id: string
  customer_id?: number
  object: Made
  previous?: object
}

/** The audit log row that a write would have left. */
export interface Claimed {
  action: string
  object_id: string
}

/** Deletes events and their deliveries from the feed, and renumbers all later events. */
export async function drop(f: Forger, sequences: number[]): Promise<void> {
  const gone = 'environment_id = 2 and sequence = any ($1)'
  await f.q(
    `delete from webhook_attempts where environment_id = 2
       and delivery_id in (select id from webhook_deliveries where ${gone})`,
    sequences,
  )
  await forgetKeys(f, sequences)
  const deliveries = await f.q(
    `delete from webhook_deliveries where ${gone} returning id`,
    sequences,
  )
  await f.q(`delete from events where ${gone}`, sequences)
  await f.q(
    `delete from audit_log where environment_id = 2
       and first_sequence = any ($1) and last_sequence = any ($1)`,
    sequences,
  )
  await f.count('webhook_deliveries_count', -deliveries.length)
  await f.count('event_sequence', -sequences.length)
  const rest = await f.q('select sequence::int from events where environment_id = 2 order by 1')
  await renumber(
    f,
    rest.map(({ sequence }) => sequence),
  )
}

/** Idempotency keys expire after thirty days anyway. */
async function forgetKeys(f: Forger, sequences: number[]): Promise<void> {
  await f.q(
    `delete from idempotency_keys k using events e
     where k.environment_id = 2 and e.environment_id = 2 and e.id = k.event_id
       and e.sequence = any ($1)`,
    sequences,
  )
}

/** Reorders the feed: `order` lists the current sequences in their new order. */
async function renumber(f: Forger, order: number[]): Promise<void> {
  const map = '(select old, -new as new from unnest($1::bigint[]) with ordinality as o (old, new))'
  const moved = async (table: string, column: string) => {
    await f.q(
      `update ${table} t set ${column} = m.new from ${map} m
       where t.environment_id = 2 and t.${column} = m.old`,
      order,
    )
    await f.q(
      `update ${table} set ${column} = -${column} where environment_id = 2 and ${column} < 0`,
    )
  }
  await moved('events', 'sequence')
  await moved('webhook_deliveries', 'sequence')
  await moved('audit_log', 'first_sequence')
  await moved('audit_log', 'last_sequence')
  await f.q(
    `update webhook_endpoints set cursor_sequence = $1
     where environment_id = 2 and cursor_sequence > $1`,
    order.length,
  )
}

/** Moves events directly before another one in the feed. */
export async function bringBefore(f: Forger, sequences: number[], place: number): Promise<void> {
  const all = await f.q('select sequence::int from events where environment_id = 2 order by 1')
  const rest = all.map(({ sequence }) => sequence).filter((each) => !sequences.includes(each))
  const index = rest.indexOf(place)
  await renumber(f, [...rest.slice(0, index), ...sequences, ...rest.slice(index)])
}

/** Turns events into updates of an unimportant product, so that no number is missing. */
export async function mute(f: Forger, sequences: number[]): Promise<void> {
  const spare = f.id('spare')
  await forgetKeys(f, sequences)
  const [created] = await f.eventsOf(spare)
  await f.q(
    `update events set type = 'product.updated', object_id = $2, object = $3::json,
       previous_attributes = '{}', customer_id = null, frozen = null
     where environment_id = 2 and sequence = any ($1)`,
    sequences,
    spare,
    created?.object,
  )
  await f.rewriteEvents(spare, (product, { sequence, at }) => {
    if (!sequences.includes(sequence)) return
    Object.assign(product, { description: `As new, number ${sequence}`, updated_at: at })
  })
  await f.q(
    `update webhook_deliveries set event_type = 'product.updated', object_id = $2
     where environment_id = 2 and sequence = any ($1)`,
    sequences,
    spare,
  )
  await f.q(
    `update audit_log set action = 'updateProduct', object_id = $2
     where environment_id = 2 and first_sequence = any ($1)`,
    sequences,
    spare,
  )
  const { description, updated_at } = await f.latest(spare)
  await f.set('products', 'spare', { description, updated_at })
}

/** One second after the last event. */
export async function afterAll(f: Forger): Promise<string> {
  const [row] = await f.q(
    "select to_json(max(created_at) + interval '1 s')::text as at from events where environment_id = 2",
  )
  return iso(JSON.parse(row.at))
}

/** Appends events to the feed, delivered like all others. Returns their sequences. */
export async function append(f: Forger, at: string, ...events: Invented[]): Promise<number[]> {
  const sequences: number[] = []
  for (const { type, object_id, customer_id = null, object, previous = null } of events) {
    await f.count('event_sequence', 1)
    const [counters] = await f.q(
      'select max(sequence)::int + 1 as last from events where environment_id = 2',
    )
    const event = { id: newUuid(), environment_id: 2, sequence: counters.last, created_at: at }
    await f.insert('events', {
      ...event,
      type,
      object_id,
      customer_id,
      object,
      previous_attributes: previous,
    })
    await deliver(f, { ...event, type, object_id })
    sequences.push(counters.last)
  }
  return sequences
}

interface Place {
  id: string
  sequence: number
  created_at: string
  type: string
  object_id: string
}

/** Adds successful deliveries to the receiver. */
async function deliver(f: Forger, event: Place): Promise<void> {
  const { created_at, sequence } = event
  const delivery = newUuid()
  await f.insert('webhook_deliveries', {
    environment_id: 2,
    id: delivery,
    endpoint_id: f.uuid('hook'),
    sequence,
    event_id: event.id,
    event_type: event.type,
    object_id: event.object_id,
    state: 'delivered',
    attempts: 1,
    tries: 1,
    response_status: 200,
    created_at,
    finished_at: created_at,
  })
  await f.insert('webhook_attempts', {
    environment_id: 2,
    delivery_id: delivery,
    number: 1,
    attempted_at: created_at,
    duration_ms: 12,
    response_status: 200,
    response_body: '',
  })
  await f.count('webhook_deliveries_count', 1)
  await f.q(
    'update webhook_endpoints set cursor_sequence = $1 where environment_id = 2 and id = $2',
    sequence,
    f.uuid('hook'),
  )
}

/** Adds an audit log row that says that a key caused these events. */
export async function claim(f: Forger, at: string, what: Claimed, of: number[]): Promise<void> {
  const [key] = await f.q('select id from api_keys where environment_id = 2 limit 1')
  await f.insert('audit_log', {
    environment_id: 2,
    id: newUuid(),
    created_at: at,
    actor: key.id,
    actor_label: 'test',
    address: '127.0.0.1',
    request_id: encodeId('req', newUuid()),
    ...what,
    first_sequence: of[0],
    last_sequence: of.at(-1),
  })
}
