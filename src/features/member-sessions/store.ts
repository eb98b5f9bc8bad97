// SQL of the sessions of an account's members. A session belongs to its user; it is listed under an account as long as
// the user is a member of it.

import type { Role } from '../../domain/roles.ts'
import { invariant } from '../../invariant.ts'
import { locking, wanted } from '../../platform/db/keyed.ts'
import { type Db, execute, plain, query, sql } from '../../platform/db/sql.ts'
import type { RowKey, Table } from '../../platform/db/table.ts'

export interface MemberSession {
  /** The account's live environment. */
  environment_id: number
  id: string
  member_id: string
  role: Role
  email: string
  address: string
  user_agent: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

/** Source of the pages of the list. */
export const SESSIONS_OF_MEMBERS = `(
  select m.environment_id, m.id as member_id, s.id, s.created_at, s.last_seen_at, s.expires_at
  from members m join sessions s on s.user_id = m.user_id
  where m.removed_at is null) as sessions_of_members`

const columns = sql`m.environment_id, s.id, m.id as member_id, m.role, m.email, s.address,
  s.user_agent, s.created_at, s.last_seen_at, s.expires_at`

const from = (keys: RowKey[]) => sql`sessions s
  join members m on m.user_id = s.user_id and m.removed_at is null
  join ${wanted(keys, 'uuid')}
    on m.environment_id = wanted.environment_id and s.id = wanted.id`

/** Table for the one action, which ends sessions: updating a row deletes it. */
export const memberSessions: Table<MemberSession> = {
  name: 'sessions',
  lock(tx, keys, how) {
    return query<MemberSession>(
      tx,
      sql`select ${columns} from ${from(keys)} order by s.id${locking('s', how)}`,
    )
  },
  insert: async () => invariant(false, 'No action creates sessions.'),
  update(tx, rows) {
    return execute(
      tx,
      sql`delete from sessions where id = any(${plain(rows.map((row) => row.id))}::uuid[])`,
    )
  },
}

/** Sessions in the order of the keys; undefined if missing. */
export async function findMemberSessions(
  db: Db,
  keys: RowKey[],
): Promise<(MemberSession | undefined)[]> {
  const rows = await query<MemberSession>(db, sql`select ${columns} from ${from(keys)}`)
  const found = new Map(rows.map((row) => [`${row.environment_id}/${row.id}`, row]))
  return keys.map((key) => found.get(`${key.environment_id}/${key.id}`))
}
