// `reckoner migrate`: migrates the database to this version, or lists the missing migrations.

import type { Command } from 'commander'
import { migrateDatabase } from '../app/database.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { readMigrations } from '../platform/db/migrations.ts'
import { RECKONER } from '../platform/invocation.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { isUnmade, withDatabase } from './installation.ts'

export function addMigrate(program: Command, context: Context): void {
  program
    .command('migrate')
    .description('Migrate the database to this version; starting the service does the same')
    .option('--check', 'only list pending migrations, and fail if there are any')
    .option(...JSON_OPTION)
    .addHelpText('after', example('migrate'))
    .action((options: JsonOption & { check?: true }) =>
      options.check ? check(context, options) : migrate(context, options),
    )
}

async function migrate(context: Context, { json }: JsonOption): Promise<void> {
  const applied = await withDatabase(context, 'migrate', (database) =>
    migrateDatabase(database.connection, (line) => context.note(line)),
  )
  if (json) context.out(JSON.stringify({ applied }))
  else if (applied.length === 0) context.out('Nothing to do: the database is up to date.')
  for (const name of json ? [] : applied) context.out(`Applied ${name}`)
}

async function check(context: Context, { json }: JsonOption): Promise<void> {
  const pending = isUnmade(context.config())
    ? readMigrations()
    : await withDatabase(context, 'migrate', async ({ pool }) => {
        const client = await pool.connect()
        return pendingMigrations(client).finally(() => client.release())
      })
  const names = pending.map((migration) => migration.name)
  if (json) context.out(JSON.stringify({ pending: names }))
  else if (names.length === 0) context.out('The database is up to date.')
  for (const name of json ? [] : names) context.out(`Pending: ${name}`)
  if (names.length > 0) {
    throw new CommandError(
      `The database is ${names.length} migration(s) behind. Run "${RECKONER} migrate", or start the service.`,
    )
  }
}
