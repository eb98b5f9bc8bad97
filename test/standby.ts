// A standby of a test's PostgreSQL with streaming replication, as `pg_basebackup` creates one.

import { execFile } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { serverAccount } from '../src/platform/db/embedded/account.ts'
import { makeFolder, SUPERUSER } from '../src/platform/db/embedded/cluster.ts'
import { placeIn } from '../src/platform/db/embedded/place.ts'
import { launchServer } from '../src/platform/db/embedded/postmaster.ts'
import { type Cluster, EXTERNAL, makeServerFolder, promote, remove, SETTINGS } from './cluster.ts'
import { count } from './costs.ts'

export interface Standby {
  /** The address of a database of the primary, on the standby. */
  of(databaseUrl: string): string
  /** Runs a statement on the standby as its administrator. */
  asAdmin(statement: string): Promise<pg.QueryResult>
  promote(): void
  stop(): Promise<void>
}

/** Starts a standby of a cluster with Debian's PostgreSQL. */
export async function startStandby(
  primary: Cluster,
  settings: Record<string, string> = {},
): Promise<Standby> {
  count('servers')
  const folder = makeServerFolder()
  chmodSync(folder, 0o711)
  const place = placeIn(folder)
  const account = serverAccount(place)
  for (const each of [place.data, place.run]) makeFolder(each, account)
  const of = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.searchParams.set('host', place.run)
    return url.href
  }
  try {
    const from = administratorOf(primary.url)
    const program = join(EXTERNAL, 'pg_basebackup')
    const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    const args = ['--pgdata', place.data, '--dbname', from, ...options]
    await promisify(execFile)(program, args, { ...account, cwd: '/' })
    await launchServer({
      postgres: join(EXTERNAL, 'postgres'),
      data: place.data,
      log: place.log,
      settings: { ...SETTINGS, ...settings },
      account,
    })
  } catch (error) {
    await remove(folder)
    throw error
  }
  return {
    of,
    asAdmin: (statement) => asAdministrator(of(primary.url), statement),
    promote: () => promote(place.data),
    stop: () => remove(folder),
  }
}

/** The default role of tests can neither replicate nor change settings; the password is the same. */
function administratorOf(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = SUPERUSER
  return url.href
}

export async function asAdministrator(databaseUrl: string, statement: string) {
  const client = new pg.Client(administratorOf(databaseUrl))
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
