// Accounts: made by the command line, each with a test and a live environment.

import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Tx } from '../../platform/db/action.ts'
import { transaction } from '../../platform/db/pool.ts'
import {
  type Account,
  insertAccount,
  listAccounts,
  lockInstallation,
  type Tier,
  takeAccountIds,
} from './store.ts'

export interface AccountDefaults {
  tier: Tier
  default_currency: string
  payment_terms_days: number
  time_zone: string
}

export interface CreatedAccount extends Account {
  environments: { test: number; live: number }
}

export function createAccount(
  pool: Pool,
  name: string,
  defaults: AccountDefaults,
  at: number,
): Promise<CreatedAccount> {
  return transaction(pool, (tx) => addAccount(tx, name, defaults, at))
}

async function addAccount(
  tx: Tx,
  name: string,
  defaults: AccountDefaults,
  at: number,
): Promise<CreatedAccount> {
  const { accountId, environmentIds } = await takeAccountIds(tx)
  const account = { id: accountId, name, tier_limit: null, created_at: at, ...defaults }
  await insertAccount(tx, account, environmentIds)
  return { ...account, environments: { test: environmentIds[0], live: environmentIds[1] } }
}

/** The database was made with another SECRET_KEY: no key of it would ever be valid. */
export class SecretMismatchError extends Error {}

/**
 * Prepares an empty database: the installation row and the first account. Answers the account if
 * this call made it; of two processes that start together, one does.
 */
export function prepareInstallation(
  pool: Pool,
  secretKey: Buffer,
  defaults: AccountDefaults,
  at: number,
): Promise<CreatedAccount | undefined> {
  const check = createHmac('sha256', secretKey).update('installation').digest('hex')
  return transaction(pool, async (tx) => {
    if ((await lockInstallation(tx, check)) !== check) {
      throw new SecretMismatchError(
        'SECRET_KEY is not the one this database was made with, so no API key would be valid. Set the former SECRET_KEY (or put secret.key back into DATA_DIR).',
      )
    }
    if ((await listAccounts(tx)).length > 0) return undefined
    return addAccount(tx, 'Default', defaults, at)
  })
}
