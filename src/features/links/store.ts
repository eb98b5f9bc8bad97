// All SQL of one-time links: only a keyed hash of their token is kept.

import { type Db, execute, instants, plain, query, sql } from '../../platform/db/sql.ts'
import type { Table, Tx } from '../../platform/db/table.ts'

export const LINK_PURPOSES = ['owner', 'invitation', 'password_reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export interface OneTimeLink {
  id: string
  token_hash: Buffer
  purpose: LinkPurpose
  /** The live environment of the account it lets into; null for a person's own reset. */
  environment_id: number | null
  member_id: string | null
  user_id: string | null
  email: string | null
  created_at: number
  expires_at: number
  /** Sealed, while it waits to be mailed. */
  sealed_token: Buffer | null
  mail_language: string | null
  next_attempt_at: number | null
}

const list = sql`id, token_hash, purpose, environment_id, member_id, user_id, email, created_at,
  expires_at, sealed_token, mail_language, next_attempt_at`

export function insertLinks(db: Db, links: OneTimeLink[]): Promise<number> {
  return execute(
    db,
    sql`insert into one_time_links (${list})
        select * from unnest(
          ${plain(links.map((link) => link.id))}::uuid[],
          ${links.map((link) => link.token_hash)}::bytea[],
          ${links.map((link) => link.purpose)}::text[],
          ${plain(links.map((link) => link.environment_id))}::int[],
          ${plain(links.map((link) => link.member_id))}::uuid[],
          ${plain(links.map((link) => link.user_id))}::uuid[],
          ${links.map((link) => link.email)}::text[],
          ${instants(links.map((link) => link.created_at))}::timestamptz[],
          ${instants(links.map((link) => link.expires_at))}::timestamptz[],
          ${links.map((link) => link.sealed_token)}::bytea[],
          ${links.map((link) => link.mail_language)}::text[],
          ${instants(links.map((link) => link.next_attempt_at))}::timestamptz[])`,
  )
}

/** A link as an action makes it, with the subject of the mail that brings it. */
type NewLink = OneTimeLink & { environment_id: number; subject?: string | undefined }

/** As actions insert them; redeeming deletes them, past the lane. */
export const oneTimeLinks: Table<NewLink> = {
  name: 'one_time_links',
  lock: () => Promise.resolve([]),
  insert: insertLinks,
  update: () => Promise.reject(new Error('No action changes links.')),
  mail: ({ purpose, email, subject }) =>
    subject === undefined ? undefined : { kind: purpose, to: email ?? '', subject },
}

/** A link that may be redeemed now. */
export async function findLink(
  db: Db,
  tokenHash: Buffer,
  now: number,
): Promise<OneTimeLink | undefined> {
  const rows = await query<OneTimeLink & Record<string, unknown>>(
    db,
    sql`select ${list} from one_time_links
        where token_hash = ${tokenHash} and expires_at > ${new Date(now)}::timestamptz`,
  )
  return rows[0]
}

/** Who made the latest link of a member, by the audit log; undefined when that does not tell. */
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

/** Uses a link up; undefined when somebody else was first. */
export async function takeLink(tx: Tx, id: string): Promise<boolean> {
  return (await execute(tx, sql`delete from one_time_links where id = ${id}`)) === 1
}

/** Ends the links of an account that make owners: it has one now. */
export async function endOwnerLinks(tx: Tx, environmentId: number): Promise<void> {
  await execute(
    tx,
    sql`delete from one_time_links
        where environment_id = ${environmentId} and purpose = 'owner'`,
  )
}

/** Ends what could still set the password of somebody. */
export async function endResets(tx: Tx, userId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from one_time_links where user_id = ${userId} and purpose = 'password_reset'`,
  )
}

/**
 * Adds a link that somebody asked for, who is locked; false when they have asked for so many already
 * that are in force.
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

/** Forgets links that have expired; answers how many. */
export function purgeLinks(db: Db, now: number): Promise<number> {
  return execute(
    db,
    sql`delete from one_time_links where expires_at <= ${new Date(now)}::timestamptz`,
  )
}
