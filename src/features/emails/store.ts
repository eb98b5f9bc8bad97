// SQL of sending: environments with due emails, leases, and stored texts.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import { columns, type EmailWithTexts, texts as textColumns } from '../outbox/store.ts'

export interface DueEnvironment {
  environment_id: number
  /** When its oldest due email became due. */
  oldest: number
}

/** Environments with due emails, longest waiting first. Test environments never have any. */
export function findDueEnvironments(db: Db, wallMs: number): Promise<DueEnvironment[]> {
  const now = new Date(wallMs)
  return query<DueEnvironment & Record<string, unknown>>(
    db,
    sql`select e.id as environment_id, due.oldest
        from environments e
        cross join lateral (
          select m.next_attempt_at as oldest from emails m
          where m.environment_id = e.id and m.status = 'pending'
            and m.next_attempt_at <= ${now}::timestamptz
            and (m.lease_until is null or m.lease_until <= ${now}::timestamptz)
          order by m.next_attempt_at limit 1) due
        where e.mode = 'live'
        order by due.oldest limit 1000`,
  )
}

/**
 * Leases due emails of one environment and commits at once: no transaction is open while an email is sent. An email
 * whose lease expired is due again.
 */
export function leaseEmails(
  db: Db,
  environmentId: number,
  lease: { token: string; wallMs: number; untilMs: number; most: number },
): Promise<EmailWithTexts[]> {
  const now = new Date(lease.wallMs)
  return query<EmailWithTexts & Record<string, unknown>>(
    db,
    sql`with due as (
          select d.environment_id, d.id from emails d
          where d.environment_id = ${environmentId} and d.status = 'pending'
            and d.next_attempt_at <= ${now}::timestamptz
            and (d.lease_until is null or d.lease_until <= ${now}::timestamptz)
          order by d.next_attempt_at limit ${lease.most}
          for update of d skip locked)
        update emails m
        set lease_token = ${lease.token}, lease_until = ${new Date(lease.untilMs)}::timestamptz
        from due where m.environment_id = due.environment_id and m.id = due.id
        returning ${columns}, ${textColumns}`,
  )
}

/** Stores the texts of an email before the first attempt, if its lease is still valid. */
export async function keepTexts(
  db: Db,
  email: Pick<EmailWithTexts, 'environment_id' | 'id' | 'lease_token'>,
  texts: { text: string; html: string; attached: boolean },
): Promise<boolean> {
  const kept = await execute(
    db,
    sql`update emails m set text = ${texts.text}, html = ${texts.html}, attached = ${texts.attached}
        where m.environment_id = ${email.environment_id} and m.id = ${email.id}
          and m.lease_token = ${email.lease_token}`,
  )
  return kept === 1
}
