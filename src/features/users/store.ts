// All SQL of people: who signs in here, with which password.

import { type Db, execute, query, sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/table.ts'

export interface User {
  id: string
  email: string
  name: string
  /** argon2id in the PHC form. */
  password: string
  created_at: number
}

export async function findUser(db: Db, email: string): Promise<User | undefined> {
  const rows = await query<User & Record<string, unknown>>(
    db,
    sql`select id, email, name, password, created_at from users where email = ${email}`,
  )
  return rows[0]
}

export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  const rows = await query<User & Record<string, unknown>>(
    db,
    sql`select id, email, name, password, created_at from users where id = ${id}`,
  )
  return rows[0]
}

/** Has changes to somebody's password and links take turns. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await query(tx, sql`select id from users where id = ${id} for no key update`)
}

/** Adds somebody; false when the mail address is somebody's already. */
export async function insertUser(db: Db, user: User): Promise<boolean> {
  const at = new Date(user.created_at)
  const added = await execute(
    db,
    sql`insert into users (id, email, name, password, created_at, updated_at)
        values (${user.id}, ${user.email}, ${user.name}, ${user.password}, ${at}, ${at})
        on conflict do nothing`,
  )
  return added === 1
}

/** Sets a password; false when it is another one by now than the hash `was`, where that is given. */
export async function setPassword(
  db: Db,
  { id, password, was = null }: { id: string; password: string; was?: string | null },
  at: number,
): Promise<boolean> {
  const set = await execute(
    db,
    sql`update users set password = ${password}, updated_at = ${new Date(at)}
        where id = ${id} and (${was}::text is null or password = ${was})`,
  )
  return set === 1
}

export async function renameUser(db: Db, id: string, name: string, at: number): Promise<void> {
  await execute(
    db,
    sql`update users set name = ${name}, updated_at = ${new Date(at)} where id = ${id}`,
  )
}
