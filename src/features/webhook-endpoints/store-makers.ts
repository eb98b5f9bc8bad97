// SQL that finds who created and changed webhook endpoints, and their permissions.

import type { Role } from '../../domain/roles.ts'
import { type Db, empty, plain, query, sql } from '../../platform/db/sql.ts'
import { decodeId } from '../../platform/ids.ts'
import { endpointIds } from './record.ts'

/** A member or key that created or changed an endpoint. */
export interface Maker {
  environment_id: number
  object_id: string
  actor: string
  /** The scopes, if it is a key. */
  scopes: string[] | null
  /** The current role, if it is a member. */
  role: Role | null
}

/** The makers of these endpoints, without duplicates. */
export async function listMakers(
  db: Db,
  endpoints: readonly { environment_id: number; id: string }[],
): Promise<Maker[]> {
  const makers = await query<Maker & Record<string, unknown>>(
    db,
    sql`select distinct a.environment_id, a.object_id, a.actor, k.scopes, null as role
        from audit_log a
        join unnest(${plain(endpoints.map((each) => each.environment_id))}::int[],
                    ${endpoints.map((each) => endpointIds.ref(each.id))}::text[])
          as wanted (environment_id, object_id)
          on a.environment_id = wanted.environment_id and a.object_id = wanted.object_id
        left join api_keys k on k.environment_id = a.environment_id and k.id = a.actor
        where a.action in ('createWebhookEndpoint', 'updateWebhookEndpoint')`,
  )
  const roles = await rolesOf(db, makers)
  return makers.map((maker) => ({
    ...maker,
    role: roles.get(`${maker.environment_id}/${decodeId('usr', maker.actor)}`) ?? null,
  }))
}

/** The roles of the members among them, in the account of each environment. */
async function rolesOf(db: Db, makers: readonly Maker[]): Promise<Map<string, Role>> {
  const people = makers.flatMap(({ environment_id, actor }) => {
    const id = decodeId('usr', actor)
    return id === undefined ? [] : [{ environment_id, id }]
  })
  if (people.length === 0) return new Map()
  const rows = await query<{ environment_id: number; id: string; role: Role }>(
    db,
    sql`select wanted.environment_id, wanted.id, m.role
        from unnest(${plain(people.map((each) => each.environment_id))}::int[],
                    ${plain(people.map((each) => each.id))}::uuid[]) as wanted (environment_id, id)
        join environments e on e.id = wanted.environment_id
        join environments l on l.account_id = e.account_id and l.mode = 'live'
        join members m on m.environment_id = l.id and m.user_id = wanted.id
        order by m.created_at`,
  )
  return new Map(rows.map(({ environment_id, id, role }) => [`${environment_id}/${id}`, role]))
}

export interface PlacedEndpoint {
  environment_id: number
  id: string
  url: string
  enabled_events: string[]
  account_id: number
  mode: 'test' | 'live'
}

/** Endpoints of the whole installation, in key order. */
export function listEndpoints(
  db: Db,
  after: { environment_id: number; id: string } | undefined,
  most: number,
): Promise<PlacedEndpoint[]> {
  const behind = after
    ? sql`and (w.environment_id, w.id) > (${after.environment_id}::int, ${after.id}::uuid)`
    : empty
  return query<PlacedEndpoint & Record<string, unknown>>(
    db,
    sql`select w.environment_id, w.id, w.url, w.enabled_events, e.account_id, e.mode
        from webhook_endpoints w join environments e on e.id = w.environment_id
        where w.deleted_at is null ${behind} order by w.environment_id, w.id limit ${most}`,
  )
}
