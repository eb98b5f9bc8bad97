// SQL of sign-ins that wait for a second factor: the password was correct, but no access is granted yet.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

/** After this many wrong codes, the password has to be entered again. */
const WRONG_CODES_MOST = 5

export interface Challenge {
  id: string
  token_hash: Buffer
  user_id: string
  created_at: number
  expires_at: number
}

/**
 * Inserts a challenge if the user's password still has this hash; returns false otherwise. A concurrent password change
 * either waits for this insert and deletes the challenge, or goes first.
 */
export async function insertChallenge(
  db: Db,
  challenge: Challenge,
  password: string,
): Promise<boolean> {
  const { id, token_hash, user_id, created_at, expires_at } = challenge
  const begun = await execute(
    db,
    sql`insert into sign_in_challenges (id, token_hash, user_id, created_at, expires_at)
        select ${id}::uuid, ${token_hash}::bytea, u.id, ${new Date(created_at)}::timestamptz,
               ${new Date(expires_at)}::timestamptz
        from users u where u.id = ${user_id} and u.password = ${password} for share`,
  )
  return begun === 1
}

/**
 * Counts an attempt before its code is checked, so that concurrent attempts gain nothing. Returns undefined if the
 * challenge is missing or has no attempts left.
 */
export async function tryChallenge(
  db: Db,
  tokenHashes: Buffer[],
  now: number,
): Promise<{ id: string; user_id: string; left: number } | undefined> {
  const rows = await query<{ id: string; user_id: string; left: number }>(
    db,
    sql`update sign_in_challenges set tries = tries + 1
        where token_hash = any(${tokenHashes}::bytea[]) and expires_at > ${new Date(now)}::timestamptz
          and tries < ${WRONG_CODES_MOST}
        returning id, user_id, ${WRONG_CODES_MOST}::int - tries as left`,
  )
  return rows[0]
}

/** The user of a challenge that has attempts left. */
export async function findChallenge(
  db: Db,
  tokenHashes: Buffer[],
  now: number,
): Promise<string | undefined> {
  const rows = await query<{ user_id: string }>(
    db,
    sql`select user_id from sign_in_challenges
        where token_hash = any(${tokenHashes}::bytea[]) and expires_at > ${new Date(now)}::timestamptz
          and tries < ${WRONG_CODES_MOST}`,
  )
  return rows[0]?.user_id
}

/** Deletes a challenge; returns false if a concurrent request deleted it first. */
export async function takeChallenge(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`delete from sign_in_challenges where id = ${id}`)) === 1
}

/** Deletes all challenges of a user, whose password or second factor has changed. */
export async function deleteChallenges(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`delete from sign_in_challenges where user_id = ${userId}`)
}

export function purgeChallenges(db: Db, now: number): Promise<number> {
  return execute(
    db,
    sql`delete from sign_in_challenges where expires_at <= ${new Date(now)}::timestamptz`,
  )
}
