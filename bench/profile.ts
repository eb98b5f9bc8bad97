// Where the database's time goes: its own statistics of statements, switched on for --profile.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser, type Server } from './server.ts'

/** Takes effect when the database is started again. */
export async function countStatements(server: Server): Promise<void> {
  await asSuperuser(server, 'postgres', async (client) => {
    await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
    await client.query('alter system set pg_stat_statements.track_planning = on')
    // Also what foreign keys ask.
    await client.query("alter system set pg_stat_statements.track = 'all'")
  })
}

export async function startCounting(server: Server): Promise<void> {
  await asSuperuser(server, server.connection.database, async (client) => {
    await client.query('create extension pg_stat_statements')
    await client.query('select pg_stat_statements_reset()')
  })
}

/** Writes the dearest statements of the product's database into a folder, dearest first. */
export async function writeStatements(server: Server, folder: string): Promise<void> {
  const { rows } = await asSuperuser(server, server.connection.database, (client) =>
    client.query<Record<string, string>>(
      `select round((s.total_plan_time + s.total_exec_time)::numeric) as ms, s.calls,
         round(s.mean_exec_time::numeric, 3) as "ms each", s.plans,
         round(s.total_plan_time::numeric) as "planning ms", s.rows, s.wal_bytes as "bytes of log",
         left(regexp_replace(s.query, '\\s+', ' ', 'g'), 160) as statement
       from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = current_database()
       order by s.total_plan_time + s.total_exec_time desc limit 30`,
    ),
  )
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name])))]
  const texts = lines.map((cells) =>
    cells.map((cell, at) => (at < names.length - 1 ? cell.padStart(12) : cell)).join('  '),
  )
  writeFileSync(join(folder, 'statements.txt'), `${texts.join('\n')}\n`)
}
