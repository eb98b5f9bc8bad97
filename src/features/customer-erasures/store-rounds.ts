// SQL of one running erasure: its progress, under its lock, and its next objects.

import { type Erasure, FIRST_STEP } from '../../domain/erasure.ts'
import { type Db, execute, plain, query, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { RowKey, Tx } from '../../platform/db/table.ts'

/** The progress of a run: the position after which it continues, and whether documents are due as well. */
export interface Progress extends Pick<Erasure, 'keep_documents_until' | 'documents_due_at'> {
  step: string
  done_until: string | null
}

/** Locks an erasure that is due and at one of these steps; undefined if it no longer is. */
export async function lockProgress(
  tx: Tx,
  { environment_id, id }: RowKey,
  { now, steps }: { now: number; steps: readonly string[] },
): Promise<Progress | undefined> {
  const rows = await query<Progress & Record<string, unknown>>(
    tx,
    sql`select e.step, e.done_until, e.keep_documents_until, e.documents_due_at
        from customer_erasures e
        where e.environment_id = ${environment_id} and e.customer_id = ${id}
          and e.due_at is not null and e.due_at <= ${new Date(now)}::timestamptz
          and e.step = any(${plain(steps)}::text[])
        for no key update`,
  )
  return rows[0]
}

/** Stores the progress of the run. */
export function saveProgress(
  tx: Tx,
  { environment_id, id }: RowKey,
  { step, done_until }: Pick<Progress, 'step' | 'done_until'>,
): Promise<number> {
  return execute(
    tx,
    sql`update customer_erasures e set step = ${step}, done_until = ${done_until}
        where e.environment_id = ${environment_id} and e.customer_id = ${id}`,
  )
}

/**
 * Ends the run and schedules the request log, by wall time. With the documents the erasure is done; without them it
 * waits for their last day.
 */
export function endRound(
  tx: Tx,
  { environment_id, id }: RowKey,
  { now, documents, logDueAt }: { now: number; documents: boolean; logDueAt: number },
): Promise<number> {
  const at = sql`${new Date(now)}::timestamptz`
  const next = documents
    ? sql`documents_erased_at = ${at}, due_at = null, step = null`
    : sql`due_at = e.documents_due_at, step = ${FIRST_STEP}`
  return execute(
    tx,
    sql`update customer_erasures e
        set history_erased_at = coalesce(e.history_erased_at, ${at}), done_until = null,
            log_due_at = ${new Date(logDueAt)}, ${next}
        where e.environment_id = ${environment_id} and e.customer_id = ${id}`,
  )
}

/** Postpones the run: something must be sent before it can be erased. */
export function putOff(tx: Tx, { environment_id, id }: RowKey, until: number): Promise<number> {
  return execute(
    tx,
    sql`update customer_erasures e
        set due_at = ${new Date(until)}::timestamptz, step = ${FIRST_STEP}, done_until = null
        where e.environment_id = ${environment_id} and e.customer_id = ${id}`,
  )
}

export interface Place {
  created_at: number
  id: string
}

/** The next rows of a customer in a table after a position, oldest first, in the order of an index. */
export function findOwned(
  db: Db,
  owned: string,
  customer: RowKey,
  { after, most, visible = sql`true` }: { after: Place | undefined; most: number; visible?: Sql },
): Promise<Place[]> {
  const behind = after
    ? sql`(created_at, id) > (${new Date(after.created_at)}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  return query<Place & Record<string, unknown>>(
    db,
    sql`select id, created_at from ${raw(owned)}
        where environment_id = ${customer.environment_id} and customer_id = ${customer.id}
          and ${behind} and ${visible}
        order by created_at, id limit ${most}`,
  )
}

/** Locks rows before reading anything of theirs, in the same order as every write. */
export function lockOwned(
  tx: Tx,
  owned: string,
  environmentId: number,
  ids: readonly string[],
): Promise<unknown> {
  return query(
    tx,
    sql`select 1 from ${raw(owned)}
        where environment_id = ${environmentId} and id = any(${plain(ids)}::uuid[])
        order by id for no key update`,
  )
}

/** True if an email to the customer is still to be sent. */
export async function hasPendingMail(db: Db, customer: RowKey): Promise<boolean> {
  const rows = await query<{ yes: boolean }>(
    db,
    sql`select exists (select from emails
          where environment_id = ${customer.environment_id} and customer_id = ${customer.id}
            and status = 'pending') as yes`,
  )
  return rows[0]?.yes ?? false
}
