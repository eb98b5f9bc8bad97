// How to connect to the embedded server: its socket, and the role and database of the service.

import pg from 'pg'
import { clusterPassword, SUPERUSER } from './cluster.ts'
import { type Place, shortPath } from './place.ts'

/** Connection options for `pg`. */
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
/** The server does not listen on this port; it is part of the socket's name. */
export const PORT = 5432

/** Returns the folder of the socket, as a path short enough to connect to. */
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

/** Creates the service's role and database. The role owns the database and has no other rights. */
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
