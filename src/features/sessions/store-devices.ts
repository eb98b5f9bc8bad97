// SQL of known browsers: those that a user has signed in with.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'

/** Maximum number of known browsers per user; the least recently used is removed first. */
const DEVICES_MOST = 10

export interface Device {
  id: string
  user_id: string
  token_hash: Buffer
  secret_key_id: string
  created_at: number
  expires_at: number
}

/** True if a user with this email, who is a member of an account, has signed in with this browser. */
export async function findDevice(
  db: Db,
  { email, tokenHashes }: { email: string; tokenHashes: Buffer[] },
  now: number,
): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    db,
    sql`select d.id from known_devices d join users u on u.id = d.user_id
        where u.email = ${email} and d.token_hash = any(${tokenHashes}::bytea[])
          and d.expires_at > ${new Date(now)}::timestamptz
          and exists (select 1 from members m where m.user_id = u.id and m.removed_at is null)`,
  )
  return rows[0]?.id
}

/** True if any user has this browser: we issued its token, so the token can be reused. */
export async function isDevice(db: Db, tokenHashes: Buffer[], now: number): Promise<boolean> {
  const rows = await query<{ known: boolean }>(
    db,
    sql`select exists (select 1 from known_devices where token_hash = any(${tokenHashes}::bytea[])
          and expires_at > ${new Date(now)}::timestamptz) as known`,
  )
  return rows[0]?.known ?? false
}

/** Remembers that a user signed in with a browser, and removes the oldest beyond the maximum. */
export async function keepDevice(db: Db, device: Device): Promise<void> {
  const at = new Date(device.created_at)
  await execute(
    db,
    sql`insert into known_devices (user_id, token_hash, secret_key_id, id, created_at, last_used_at,
                                   expires_at)
        values (${device.user_id}, ${device.token_hash}, ${device.secret_key_id}, ${device.id}, ${at}, ${at},
                ${new Date(device.expires_at)})
        on conflict (user_id, token_hash) do update
          set last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`,
  )
  await execute(
    db,
    sql`delete from known_devices where user_id = ${device.user_id} and id in (
          select id from known_devices where user_id = ${device.user_id}
          order by last_used_at desc, id desc offset ${DEVICES_MOST})`,
  )
}

/** Removes one browser of a user, by the possible hashes of its token. */
export async function deleteDevice(db: Db, userId: string, tokenHashes: Buffer[]): Promise<void> {
  await execute(
    db,
    sql`delete from known_devices
        where user_id = ${userId} and token_hash = any(${tokenHashes}::bytea[])`,
  )
}

/** Removes the browsers of a user: all, or all but one. */
export async function deleteDevices(
  db: Db,
  userId: string,
  { except = [] }: { except?: Buffer[] } = {},
): Promise<void> {
  await execute(
    db,
    sql`delete from known_devices
        where user_id = ${userId} and token_hash <> all(${except}::bytea[])`,
  )
}

/** Deletes browsers that are long unused, and those of users who are not a member of any account. */
export function purgeDevices(db: Db, now: number): Promise<number> {
  return execute(
    db,
    sql`delete from known_devices d where d.expires_at <= ${new Date(now)}::timestamptz
          or not exists (
            select 1 from members m where m.user_id = d.user_id and m.removed_at is null)`,
  )
}
