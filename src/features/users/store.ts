// All SQL of users and their passwords.

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

/** Serializes changes to a user's password and links. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  await query(tx, sql`select id from users where id = ${id} for no key update`)
}

/** Inserts a user; returns false if the email is already taken. */
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

/** Sets a password; returns false if `was` is given and the stored hash is now another one. */
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
