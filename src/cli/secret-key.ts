// `reckoner secret-key`: shows what depends on the secret keys, and replaces the key in the data folder.

import type { Command } from 'commander'
import { timestamp } from '../domain/calendar.ts'
import { lockSecretCheck } from '../features/accounts/store.ts'
import type { ApiKey } from '../features/api-keys/record.ts'
import { listKeysUnderOthers } from '../features/api-keys/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { RECKONER } from '../platform/invocation.ts'
import { idOf, type KeyRing } from '../platform/key-ring.ts'
import { addKeyToFile, dropKeysOfFile, findKeyRing } from '../platform/secret.ts'
import { type Context, example, JSON_OPTION, type JsonOption } from './context.ts'
import { CommandError } from './failure.ts'
import { withInstallation } from './installation.ts'
import { type Holding, readHolding, sentencesOf } from './secret-key-holding.ts'
import { table } from './table.ts'

/** Beyond this number, only the count is shown. */
const KEYS_SHOWN_MOST = 100

export function addSecretKey(program: Command, context: Context): void {
  const command = program
    .command('secret-key')
    .description('Replace the secret key')
    .helpCommand(false)
  command
    .command('status')
    .description('Show what depends on each secret key, and whether an old one can be removed')
    .option(...JSON_OPTION)
    .addHelpText('after', example('secret-key status'))
    .action((options: JsonOption) => status(context, options))
  command
    .command('rotate')
    .description('Add a new secret key to the data folder; used from the next start')
    .option(...JSON_OPTION)
    .addHelpText('after', example('secret-key rotate'))
    .action((options: JsonOption) => rotate(context, options))
  command
    .command('drop')
    .description('Remove old keys from the data folder once nothing needs them')
    .option('--yes', 'remove them even if something stops working; without it, that is only listed')
    .option(...JSON_OPTION)
    .addHelpText('after', example('secret-key drop'))
    .action((options: JsonOption & { yes?: true }) => drop(context, options))
}

async function status(context: Context, { json }: JsonOption): Promise<void> {
  const { holding, apiKeys } = await withInstallation(context, 'secret-key', async ({ pool }) => {
    const at = Date.now()
    const holding = await readHolding(pool, ringOf(context), at)
    if (!holding) throw new CommandError('The database is empty. Nothing depends on a key yet.')
    const under = { secretKeyId: holding.first, unmarkedId: holding.unmarked }
    const apiKeys = await listKeysUnderOthers(pool, under, { at, most: KEYS_SHOWN_MOST })
    return { holding, apiKeys }
  })
  const { needed, remedies } = sentencesOf(holding)
  const sentences = [...(needed ? [needed] : []), ...remedies]
  if (json) return context.out(JSON.stringify(statusJson(holding, apiKeys, sentences)))
  const rows = holding.held.map(({ key_id, state, label, count, used_at }) => [
    key_id,
    key_id === holding.current ? `${state}, current` : state,
    label,
    count.toLocaleString('en'),
    used_at === null ? '' : timestamp(used_at),
  ])
  for (const line of table([['KEY', 'STATE', 'WHAT', 'COUNT', 'LAST USED'], ...rows])) {
    context.out(line)
  }
  for (const { id, name, last_used_at, secret_key_id } of apiKeys) {
    const used = last_used_at === null ? 'never used' : `last used ${timestamp(last_used_at)}`
    context.out(`API key ${id} (${name}) depends on ${secret_key_id ?? holding.unmarked}, ${used}.`)
  }
  if (sentences.length === 0) context.out('There is one key, and everything depends on it.')
  for (const sentence of sentences) context.out(sentence)
}

function statusJson({ held, ...ids }: Holding, apiKeys: ApiKey[], sentences: string[]) {
  return {
    ...ids,
    held: held.map(({ key_id, state, sealed, label, count, used_at }) => ({
      key_id,
      state,
      sealed,
      label,
      count,
      used_at: used_at === null ? null : timestamp(used_at),
    })),
    api_keys: apiKeys.map(({ id, name, last_used_at, secret_key_id }) => ({
      id,
      name,
      key_id: secret_key_id ?? ids.unmarked,
      last_used_at: last_used_at === null ? null : timestamp(last_used_at),
    })),
    sentences,
  }
}

async function rotate(context: Context, { json }: JsonOption): Promise<void> {
  const keys = await withKeyFile(context, () => addKeyToFile(context.config()))
  const [first, ...former] = keys.ids
  if (json) return context.out(JSON.stringify({ first, former }))
  context.out(
    `secret.key has a new key, ${first}, before ${former.join(', ')}. Restart the service to use it; secrets sealed with the former key are sealed again. "${RECKONER} secret-key status" shows when the former key can be removed.`,
  )
}

async function drop(context: Context, { yes, json }: JsonOption & { yes?: true }): Promise<void> {
  const keys = await withKeyFile(context, (holding) => {
    const { former, held, current, first } = holding
    if (former.length === 0)
      throw new CommandError('There is only one key, so nothing can be removed.')
    const isSealed = held.some((each) => each.state !== 'first' && each.sealed)
    const stops = held.filter((each) => each.state === 'former' && !each.sealed)
    if (isSealed || current !== first || (stops.length > 0 && !yes)) {
      const again =
        isSealed || current !== first
          ? ''
          : ' To remove it anyway, run this command again with --yes.'
      throw new CommandError(`${sentencesOf(holding).remedies.join(' ')}${again}`)
    }
    return dropKeysOfFile(context.config())
  })
  if (json) return context.out(JSON.stringify({ first: idOf(keys.first), former: [] }))
  context.out(
    `secret.key has one key, ${idOf(keys.first)}. A running service keeps the others until it stops.`,
  )
}

function ringOf(context: Context): KeyRing {
  const keys = findKeyRing(context.config())
  if (keys) return keys
  throw new CommandError(
    `There is no secret.key in ${context.config().dataDir}. Restore it, or set SECRET_KEY.`,
  )
}

/** Changes the key file of an installation, one process at a time. */
function withKeyFile(
  context: Context,
  change: (holding: Holding) => KeyRing | undefined,
): Promise<KeyRing> {
  if (context.config().secretKey !== undefined) {
    const message =
      'The secret key is set by SECRET_KEY. Change it for every process, as described in "Replace the secret key" in the guide.'
    return Promise.reject(new CommandError(message))
  }
  return withInstallation(context, 'secret-key', ({ pool }) =>
    transaction(pool, async (tx) => {
      await lockSecretCheck(tx)
      const holding = await readHolding(pool, ringOf(context), Date.now())
      const changed = holding && change(holding)
      if (!changed) throw new CommandError('The database is empty. Start the service first.')
      return changed
    }),
  )
}
