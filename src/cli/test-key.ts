// The test key of commands that work through the API: a given one, or a temporary one.

import { recordCommand } from '../app/command-audit.ts'
import { findEnvironment } from '../features/accounts/store.ts'
import { createKey } from '../features/api-keys/generate.ts'
import { revokeKey } from '../features/api-keys/store.ts'
import { transaction } from '../platform/db/pool.ts'
import { parseKey } from '../platform/key-text.ts'
import { getAccount } from './accounts.ts'
import type { Context } from './context.ts'
import { CommandError } from './failure.ts'
import { isUnmade, secretKeyOf, withInstallation } from './installation.ts'
import { assertServing, type TestKey } from './service-client.ts'

export interface KeyOptions {
  key?: string
  account?: number
}

export const KEY_OPTION = [
  '--key <key>',
  'a test key (default: a temporary one)',
  parseTestKey,
] as const

/** The key expires even if the command is killed. */
const LIFE_MS = 2 * 3_600_000
const RENEW_MS = LIFE_MS / 2

interface Borrowed {
  id: string
  environment_id: number
  text: string
  madeAt: number
}

/** A whole test key. Other input may be a secret and is not repeated. */
function parseTestKey(text: string): string {
  const mode = parseKey(text)?.mode
  if (mode === 'test') return text
  throw new CommandError(
    mode === 'live'
      ? 'That is a live key, and this command works in the test environment only. Use a key that starts with svc_test_.'
      : 'That is not a complete test key. A test key starts with svc_test_ and is shown once, when it is created.',
  )
}

/** Calls `work` with a test key that has these scopes. The service at `url` must be serving. */
export async function withTestKey<T>(
  context: Context,
  command: string,
  { key, account, url }: KeyOptions & { url: string },
  scopes: string[],
  work: (key: TestKey) => Promise<T>,
): Promise<T> {
  if (key !== undefined) return work({ isBorrowed: false, text: () => Promise.resolve(key) })
  if (isUnmade(context.config())) {
    throw new CommandError(
      `There is no database here in which a key for ${url} could be created. Pass a test key with --key.`,
    )
  }
  let borrowed = await borrow(context, command, account, scopes)
  try {
    return await work({
      isBorrowed: true,
      async text() {
        if (Date.now() - borrowed.madeAt < RENEW_MS) return borrowed.text
        // Without a running service, creating a key would start the embedded database.
        await assertServing(url)
        const former = borrowed
        borrowed = await borrow(context, command, account, scopes)
        await giveBack(context, command, former)
        return borrowed.text
      },
    })
  } finally {
    await endQuietly(context, command, borrowed, url)
  }
}

function borrow(
  context: Context,
  command: string,
  accountId: number | undefined,
  scopes: string[],
): Promise<Borrowed> {
  return withInstallation(context, command, async (database) => {
    const account = await getAccount(database.pool, accountId)
    const environment = await findEnvironment(database.pool, account.id, 'test')
    if (!environment) throw new CommandError(`Account ${account.id} has no test environment.`)
    const secretKey = await secretKeyOf(context, database)
    const madeAt = Date.now()
    const spec = {
      environment_id: environment.id,
      mode: 'test' as const,
      name: `reckoner ${command}`,
      scopes,
      expires_at: madeAt + LIFE_MS,
    }
    return transaction(database.pool, async (tx) => {
      const { record, text } = await createKey(tx, secretKey, spec, madeAt)
      await recordCommand(tx, environment.id, 'createApiKey', record.id)
      return { id: record.id, environment_id: environment.id, text, madeAt }
    })
  })
}

function giveBack(
  context: Context,
  command: string,
  { id, environment_id }: Borrowed,
): Promise<void> {
  return withInstallation(context, command, ({ pool }) =>
    transaction(pool, async (tx) => {
      await revokeKey(tx, id, Date.now())
      await recordCommand(tx, environment_id, 'revokeApiKey', id)
    }),
  )
}

/** If the service has stopped, the embedded database is not started only to revoke a key. */
async function endQuietly(
  context: Context,
  command: string,
  borrowed: Borrowed,
  url: string,
): Promise<void> {
  try {
    await assertServing(url)
    await giveBack(context, command, borrowed)
  } catch {
    const end = new Date(borrowed.madeAt + LIFE_MS).toISOString()
    context.note(`The key ${borrowed.id} could not be revoked. It expires at ${end}.`)
  }
}
