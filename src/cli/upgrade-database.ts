// `reckoner upgrade-database`: moves the embedded database's data from an older major version of PostgreSQL.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import { BACKUP_TABLES } from '../app/tables.ts'
import { verify } from '../app/verify.ts'
import { findSecretCheck } from '../features/accounts/store.ts'
import { invariant } from '../invariant.ts'
import type { Part } from '../platform/backup/format.ts'
import { loadBackup } from '../platform/backup/load.ts'
import { takeBackup } from '../platform/backup/take.ts'
import type { Connection } from '../platform/db/embedded/connection.ts'
import { upgradeCluster } from '../platform/db/embedded/upgrade.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPool } from '../platform/db/pool.ts'
import { RECKONER } from '../platform/invocation.ts'
import { onStopSignal } from '../platform/stop-signals.ts'
import { version } from '../platform/version.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { schemaOf } from './restore.ts'

interface UpgradeOptions extends JsonOption {
  oldBin?: string
}

export function addUpgradeDatabase(program: Command, context: Context): void {
  program
    .command('upgrade-database')
    .description('Move the embedded database to the PostgreSQL of this version; keeps the old data')
    .option(
      '--old-bin <folder>',
      'folder with the binaries of the old PostgreSQL (default: in the data folder)',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', example('upgrade-database --old-bin /usr/lib/postgresql/15/bin'))
    .action((options: UpgradeOptions) => upgrade(context, options))
}

async function upgrade(context: Context, { oldBin, json }: UpgradeOptions): Promise<void> {
  const { databaseUrl, dataDir } = context.config()
  if (databaseUrl) {
    throw new CommandError(
      `This command is for the embedded database. Upgrade the database of DATABASE_URL with the tools of PostgreSQL, or with "${RECKONER} backup" from the old server and "${RECKONER} restore" into the new one.`,
    )
  }
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  const upgraded = await upgradeCluster({
    dataDir,
    oldBin: oldBin && resolve(oldBin),
    log: (line) => context.note(line),
    copy: (from, to) => copyAll(context, from, to, stop.signal),
  }).catch((error: unknown) => {
    throw stop.signal.aborted ? new CommandError('Stopped. The data is unchanged.') : error
  })
  if (json) return context.out(JSON.stringify({ upgraded: upgraded ?? null }))
  if (!upgraded) {
    return context.out(
      'Nothing to do: the database already has the PostgreSQL version of this Reckoner.',
    )
  }
  context.out(
    `The database now runs on PostgreSQL ${upgraded.to}. The data of PostgreSQL ${upgraded.from} is in ${upgraded.kept}; delete it when you no longer need it.`,
  )
}

/** Copies everything from one server to the other, migrates it to this version, and verifies it. */
async function copyAll(
  context: Context,
  from: Connection,
  to: Connection,
  signal: AbortSignal,
): Promise<void> {
  const clients = [new pg.Client(from), new pg.Client(to)] as const
  const [source, target] = clients
  for (const client of clients) {
    client.on('error', () => undefined)
    signal.addEventListener('abort', () => void client.end())
    await client.connect()
  }
  try {
    await copyTables(context, source, target)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  await assertInOrder(context, to)
}

async function copyTables(context: Context, source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [['migrations', ...BACKUP_TABLES]],
  )
  // A start that was killed early has left nothing to copy.
  if (rows.length === 0) return
  const tables = rows.map(({ name }) => name).filter((name) => name !== 'migrations')
  const parts = takeBackup(source, {
    tables,
    version: version(),
    secretCheck: findSecretCheck,
    // Never read: the copy is next to the keys.
    sealedWith: () => Promise.resolve([]),
    now: Date.now,
    onTable: (table, count) => context.note(`Copied ${table}: ${count.toLocaleString('en')}`),
  })
  const { value: first } = await parts.next()
  invariant(first?.kind === 'head', 'A copy begins with its head.')
  await migrate(target, undefined, schemaOf(first.head, 'The database'))
  await loadBackup(target, tables, parts as AsyncIterable<Part>, () => undefined)
  await migrate(target)
  await target.query(`analyze ${BACKUP_TABLES.join(', ')}`)
}

async function assertInOrder(context: Context, to: Connection): Promise<void> {
  context.note('Recomputing the books in the copy.')
  const pool = openPool(to, { size: 2 })
  try {
    const { rows } = await pool.query("select to_regclass('migrations') is not null as made")
    if (!rows[0].made) return
    const { clean } = await verify(pool)
    if (clean) return
  } finally {
    await pool.end()
  }
  throw new CommandError(
    `The books are not in order, so nothing was changed. Run "${RECKONER} verify" of the former version to see what is wrong.`,
  )
}
