// `reckoner restore`: restores a backup into a folder or database without data.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type pg from 'pg'
import type { Database } from '../app/database.ts'
import { BACKUP_TABLES } from '../app/tables.ts'
import { assertAuthentic } from '../platform/backup/authentic.ts'
import {
  BackupError,
  type Head,
  inspectBackup,
  type Part,
  type Rows,
  readBackup,
  type Seal,
} from '../platform/backup/format.ts'
import { hasRows, loadBackup } from '../platform/backup/load.ts'
import { migrate, readSchemaState } from '../platform/db/migrate.ts'
import { type Migration, readMigrations, refusedBaseline } from '../platform/db/migrations.ts'
import { connectSeparately } from '../platform/db/pool.ts'
import { RECKONER } from '../platform/invocation.ts'
import { secretCheckOf } from '../platform/key-ring.ts'
import { findKeyRing } from '../platform/secret.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withDatabase } from './installation.ts'

export function addRestore(program: Command, context: Context): void {
  program
    .command('restore')
    .description('Restore a backup into an empty data folder or database')
    .argument('<file>', 'a file created by "reckoner backup"')
    .option(
      '--allow-unauthenticated',
      'restore even if its authentication code is missing or wrong; still requires the secret key',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', example('restore books.gz'))
    .action((file: string, options: Options) => restore(context, resolve(file), options))
}

interface Options extends JsonOption {
  allowUnauthenticated?: boolean
}

async function restore(
  context: Context,
  path: string,
  { json, allowUnauthenticated = false }: Options,
): Promise<void> {
  // All checks come first, before even a folder is created.
  context.note(`Checking that ${path} is complete.`)
  const { head, rows, seal } = await inspectBackup(path)
  const schema = schemaOf(head, path)
  assertKnown(rows, path)
  assertSecret(context, head, rows)
  const assertSeal = (read: Seal): void => {
    const { dataDir } = context.config()
    const howToAdd = `SECRET_KEY=new,old, or another line in secret.key of ${dataDir}`
    if (!allowUnauthenticated) assertAuthentic(findKeyRing(context.config()), read, path, howToAdd)
    if (read.sha256 === seal.sha256) return
    throw new BackupError(`${path} was replaced while it was being read. Nothing was restored.`)
  }
  assertSeal(seal)
  if (allowUnauthenticated) context.note(`The authentication code of ${path} is not checked.`)
  const applied = await withDatabase(context, 'restore', async (database) => {
    const client = await connectSeparately(database.pool)
    try {
      return await fill(context, client, database, { path, schema, rows, assertSeal })
    } finally {
      await client.end()
    }
  })
  const { created_at, version } = head
  if (json) return context.out(JSON.stringify({ created_at, version, rows, applied }))
  for (const name of applied) context.out(`Applied ${name}`)
  context.out(
    `Restored everything as of ${created_at}. Check the books with "${RECKONER} verify", then start the service.`,
  )
}

/** The migrations the backup was taken after: the first of ours, or all of them. */
export function schemaOf({ migrations, version }: Head, path: string): Migration[] {
  const ours = readMigrations()
  for (const [index, { name, checksum }] of migrations.entries()) {
    const same = ours[index]?.name === name && ours[index].checksum === checksum
    if (same) continue
    throw new CommandError(
      refusedBaseline(path, name) ??
        `${path} was created by Reckoner ${version} with migration ${name}, which differs in this version. Restore it with the version that created it, or a newer one.`,
    )
  }
  return ours.slice(0, migrations.length)
}

function assertKnown(rows: Rows, path: string): void {
  const unknown = Object.keys(rows).find((table) => !BACKUP_TABLES.includes(table))
  if (unknown === undefined) return
  throw new CommandError(
    `${path} contains the table "${unknown}", which this version does not know. Restore it with the version that created it.`,
  )
}

/** Without it no API key would work and no sealed secret could be read, so the service would not start. */
function assertSecret(
  context: Context,
  { secret_check, sealed_with = [] }: Head,
  rows: Rows,
): void {
  const keys = findKeyRing(context.config())
  // A database in which no service was ever started has no secret check and no rows.
  const isEmpty = Object.values(rows).every((count) => count === 0)
  if (secret_check === null && isEmpty) return
  const dataDir = context.config().dataDir
  if (keys?.all.some((key) => secretCheckOf(key) === secret_check)) {
    const lacking = sealed_with.find((id) => !keys.byId(id))
    if (lacking === undefined) return
    throw new CommandError(
      `The backup was created while the secret key was being replaced, and also contains secrets sealed with key ${lacking}. Add that key after the current one (SECRET_KEY=new,old, or another line in secret.key of ${dataDir}).`,
    )
  }
  throw new CommandError(
    keys
      ? `The backup was created with another secret key. Add that key after the current one (SECRET_KEY=current,former, or another line in secret.key of ${dataDir}).`
      : `The backup does not contain the secret key. Set SECRET_KEY to the key that it was created with, or put the former secret.key into ${dataDir}.`,
  )
}

interface Filling {
  path: string
  schema: Migration[]
  rows: Rows
  /** Throws unless this is the seal of the file that was checked before. */
  assertSeal(seal: Seal): void
}

/** Returns the migrations applied after the data, which bring it up to this version. */
async function fill(
  context: Context,
  client: pg.Client,
  { place }: Database,
  { path, schema, rows, assertSeal }: Filling,
): Promise<string[]> {
  const { pending, ahead } = await readSchemaState(client)
  if (await hasRows(client, BACKUP_TABLES)) {
    throw new CommandError(
      `${place} already has data. Restore into an empty folder (DATA_DIR) or an empty database (DATABASE_URL).`,
    )
  }
  if (ahead.length > 0 || readMigrations().length - pending.length > schema.length) {
    throw new CommandError(
      `${place} has a newer schema than the backup. Restore into a folder or database where the service was never started.`,
    )
  }
  await migrate(client, undefined, schema)
  const total = Object.keys(rows).length
  let done = 0
  // The file is read a second time and may have been replaced since: its seal is checked last, before the commit.
  async function* parts(): AsyncGenerator<Part> {
    for await (const part of readBackup(path)) {
      if (part.kind === 'seal') assertSeal(part.seal)
      yield part
    }
  }
  await loadBackup(client, Object.keys(rows), parts(), (table, count) => {
    done += 1
    context.note(`Loaded ${table}: ${count.toLocaleString('en')} (${done} of ${total})`)
  })
  const applied = await migrate(client)
  context.note('Collecting statistics for the query planner.')
  await client.query(`analyze ${BACKUP_TABLES.join(', ')}`)
  return applied
}
