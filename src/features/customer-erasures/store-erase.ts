// SQL that removes a person from events, stored responses, and the responses of webhook receivers.

import { ERASED } from '../../domain/erasure.ts'
import { type Db, execute, jsons, plain, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { type FoundEvent, isCut, light, stored } from '../events/store.ts'

/** A copy of an object: in an event, or in a response stored with its idempotency key. */
export interface EventTexts {
  sequence: number
  id: string
  object: Record<string, unknown>
  previous_attributes: Record<string, unknown> | null
}

/** Events about these objects after a sequence number, in order, up to about a megabyte. */
export async function findEventsAbout(
  db: Db,
  environmentId: number,
  refs: readonly string[],
  { after, most }: { after: number; most: number },
): Promise<{ events: EventTexts[]; isLast: boolean }> {
  const found = sql`select ${stored} from events e
                    where e.environment_id = ${environmentId} and e.object_id = any(${refs}::text[])
                      and e.sequence > ${after}
                    order by e.sequence limit ${most}`
  const rows = await query<FoundEvent & Record<string, unknown>>(db, light(found, sql`sequence`))
  const events = rows.map(({ sequence, id, object, previous_attributes: previous }) => ({
    sequence,
    id,
    object: JSON.parse(object),
    previous_attributes: previous === null ? null : JSON.parse(previous),
  }))
  return { events, isLast: rows.length < most && !isCut(rows) }
}

export function rewriteEvents(
  tx: Tx,
  environmentId: number,
  events: readonly EventTexts[],
): Promise<number> {
  return execute(
    tx,
    sql`update events e set object = v.object, previous_attributes = v.previous_attributes
        from unnest(${plain(events.map(({ sequence }) => sequence))}::bigint[],
                    ${jsons(events.map(({ object }) => JSON.stringify(object)))},
                    ${jsons(events.map(({ previous_attributes: previous }) => previous && JSON.stringify(previous)))})
          as v (sequence, object, previous_attributes)
        where e.environment_id = ${environmentId} and e.sequence = v.sequence`,
  )
}

/** Stored responses about these objects that have no event. */
export function findResponsesAbout(
  db: Db,
  environmentId: number,
  refs: readonly string[],
): Promise<{ key: string; body: Record<string, unknown> }[]> {
  return query(
    db,
    sql`select k.key, k.body from idempotency_keys k
        where k.environment_id = ${environmentId} and k.object_id = any(${refs}::text[])
          and k.body is not null`,
  )
}

export function rewriteResponses(
  tx: Tx,
  environmentId: number,
  responses: readonly { key: string; body: Record<string, unknown> }[],
): Promise<number> {
  return execute(
    tx,
    sql`update idempotency_keys k set body = v.body
        from unnest(${responses.map(({ key }) => key)}::text[],
                    ${jsons(responses.map(({ body }) => JSON.stringify(body)))}) as v (key, body)
        where k.environment_id = ${environmentId} and k.key = v.key and k.body is not null`,
  )
}

/** Erases the responses of receivers to webhooks about these objects, since they can echo the data that they got. */
export async function eraseAttempts(
  tx: Tx,
  environmentId: number,
  eventIds: readonly string[],
): Promise<void> {
  await execute(
    tx,
    sql`update webhook_attempts a set response_body = null, error = case when a.error is not null
          then ${ERASED} end
        from webhook_deliveries d
        where d.environment_id = ${environmentId} and d.event_id = any(${plain(eventIds)}::uuid[])
          and a.environment_id = ${environmentId} and a.delivery_id = d.id
          and (a.response_body is not null or a.error is not null)`,
  )
  await execute(
    tx,
    sql`update webhook_deliveries d set last_error = ${ERASED}
        where d.environment_id = ${environmentId} and d.event_id = any(${plain(eventIds)}::uuid[])
          and d.last_error is not null`,
  )
}
