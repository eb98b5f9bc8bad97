// All SQL of second factors: one sealed secret per user, and keyed hashes of recovery codes.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

export interface SecondFactor {
  user_id: string
  sealed_secret: Buffer
  /** Null until a code has been entered; not active before. */
  confirmed_at: number | null
}

export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | undefined> {
  const rows = await query<SecondFactor & Record<string, unknown>>(
    db,
    sql`select user_id, sealed_secret, confirmed_at from second_factors where user_id = ${userId}`,
  )
  return rows[0]
}

/** Reads a user's second factor and locks it until the transaction ends. */
export async function lockSecondFactor(tx: Tx, userId: string): Promise<SecondFactor | undefined> {
  const rows = await query<SecondFactor & Record<string, unknown>>(
    tx,
    sql`select user_id, sealed_secret, confirmed_at from second_factors where user_id = ${userId}
        for update`,
  )
  return rows[0]
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await findSecondFactor(db, userId))?.confirmed_at != null
}

/** Starts a setup, replacing an unfinished one; returns false if the user has an active second factor. */
export async function beginSecondFactor(
  db: Db,
  { userId, sealed }: { userId: string; sealed: Buffer },
  at: number,
): Promise<boolean> {
  const begun = await execute(
    db,
    sql`insert into second_factors (user_id, sealed_secret, created_at)
        values (${userId}, ${sealed}, ${new Date(at)})
        on conflict (user_id) do update
          set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
          where second_factors.confirmed_at is null`,
  )
  return begun === 1
}

/** Activates the second factor with this secret; returns false if it is active already, or setup was restarted. */
export async function confirmSecondFactor(
  tx: Tx,
  { user_id, sealed_secret }: SecondFactor,
  { step, at }: { step: number; at: number },
): Promise<boolean> {
  const confirmed = await execute(
    tx,
    sql`update second_factors set confirmed_at = ${new Date(at)}, last_step = ${step}
        where user_id = ${user_id} and sealed_secret = ${sealed_secret} and confirmed_at is null`,
  )
  return confirmed === 1
}

/** Consumes a time step and all before it; returns false if a concurrent request was first. */
export async function acceptStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const accepted = await execute(
    tx,
    sql`update second_factors set last_step = ${step}
        where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`,
  )
  return accepted === 1
}

/** Consumes a recovery code by its possible hashes; returns false if it is wrong or already used. */
export async function takeRecoveryCode(tx: Tx, userId: string, hashes: Buffer[]): Promise<boolean> {
  const taken = await execute(
    tx,
    sql`delete from recovery_codes where user_id = ${userId} and code_hash = any(${hashes}::bytea[])`,
  )
  return taken === 1
}

export async function insertRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: Buffer[],
  secretKeyId: string,
): Promise<void> {
  await execute(tx, sql`delete from recovery_codes where user_id = ${userId}`)
  await execute(
    tx,
    sql`insert into recovery_codes (user_id, code_hash, secret_key_id)
        select ${userId}::uuid, hash, ${secretKeyId}::text from unnest(${hashes}::bytea[]) as hash`,
  )
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    sql`select count(*) as count from recovery_codes where user_id = ${userId}`,
  )
  return rows[0]?.count ?? 0
}

/** Deletes a user's second factor and recovery codes; returns false if none was active. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await execute(tx, sql`delete from recovery_codes where user_id = ${userId}`)
  const rows = await query<{ counted: boolean }>(
    tx,
    sql`delete from second_factors where user_id = ${userId}
        returning confirmed_at is not null as counted`,
  )
  return rows[0]?.counted ?? false
}
