// SQL of one-time links that is not part of their table.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Table, Tx } from '../../platform/db/table.ts'
import { linkRecord, type OneTimeLink } from './record.ts'

/** A link as an action creates it, with the subject of its mail. */
type NewLink = OneTimeLink & { environment_id: number; subject?: string | undefined }

/** Actions insert links; redeeming deletes them outside the lane. */
export const oneTimeLinks: Table<NewLink> = {
  ...linkRecord,
  mail: ({ purpose, email, subject }) =>
    subject === undefined ? undefined : { kind: purpose, to: email ?? '', subject },
}

export const insertLinks = (db: Db, links: OneTimeLink[]): Promise<void> =>
  linkRecord.insert(db, links as NewLink[])

const columns = linkRecord.columns('l')

/** A link that is valid now, by the possible hashes of its token. */
export async function findLink(
  db: Db,
  tokenHashes: Buffer[],
  now: number,
): Promise<OneTimeLink | undefined> {
  const rows = await query<OneTimeLink & Record<string, unknown>>(
    db,
    sql`select ${columns} from one_time_links l
        where l.token_hash = any(${tokenHashes}::bytea[]) and l.expires_at > ${new Date(now)}::timestamptz`,
  )
  return rows[0]
}

/** The creator of a member's latest link, by the audit log; undefined if the log does not name one. */
export async function findLinkMaker(
  db: Db,
  environmentId: number,
  memberRef: string,
): Promise<string | undefined> {
  const rows = await query<{ actor: string }>(
    db,
    sql`select actor from audit_log
        where environment_id = ${environmentId} and object_id = ${memberRef}
          and action in ('inviteMember', 'linkMember')
        order by created_at desc, id desc limit 1`,
  )
  return rows[0]?.actor
}

/** Consumes a link; returns false if a concurrent request was first. */
export async function takeLink(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`delete from one_time_links where id = ${id}`)) === 1
}

/** Deletes the owner links of an account, which has an owner now. */
export async function endOwnerLinks(tx: Tx, environmentId: number): Promise<void> {
  await execute(
    tx,
    sql`delete from one_time_links
        where environment_id = ${environmentId} and purpose = 'owner'`,
  )
}

/** Deletes the links that could still set a user's password. */
export async function endResets(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from one_time_links where user_id = ${userId} and purpose = 'password_reset'`,
  )
}

/**
 * Inserts a link that a user requested. The user must be locked. Returns false if the user already has the maximum
 * number of valid links.
 */
export async function insertOwnReset(
  tx: Tx,
  link: OneTimeLink,
  { most, at }: { most: number; at: number },
): Promise<boolean> {
  const rows = await query<{ count: number }>(
    tx,
    sql`select count(*) as count from one_time_links
        where user_id = ${link.user_id} and purpose = 'password_reset' and member_id is null
          and expires_at > ${new Date(at)}::timestamptz`,
  )
  if ((rows[0]?.count ?? 0) >= most) return false
  await insertLinks(tx, [link])
  return true
}

/** Deletes expired links; returns how many. */
export function purgeLinks(db: Db, now: number): Promise<number> {
  return execute(
    db,
    sql`delete from one_time_links where expires_at <= ${new Date(now)}::timestamptz`,
  )
}
