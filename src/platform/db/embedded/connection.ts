// How the embedded server is reached: its socket, and the role and database of the service in it.

import pg from 'pg'
import { clusterPassword, SUPERUSER } from './cluster.ts'
import { type Place, shortPath } from './place.ts'

/** How to connect, in the words of `pg`. */
export interface Connection {
  /** The folder of the Unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

const DATABASE = 'reckoner'
const ROLE = 'reckoner'
/** No port is listened on; it is a part of the socket's name. */
export const PORT = 5432

/** The folder of the socket, as it can be connected to. */
export const hostOf = (place: Place, port = PORT): string =>
  shortPath(place.run, `.s.PGSQL.${port}.lock`)

export function connectionTo(place: Place, port = PORT): Connection {
  return {
    host: hostOf(place, port),
    port,
    user: ROLE,
    password: clusterPassword(place),
    database: DATABASE,
  }
}

/** The service's role and database. The role owns the database and may nothing beyond it. */
export async function makeDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, user: SUPERUSER, database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${ROLE}') as role,
              exists (select from pg_database where datname = '${DATABASE}') as database`,
    )
    if (!rows[0].role) {
      await client.query(
        `create role ${ROLE} login password ${pg.escapeLiteral(connection.password)}`,
      )
    }
    if (!rows[0].database) await client.query(`create database ${DATABASE} owner ${ROLE}`)
  } finally {
    await client.end()
  }
}
