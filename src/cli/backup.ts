// `reckoner backup`: writes a consistent snapshot of all data into one file while the service runs.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Database } from '../app/database.ts'
import { SEALED } from '../app/secrets.ts'
import { BACKUP_TABLES } from '../app/tables.ts'
import { findSecretCheck } from '../features/accounts/store.ts'
import { listSealingKeys } from '../features/secret-keys/store.ts'
import { macsOf } from '../platform/backup/authentic.ts'
import { type Head, type Part, type Rows, writeBackup } from '../platform/backup/format.ts'
import { takeBackup } from '../platform/backup/take.ts'
import { readMigrations } from '../platform/db/migrations.ts'
import { connectSeparately } from '../platform/db/pool.ts'
import { type KeyRing, secretCheckOf } from '../platform/key-ring.ts'
import { findKeyRing } from '../platform/secret.ts'
import { onStopSignal } from '../platform/stop-signals.ts'
import { version } from '../platform/version.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'
import { assertNew, makeFile } from './new-file.ts'

export function addBackup(program: Command, context: Context): void {
  program
    .command('backup')
    .description(
      'Back up all data to a new file, as a consistent snapshot; the service can keep running',
    )
    .argument('<file>', 'the file to create; its folder must exist')
    .option(...JSON_OPTION)
    .addHelpText('after', example('backup books.gz'))
    .action((file: string, options: JsonOption) => backup(context, resolve(file), options))
}

async function backup(context: Context, path: string, { json }: JsonOption): Promise<void> {
  assertNew(path)
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  const taken = await withInstallation(context, 'backup', (database) =>
    take(context, database, path, stop.signal),
  ).catch((error: unknown) => {
    throw stop.signal.aborted ? new CommandError('Stopped. No backup was created.') : error
  })
  const bytes = statSync(path).size
  context.note(
    'The backup does not contain the secret key. Keep SECRET_KEY, or secret.key of the data folder, in another place: nothing can be restored without it.',
  )
  if (json) return context.out(JSON.stringify({ file: path, bytes, ...taken }))
  const count = Object.values(taken.rows).reduce((sum, rows) => sum + rows, 0)
  context.out(
    `Wrote ${path} with all data as of ${taken.created_at}: ${count.toLocaleString('en')} rows in ${bytes.toLocaleString('en')} bytes.`,
  )
}

type Taken = Pick<Head, 'created_at' | 'version'> & { rows: Rows }

async function take(
  context: Context,
  { pool }: Database,
  path: string,
  signal: AbortSignal,
): Promise<Taken> {
  const keys = findKeyRing(context.config())
  if (!keys) {
    throw new CommandError(
      `A backup is authenticated with the secret key, which is missing. Set SECRET_KEY, or put secret.key into ${context.config().dataDir}.`,
    )
  }
  const client = await connectSeparately(pool)
  const taken: Taken = { created_at: '', version: version(), rows: {} }
  const parts = takeBackup(client, {
    tables: BACKUP_TABLES,
    version: taken.version,
    secretCheck: findSecretCheck,
    sealedWith: (taking) => listSealingKeys(taking, SEALED),
    now: Date.now,
    onTable: (table, rows) => context.note(`Copied ${table}: ${rows.toLocaleString('en')}`),
  })
  // Ends any wait for the database at once.
  signal.addEventListener('abort', () => void client.end())
  try {
    await makeFile(path, 'backup', (draft) =>
      writeBackup(draft, listening(parts, taken, keys), (sha256) => macsOf(keys, sha256), signal),
    )
    return taken
  } finally {
    await client.end()
  }
}

async function* listening(
  parts: AsyncIterable<Part>,
  taken: Taken,
  keys: KeyRing,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === 'head') {
      assertOurs(part.head)
      assertKey(part.head, keys)
      taken.created_at = part.head.created_at
    }
    if (part.kind === 'foot') taken.rows = part.rows
    yield part
  }
}

/** A backup made with another key would be refused when it is restored. */
function assertKey({ secret_check }: Head, keys: KeyRing): void {
  if (secret_check === null || keys.all.some((key) => secretCheckOf(key) === secret_check)) return
  throw new CommandError(
    'The database belongs to another secret key. Set SECRET_KEY to the key of the running service.',
  )
}

/** A newer service may have migrated the database, and have tables unknown to this version. */
function assertOurs({ migrations }: Head): void {
  if (migrations.length === readMigrations().length) return
  throw new CommandError(
    'The database belongs to a newer version. Take the backup with that version.',
  )
}
