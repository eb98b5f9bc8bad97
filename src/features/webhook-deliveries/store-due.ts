// SQL of due deliveries: endpoints with due deliveries, and their leases.

import { type Db, execute, plain, query, sql } from '../../platform/db/sql.ts'
import { isHeldBack, type WebhookDelivery, webhookDeliveryRecord } from './record.ts'

export interface DueEndpoint {
  environment_id: number
  endpoint_id: string
  /** True if its last call failed. */
  failing: boolean
  /** When its oldest due delivery became due. */
  oldest: number
}

/**
 * Endpoints with due deliveries, round-robin over environments. Within an environment and within a round, the longest
 * waiting come first.
 */
export function findDueEndpoints(db: Db, wallMs: number): Promise<DueEndpoint[]> {
  return query<DueEndpoint & Record<string, unknown>>(
    db,
    sql`select environment_id, endpoint_id, failing, oldest from (
          select w.environment_id, w.id as endpoint_id, w.failing_since is not null as failing,
                 due.oldest, row_number() over (
                   partition by w.environment_id, w.failing_since is not null
                   order by due.oldest) as turn
          from webhook_endpoints w
          cross join lateral (
            select d.next_attempt_at as oldest from webhook_deliveries d
            where d.environment_id = w.environment_id and d.endpoint_id = w.id
              and d.state = 'pending' and d.next_attempt_at <= ${new Date(wallMs)}::timestamptz
              and (d.lease_until is null or d.lease_until <= ${new Date(wallMs)}::timestamptz)
            order by d.next_attempt_at, d.sequence limit 1) due
          where w.status = 'enabled' and w.deleted_at is null) waiting
        order by turn, oldest limit 1000`,
  )
}

/** Deleted endpoints with pending deliveries. */
export function findAbandoned(db: Db): Promise<{ environment_id: number; id: string }[]> {
  return query(
    db,
    sql`select w.environment_id, w.id from webhook_endpoints w
        where w.deleted_at is not null and exists (
          select 1 from webhook_deliveries d
          where d.environment_id = w.environment_id and d.endpoint_id = w.id
            and d.state = 'pending')
        limit 100`,
  )
}

export interface Leased extends WebhookDelivery {
  mode: 'test' | 'live'
  url: string
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: number | null
}

/**
 * Leases due deliveries of one endpoint that are the first of their object, and commits at once: no transaction is open
 * during the call. A delivery whose lease expired is due again.
 */
export function leaseDeliveries(
  db: Db,
  endpoint: { environment_id: number; endpoint_id: string },
  lease: { token: string; wallMs: number; untilMs: number; most: number },
): Promise<Leased[]> {
  const { environment_id, endpoint_id } = endpoint
  const now = new Date(lease.wallMs)
  return query<Leased>(
    db,
    sql`with due as (
          select d.environment_id, d.id from webhook_deliveries d
          where d.environment_id = ${environment_id} and d.endpoint_id = ${endpoint_id}
            and d.state = 'pending' and d.next_attempt_at <= ${now}::timestamptz
            and (d.lease_until is null or d.lease_until <= ${now}::timestamptz)
            and not ${isHeldBack(sql`d`, sql`d.environment_id`)}
          order by d.next_attempt_at, d.sequence limit ${lease.most}
          for update of d skip locked)
        update webhook_deliveries d
        set lease_token = ${lease.token}, lease_until = ${new Date(lease.untilMs)}::timestamptz
        from due, webhook_endpoints w, environments e
        where d.environment_id = due.environment_id and d.id = due.id
          and w.environment_id = d.environment_id and w.id = d.endpoint_id
          and e.id = d.environment_id
          and w.status = 'enabled' and w.deleted_at is null
        returning ${webhookDeliveryRecord.columns('d')}, e.mode, w.url, w.secret, w.former_secret, w.former_secret_until`,
  )
}

/** Releases unused leases, so that other processes need not wait for their expiry. */
export function giveBack(db: Db, environmentId: number, leased: Leased[]): Promise<number> {
  return execute(
    db,
    sql`update webhook_deliveries d set lease_token = null, lease_until = null
        from unnest(${plain(leased.map(({ id }) => id))}::uuid[],
                    ${plain(leased.map(({ lease_token }) => lease_token))}::uuid[])
          as mine (id, token)
        where d.environment_id = ${environmentId} and d.id = mine.id
          and d.lease_token = mine.token`,
  )
}
