// SQL of links that are mailed: leases and delivery outcomes.

import type { MailedPurpose } from '../../domain/link-mail.ts'
import { type Db, execute, plain, query, sql } from '../../platform/db/sql.ts'

/** A link that is being mailed. */
export interface DueLink {
  id: string
  purpose: MailedPurpose
  lease_token: string
  sealed_token: Buffer
  mail_language: string | null
  created_at: number
  expires_at: number
  /** Including the current attempt. */
  attempts: number
  /** True if the user requested the link themselves. */
  own: boolean
}

export interface Lease {
  token: string
  wallMs: number
  untilMs: number
  most: number
}

/** Leases links that are due, so that no other process sends them; an expired lease belongs to a dead process. */
export function leaseLinks(db: Db, { token, wallMs, untilMs, most }: Lease): Promise<DueLink[]> {
  const now = sql`${new Date(wallMs)}::timestamptz`
  return query<DueLink & Record<string, unknown>>(
    db,
    sql`update one_time_links l
        set lease_token = ${token}::uuid, lease_until = ${new Date(untilMs)},
            attempts = least(l.attempts + 1, 1000)
        from (select id from one_time_links
              where next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})
              order by next_attempt_at limit ${most} for update skip locked) as due
        where l.id = due.id
        returning l.id, l.purpose, l.lease_token, l.sealed_token, l.mail_language, l.created_at,
                  l.expires_at, l.attempts, l.member_id is null as own`,
  )
}

/** The current recipient of a link. */
export interface Addressee {
  id: string
  email: string
  name: string
  /** Null if this user belongs to no account. */
  account_name: string | null
  language: string | null
}

/** Those of these links that are still valid, with their recipients. */
export function findAddressees(db: Db, ids: string[], now: number): Promise<Addressee[]> {
  return query<Addressee & Record<string, unknown>>(
    db,
    sql`select l.id, coalesce(m.email, u.email) as email, coalesce(nullif(u.name, ''), m.name, '') as name,
               s.name as account_name, s.language
        from one_time_links l
        left join members m on m.id = l.member_id
        left join users u on u.id = l.user_id
        left join environment_settings s on s.environment_id = coalesce(l.environment_id,
          (select min(o.environment_id) from members o
           where o.user_id = l.user_id and o.removed_at is null))
        where l.id = any(${plain(ids)}::uuid[]) and l.expires_at > ${new Date(now)}::timestamptz
          and (l.member_id is null or (m.link_id = l.id and m.removed_at is null))
          and coalesce(m.email, u.email) is not null`,
  )
}

/** Outcome of an attempt: sent, failed permanently, or retried at an instant. */
export type LinkOutcome =
  | { state: 'mailed'; at: number }
  | { state: 'over'; error: string | null }
  | { state: 'again'; at: number; error: string | null }

/** Records the outcome if the lease still holds. Deletes the sealed token once it is no longer needed. */
export async function recordMailing(
  db: Db,
  { id, lease_token }: Pick<DueLink, 'id' | 'lease_token'>,
  outcome: LinkOutcome,
): Promise<void> {
  const again = outcome.state === 'again'
  const mailedAt = outcome.state === 'mailed' ? new Date(outcome.at) : null
  const nextAt = again ? new Date(outcome.at) : null
  const error = outcome.state === 'mailed' ? null : outcome.error
  await execute(
    db,
    sql`update one_time_links
        set sealed_token = case when ${again}::boolean then sealed_token end,
            next_attempt_at = ${nextAt}::timestamptz, mailed_at = ${mailedAt}::timestamptz,
            last_error = ${error}::text, lease_token = null, lease_until = null
        where id = ${id} and lease_token = ${lease_token}`,
  )
}
