// SQL of what an account's audit log says of members, keys and endpoints: who let them in.

import { accountRef } from '../../domain/account.ts'
import { type Db, execute, plain, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import { memberRef } from '../members/store.ts'
import { userRef } from '../users/actions.ts'
import { type Act, HANDING_ON, type Subject } from './actions.ts'

/** An account by its live environment, under which its people are. */
export interface LiveAccount {
  environment_id: number
  account_id: number
}

export function listLiveAccounts(db: Db): Promise<LiveAccount[]> {
  return query<LiveAccount & Record<string, unknown>>(
    db,
    sql`select id as environment_id, account_id from environments where mode = 'live'
        order by account_id`,
  )
}

/** Whether a test key of an account ever did something to its people: without that there is no more to look at. */
export async function testKeyActed(
  db: Db,
  { environment_id, account_id }: LiveAccount,
): Promise<boolean> {
  const rows = await query<{ acted: boolean }>(
    db,
    sql`select exists (
          select 1 from environments t join api_keys k on k.environment_id = t.id
          where t.account_id = ${account_id} and t.mode = 'test' and exists (
            select 1 from audit_log a
            where a.environment_id = ${environment_id} and a.actor = k.id)) as acted`,
  )
  return rows[0]?.acted ?? false
}

/** Everybody and everything that was ever let in, the earliest first. */
export async function listSubjects(db: Db, environmentId: number, now: number): Promise<Subject[]> {
  const at = sql`${new Date(now)}::timestamptz`
  const rows = await query<Subject & { id: string; user_id: string | null; role: string }>(
    db,
    sql`select 'member' as kind, id::text as id, coalesce(nullif(name, '') || ' ', '') || email as name,
               removed_at is null as live, user_id, role, created_at
        from members where environment_id = ${environmentId}
        union all
        select 'api_key', id, name, revoked_at is null and (expires_at is null or expires_at > ${at}),
               null, null, created_at
        from api_keys where environment_id = ${environmentId}
        union all
        select 'webhook_endpoint', id::text, url, deleted_at is null, null, null, created_at
        from webhook_endpoints where environment_id = ${environmentId}
        order by created_at, id`,
  )
  return rows.map(({ kind, id, name, live, user_id, role }) => ({
    kind,
    name,
    live,
    role,
    object_id: refOf(kind, id),
    user: user_id === null ? undefined : userRef(user_id),
  }))
}

function refOf(kind: Subject['kind'], id: string): string {
  if (kind === 'api_key') return id
  return kind === 'member' ? memberRef(id) : encodeId('whe', id)
}

/** What was done with these, and what their people redeemed, in the order of time. */
export function listActs(
  db: Db,
  { environment_id, account_id }: LiveAccount,
  subjects: readonly Subject[],
): Promise<Act[]> {
  const objects = [accountRef(account_id), ...subjects.map(({ object_id }) => object_id)]
  const users = subjects.flatMap(({ user }) => user ?? [])
  return query<Act & Record<string, unknown>>(
    db,
    sql`select actor, action, coalesce(object_id, '') as object_id, created_at as at from (
          select actor, action, object_id, created_at, id from audit_log
          where environment_id = ${environment_id} and object_id = any(${objects}::text[])
            and action = any(${[...HANDING_ON]}::text[])
          union all
          select actor, action, object_id, created_at, id from audit_log
          where environment_id = ${environment_id} and actor = any(${users}::text[])
            and action in ('redeem_invitation', 'redeem_password_reset')) as acts
        order by created_at, id`,
  )
}

interface MadeLink {
  id: string
  environment_id: number
  member_id: string
}

/** Links of members that nobody has opened yet, with who made each. */
export async function listOpenLinks(db: Db): Promise<(MadeLink & { actor: string | undefined })[]> {
  const links = await query<MadeLink & Record<string, unknown>>(
    db,
    sql`select id, environment_id, member_id from one_time_links
        where member_id is not null and environment_id is not null`,
  )
  const makers = await query<{ environment_id: number; object_id: string; actor: string }>(
    db,
    sql`select distinct on (a.environment_id, a.object_id) a.environment_id, a.object_id, a.actor
        from audit_log a
        join unnest(${plain(links.map((link) => link.environment_id))}::int[],
                    ${links.map((link) => memberRef(link.member_id))}::text[])
          as made (environment_id, object_id)
          on a.environment_id = made.environment_id and a.object_id = made.object_id
        where a.action in ('inviteMember', 'linkMember')
        order by a.environment_id, a.object_id, a.created_at desc, a.id desc`,
  )
  const actors = new Map(makers.map((each) => [`${each.environment_id}/${each.object_id}`, each]))
  return links.map((link) => {
    const maker = actors.get(`${link.environment_id}/${memberRef(link.member_id)}`)
    return { ...link, actor: maker?.actor }
  })
}

/** Voids links; answers those that were there to be voided. */
export async function voidLinks(tx: Tx, ids: readonly string[]): Promise<MadeLink[]> {
  const voided = await query<MadeLink & Record<string, unknown>>(
    tx,
    sql`delete from one_time_links where id = any(${plain(ids)}::uuid[])
        returning id, environment_id, member_id`,
  )
  await execute(
    tx,
    sql`update members m set link_id = null
        from unnest(${plain(voided.map((link) => link.environment_id))}::int[],
                    ${plain(voided.map((link) => link.id))}::uuid[]) as gone (environment_id, id)
        where m.environment_id = gone.environment_id and m.link_id = gone.id`,
  )
  return voided
}
