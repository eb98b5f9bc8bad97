// All SQL of sessions. Only a keyed hash of the cookie is stored.

import type { Role } from '../../domain/roles.ts'
import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tier } from '../accounts/store.ts'

export interface Session {
  id: string
  token_hash: Buffer
  secret_key_id: string | null
  user_id: string
  created_at: number
  last_seen_at: number
  expires_at: number
  address: string
  user_agent: string
}

/** A session and its access: one row for each environment. */
export interface SessionRow extends Session {
  email: string
  name: string
  /** True if this user has a second factor. */
  second_factor: boolean
  role: Role | null
  account_id: number | null
  account_name: string | null
  require_second_factor: boolean | null
  environment_id: number | null
  mode: 'test' | 'live' | null
  tier: Tier | null
  tier_limit: number | null
  live_id: number | null
}

const columns = sql`s.id, s.token_hash, s.secret_key_id, s.user_id, s.created_at, s.last_seen_at, s.expires_at,
  s.address, s.user_agent`

/**
 * Inserts a session if the user's password still has this hash; returns false otherwise. A concurrent password change
 * either waits for this insert and deletes the session, or goes first.
 */
export async function insertSession(db: Db, session: Session, password: string): Promise<boolean> {
  const begun = await execute(
    db,
    sql`insert into sessions (id, token_hash, secret_key_id, user_id, created_at, last_seen_at,
                              expires_at, address, user_agent, confirmed_at)
        select ${session.id}::uuid, ${session.token_hash}::bytea,
               ${session.secret_key_id}::text, u.id,
               ${new Date(session.created_at)}::timestamptz,
               ${new Date(session.last_seen_at)}::timestamptz,
               ${new Date(session.expires_at)}::timestamptz, ${session.address}::text,
               ${session.user_agent}::text, ${new Date(session.created_at)}::timestamptz
        from users u where u.id = ${session.user_id} and u.password = ${password} for share`,
  )
  return begun === 1
}

/** The sessions of these tokens, of any user, and what each grants. */
export function readSessions(db: Db, tokenHashes: Buffer[]): Promise<SessionRow[]> {
  return query<SessionRow & Record<string, unknown>>(
    db,
    sql`select ${columns}, u.email, u.name, m.role, l.account_id, n.name as account_name,
               e.id as environment_id, e.mode, a.tier, a.tier_limit, l.id as live_id,
               a.require_second_factor, f.confirmed_at is not null as second_factor
        from sessions s
        join users u on u.id = s.user_id
        left join second_factors f on f.user_id = s.user_id
        left join members m on m.user_id = s.user_id and m.removed_at is null
        left join environments l on l.id = m.environment_id
        left join accounts a on a.id = l.account_id
        left join environment_settings n on n.environment_id = m.environment_id
        left join environments e on e.account_id = l.account_id
        where s.token_hash = any(${tokenHashes}::bytea[])
        order by l.account_id, e.mode desc`,
  )
}

/** The sessions of a user, latest first. */
export function listSessions(db: Db, userId: string): Promise<Session[]> {
  return query<Session & Record<string, unknown>>(
    db,
    sql`select ${columns} from sessions s where s.user_id = ${userId}
        order by s.created_at desc, s.id desc`,
  )
}

/** Deletes one session of a user, or all but one. Returns how many. */
export function deleteSessions(
  db: Db,
  userId: string,
  { only = null, except = null }: { only?: string | null; except?: string | null } = {},
): Promise<number> {
  return execute(
    db,
    sql`delete from sessions where user_id = ${userId}
          and (${only}::uuid is null or id = ${only}) and id is distinct from ${except}::uuid`,
  )
}

/** When the password was last entered in a session; undefined if the session has ended. */
export async function findConfirmation(db: Db, id: string): Promise<number | undefined> {
  const rows = await query<{ confirmed_at: number }>(
    db,
    sql`select s.confirmed_at from sessions s where s.id = ${id}`,
  )
  return rows[0]?.confirmed_at
}

export async function confirmSession(db: Db, id: string, at: number): Promise<void> {
  await execute(
    db,
    sql`update sessions set confirmed_at = ${new Date(at)}::timestamptz where id = ${id}`,
  )
}

export async function touchSessions(db: Db, seen: Map<string, number>): Promise<void> {
  if (seen.size === 0) return
  await execute(
    db,
    sql`update sessions s set last_seen_at = greatest(s.last_seen_at, seen.at)
        from unnest(${[...seen.keys()]}::uuid[],
                    ${[...seen.values()].map((at) => new Date(at))}::timestamptz[]) as seen (id, at)
        where s.id = seen.id`,
  )
}

/** Deletes sessions that have expired or were left idle; returns how many. */
export function purgeSessions(db: Db, now: number, idleSince: number): Promise<number> {
  return execute(
    db,
    sql`delete from sessions where expires_at <= ${new Date(now)}::timestamptz
          or last_seen_at <= ${new Date(idleSince)}::timestamptz`,
  )
}

/** Sets whether an account requires a second factor; returns false if this user is not (or no longer) allowed to. */
export async function setRequirement(
  db: Db,
  { accountId, userId, liveId }: { accountId: number; userId: string; liveId: number },
  required: boolean,
): Promise<boolean> {
  const set = await execute(
    db,
    sql`update accounts set require_second_factor = ${required}
        where id = ${accountId} and exists (
          select 1 from members m where m.environment_id = ${liveId} and m.user_id = ${userId}
            and m.role in ('owner', 'admin') and m.removed_at is null)`,
  )
  return set === 1
}
