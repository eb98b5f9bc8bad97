// Describes, for the log, which sessions hold locks on rows that writes have to wait for.

import { RECKONER } from '../invocation.ts'
import { type Db, query, sql } from './sql.ts'

/** Name of this process's connections in pg_stat_activity. */
export const APPLICATION_NAME = `reckoner ${process.pid} ${process.argv[2] ?? ''}`.slice(0, 63)

interface Holder {
  session: number
  /** Null if the role of DATABASE_URL may not see it. */
  application: string | null
  client: string | null
}

/** Describes the oldest transaction that locks rows, other processes first. Empty if it has ended. */
export async function describeLockHolder(db: Db): Promise<string> {
  const [holder] = await query<Holder & Record<string, unknown>>(
    db,
    sql`select a.pid as session, a.application_name as application, host(a.client_addr) as client
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'relation' and l.granted and a.backend_type = 'client backend'
          and l.database = (select oid from pg_database where datname = current_database())
          and l.mode in ('RowShareLock', 'RowExclusiveLock') and a.pid <> pg_backend_pid()
        order by a.application_name is not distinct from ${APPLICATION_NAME}, a.xact_start
        limit 1`,
  )
  return holder === undefined ? '' : sentenceOf(holder)
}

function sentenceOf({ session, application, client }: Holder): string {
  if (application === APPLICATION_NAME) {
    return 'This process holds them in another transaction. Wait until it commits.'
  }
  const [, pid, command] = /^reckoner (\d+) (\S*)/.exec(application ?? '') ?? []
  const where = client === null ? 'on this machine' : `on ${client}`
  if (pid !== undefined) {
    return `Process ${pid} ${where} holds them (${RECKONER} ${command}). Wait until it commits, or stop it.`
  }
  return `Session ${session} of PostgreSQL holds them (${application || 'unknown program'} ${where}). End its transaction, or run select pg_terminate_backend(${session}).`
}
