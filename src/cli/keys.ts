// `reckoner keys`: creates, lists, revokes and rolls API keys.

import { type Command, Option } from 'commander'
import { recordCommand } from '../app/command-audit.ts'
import { timestamp } from '../domain/calendar.ts'
import { findEnvironment } from '../features/accounts/store.ts'
import { type CreatedKey, createKey, rollKey } from '../features/api-keys/generate.ts'
import type { ApiKey } from '../features/api-keys/record.ts'
import { findKeys, type KeyWithAccount, listKeys, revokeKey } from '../features/api-keys/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { RECKONER } from '../platform/invocation.ts'
import type { Mode } from '../platform/key-text.ts'
import { ACCOUNT_OPTION, getAccount } from './accounts.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { secretKeyOf, withInstallation, withNewInstallation } from './installation.ts'
import { parseDuration, parseExpiry, parseKeyId, parseScopes } from './parse.ts'
import { table } from './table.ts'

interface AccountOption extends JsonOption {
  account?: number
}

interface CreateOptions extends AccountOption {
  mode: Mode
  name: string
  scopes: string[]
  expires?: number
}

export function addKeys(program: Command, context: Context): void {
  const keys = program.command('keys').description('Manage API keys').helpCommand(false)
  keys
    .command('create')
    .description('Create a key; it is shown once and not stored')
    .addOption(
      new Option('--mode <mode>', 'test or live environment')
        .choices(['test', 'live'])
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'what it is for', 'Unnamed')
    .option('--scopes <list>', 'scopes, separated by commas', parseScopes, ['*'])
    .option(
      '--expires <when>',
      'when it expires: 2027-01-31, a timestamp, or 30d from now',
      (text) => parseExpiry(text, Date.now()),
    )
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('keys create --mode test --scopes invoices:write,events:read'))
    .action((options: CreateOptions) => create(context, options))
  keys
    .command('list')
    .description('List the keys of an account')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', example('keys list'))
    .action((options: AccountOption) => list(context, options))
  keys
    .command('roll')
    .description('Replace a key with a new one; the old one expires after an overlap')
    .argument('<id>', 'its ID, as in the list')
    .addOption(
      new Option('--overlap <time>', 'how long the old key keeps working: 0s, 30m, 24h, 7d')
        .argParser(parseDuration)
        .default(86_400_000, '24h'),
    )
    .option(...JSON_OPTION)
    .addHelpText('after', example('keys roll svc_test_4bVq0ZsT1uXw9KdE --overlap 2h'))
    .action((id: string, options: JsonOption & { overlap: number }) => roll(context, id, options))
  keys
    .command('revoke')
    .description('Revoke a key; every running service rejects it within five seconds')
    .argument('<id>', 'its ID, as in the list')
    .option(...JSON_OPTION)
    .addHelpText('after', example('keys revoke svc_test_4bVq0ZsT1uXw9KdE'))
    .action((id: string, options: JsonOption) => revoke(context, id, options))
}

async function create(context: Context, options: CreateOptions): Promise<void> {
  const { mode, name, scopes, expires } = options
  if ([...name].length > 256)
    throw new CommandError('The name of a key must have at most 256 characters.')
  const created = await withNewInstallation(context, 'keys', async ({ pool }, secretKey) => {
    const account = await getAccount(pool, options.account)
    const environment = await findEnvironment(pool, account.id, mode)
    if (!environment) throw new CommandError(`Account ${account.id} has no ${mode} environment.`)
    const spec = { environment_id: environment.id, mode, name, scopes, expires_at: expires ?? null }
    return transaction(pool, async (tx) => {
      const made = await createKey(tx, secretKey, spec, Date.now())
      await recordCommand(tx, environment.id, 'createApiKey', made.record.id)
      return made
    })
  })
  printCreated(context, created, mode, options)
}

async function list(context: Context, { account, json }: AccountOption): Promise<void> {
  const keys = await withInstallation(context, 'keys', async ({ pool }) =>
    listKeys(pool, (await getAccount(pool, account)).id),
  )
  const now = Date.now()
  if (json) {
    return context.out(
      JSON.stringify(
        keys.map((key) => ({ ...keyJson(key, key.mode), status: statusOf(key, now) })),
      ),
    )
  }
  if (keys.length === 0) {
    return context.out(`There are no keys. Create one with "${RECKONER} keys create --mode test".`)
  }
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.scopes.join(','),
    statusOf(key, now),
    time(key.last_used_at) ?? 'never',
  ])
  for (const line of table([['ID', 'NAME', 'SCOPES', 'STATUS', 'LAST USED'], ...rows])) {
    context.out(line)
  }
}

async function revoke(context: Context, text: string, { json }: JsonOption): Promise<void> {
  const id = parseKeyId(text)
  const key = await withInstallation(context, 'keys', ({ pool }) => {
    return transaction(pool, async (tx) => {
      await revokeKey(tx, id, Date.now())
      const [revoked] = await findKeys(tx, [id])
      if (revoked) await recordCommand(tx, revoked.environment_id, 'revokeApiKey', id)
      return revoked
    })
  })
  if (!key) throw missing(id)
  if (json) return context.out(JSON.stringify(keyJson(key, key.mode)))
  context.out(`Revoked ${id}. A running service rejects it within five seconds.`)
}

async function roll(
  context: Context,
  text: string,
  options: JsonOption & { overlap: number },
): Promise<void> {
  const id = parseKeyId(text)
  const { old, created } = await withInstallation(context, 'keys', async (database) => {
    const secretKey = await secretKeyOf(context, database)
    const rolled = await rollKey(
      database.pool,
      secretKey,
      id,
      options.overlap,
      Date.now(),
      (tx, { record }) => recordCommand(tx, record.environment_id, 'rollApiKey', id),
    )
    return { created: rolled, old: (await findKeys(database.pool, [id]))[0] }
  })
  if (!old) throw missing(id)
  if (!created)
    throw new CommandError(
      `${id} is revoked and cannot be rolled. Create a new key with "${RECKONER} keys create".`,
    )
  printCreated(context, created, old.mode, options)
  if (!options.json) context.out(`The old key expires ${time(old.expires_at)}.`)
}

function printCreated(
  context: Context,
  { record, text }: CreatedKey,
  mode: Mode,
  { json }: JsonOption,
): void {
  const { id, ...rest } = keyJson(record, mode)
  if (json) {
    context.out(JSON.stringify({ id, key: text, ...rest }))
    return
  }
  const { scopes, expires_at } = record
  context.out(text)
  context.out('')
  context.out(`Save this key now: you won't be able to see it again. Its ID is ${id}.`)
  context.out(
    `Environment: ${mode}. Scopes: ${scopes.join(', ')}. Expires: ${time(expires_at) ?? 'never'}.`,
  )
}

function missing(id: string): CommandError {
  return new CommandError(`There is no key ${id}. "${RECKONER} keys list" lists all keys.`)
}

const time = (at: number | null): string | null => (at === null ? null : timestamp(at))

function statusOf(key: KeyWithAccount, now: number): string {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at === null) return 'active'
  return key.expires_at <= now ? 'expired' : `until ${timestamp(key.expires_at)}`
}

function keyJson(key: ApiKey, mode: Mode) {
  return {
    id: key.id,
    mode,
    scopes: key.scopes,
    name: key.name,
    created_at: timestamp(key.created_at),
    expires_at: time(key.expires_at),
    revoked_at: time(key.revoked_at),
    last_used_at: time(key.last_used_at),
  }
}
