// SQL of sign-ins that wait for a second factor: a right password, and nothing that it opens.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

/** So many wrong codes, and the password has to be entered again. */
const WRONG_CODES_MOST = 5

export interface Challenge {
  id: string
  token_hash: Buffer
  user_id: string
  created_at: number
  expires_at: number
}

/**
 * Begins one for somebody whose password still has this hash; false when it has another by now. Whoever
 * sets a password meanwhile waits for this, and ends this one too, or is waited for.
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
 * Counts a try at a challenge before it is judged, so that many at once are no more tries than one after
 * the other; undefined when there is none, or it has had all its tries.
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

/** Whose a challenge is that has tries left. */
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

/** Ends one; false when somebody else was first. */
export async function takeChallenge(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`delete from sign_in_challenges where id = ${id}`)) === 1
}

/** Ends all of somebody: what they began with is not so any more. */
export async function deleteChallenges(tx: Tx, userId: string): Promise<void> {
  await execute(tx, sql`delete from sign_in_challenges where user_id = ${userId}`)
}

export function purgeChallenges(db: Db, now: number): Promise<number> {
  return execute(
    db,
    sql`delete from sign_in_challenges where expires_at <= ${new Date(now)}::timestamptz`,
  )
}
