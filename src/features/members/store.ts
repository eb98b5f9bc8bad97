// All SQL of members, who are stored under the account's live environment.

import { inEnvironments } from '../../platform/db/given.ts'
import { inOrder, locking, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table, Tx } from '../../platform/db/table.ts'
import { newUuid } from '../../platform/ids.ts'
import { type MemberRow, memberRecord } from './record.ts'

export interface Member extends MemberRow {
  /** Status of the mail with their link; null if no link is mailed, or it was used. */
  mail_status: 'pending' | 'sent' | 'failed' | null
  mail_error: string | null
  /** True if this user signs in with a second factor. */
  second_factor: boolean
}

const columns = sql`${memberRecord.columns('m')},
  f.confirmed_at is not null as second_factor, l.last_error as mail_error,
  case when l.next_attempt_at is not null then 'pending' when l.mailed_at is not null then 'sent'
       when l.last_error is not null then 'failed' end as mail_status`
const source = sql`members m left join one_time_links l on l.id = m.link_id
  left join second_factors f on f.user_id = m.user_id`

export const members: Table<Member> = {
  name: memberRecord.name,
  insert: memberRecord.insert,
  update: memberRecord.update,

  lock(tx, keys, how) {
    return query<Member & Record<string, unknown>>(
      tx,
      sql`select ${columns} from ${source}
          join ${wanted(keys, 'uuid')} on m.environment_id = wanted.environment_id and m.id = wanted.id
          order by m.environment_id, m.id${locking('m', how)}`,
    )
  },
}

/** Members in the order of the keys; undefined if missing. */
export async function findMembers(db: Db, keys: RowKey[]): Promise<(Member | undefined)[]> {
  const rows = await query<Member>(
    db,
    sql`select ${columns} from ${source}
        join ${wanted(keys, 'uuid')} on m.environment_id = wanted.environment_id and m.id = wanted.id
        where m.removed_at is null`,
  )
  return inOrder(keys, rows)
}

/** The membership of a user in an account; undefined if they are not a member. */
export async function findMemberOf(
  db: Db,
  environmentId: number,
  userId: string,
): Promise<Member | undefined> {
  const rows = await query<Member>(
    db,
    sql`select ${columns} from ${source}
        where m.environment_id = ${environmentId} and m.user_id = ${userId} and m.removed_at is null`,
  )
  return rows[0]
}

/** All members of each of these accounts. */
export async function listMembersOf(
  db: Db,
  environmentIds: readonly number[],
): Promise<Member[][]> {
  const rows = await query<Member>(
    db,
    sql`select ${columns} from ${source}
        where m.environment_id ${inEnvironments([...new Set(environmentIds)])}
          and m.removed_at is null
        order by m.created_at, m.id`,
  )
  return environmentIds.map((id) => rows.filter(({ environment_id }) => environment_id === id))
}

export async function hasOwner(db: Db, environmentId: number): Promise<boolean> {
  const rows = await query<{ has: boolean }>(
    db,
    sql`select exists (select 1 from members where environment_id = ${environmentId}
          and role = 'owner' and user_id is not null and removed_at is null) as has`,
  )
  return rows[0]?.has ?? false
}

/** Turns an invited person into a joined member; returns false if the invitation was withdrawn meanwhile. */
export async function joinMember(
  tx: Tx,
  member: { id: string; link_id: string; user_id: string; name: string },
  at: number,
): Promise<boolean> {
  const joined = await execute(
    tx,
    sql`update members set user_id = ${member.user_id}, name = ${member.name}, link_id = null,
          updated_at = ${new Date(at)}
        where id = ${member.id} and link_id = ${member.link_id} and removed_at is null`,
  )
  return joined === 1
}

/** Makes a user an owner, whatever their role was. */
export async function makeOwner(
  tx: Tx,
  owner: { id: string; environment_id: number; user_id: string; email: string; name: string },
  at: number,
): Promise<void> {
  await execute(
    tx,
    sql`insert into members (environment_id, id, email, user_id, name, role, link_id, created_at,
                             updated_at, removed_at)
        values (${owner.environment_id}, ${owner.id}, ${owner.email}, ${owner.user_id},
                ${owner.name}, 'owner', null, ${new Date(at)}, ${new Date(at)}, null)
        on conflict (environment_id, email) where removed_at is null do update
          set role = 'owner', user_id = excluded.user_id, name = excluded.name, link_id = null,
              updated_at = excluded.updated_at`,
  )
}

/** The live environments of the accounts that a user belongs to. */
export async function liveEnvironmentsOf(db: Db, userId: string): Promise<number[]> {
  const rows = await query<{ environment_id: number }>(
    db,
    sql`select environment_id from members where user_id = ${userId} and removed_at is null
        order by environment_id`,
  )
  return rows.map(({ environment_id }) => environment_id)
}

/** Makes every owner of an account an owner of the demos too; existing members of a demo keep their role. */
export async function admitOwnersToDemos(tx: Tx, at: number): Promise<void> {
  for (const owner of await findOwnersOutsideDemos(tx)) {
    await makeOwner(tx, { id: newUuid(), ...owner }, at)
  }
}

/** Owners of any account who are not members of a demo yet, with the live environment of that demo. */
function findOwnersOutsideDemos(db: Db) {
  return query<{ environment_id: number; user_id: string; email: string; name: string }>(
    db,
    sql`select distinct d.id as environment_id, u.id as user_id, u.email, u.name
        from accounts a
        join environments d on d.account_id = a.id and d.mode = 'live'
        join members o on o.role = 'owner' and o.removed_at is null
        join environments e on e.id = o.environment_id
        join accounts own on own.id = e.account_id and own.demo is null
        join users u on u.id = o.user_id
        where a.demo in ('making', 'ready') and not exists (
          select 1 from members m
          where m.environment_id = d.id and m.user_id = u.id and m.removed_at is null)`,
  )
}

/** The number of other accounts, excluding demos, that the user of each of these members belongs to. */
export async function membershipsElsewhere(db: Db, keys: readonly RowKey[]): Promise<number[]> {
  const rows = await query<RowKey & { others: number }>(
    db,
    sql`select wanted.environment_id, wanted.id, (
          select count(*) from members own
          join members m on m.user_id = own.user_id and m.environment_id <> own.environment_id
          join environments e on e.id = m.environment_id
          join accounts a on a.id = e.account_id and a.demo is null
          where own.environment_id = wanted.environment_id and own.id = wanted.id
            and m.removed_at is null) as others
        from ${wanted(keys, 'uuid')}`,
  )
  return inOrder(keys, rows).map((row) => row?.others ?? 0)
}
