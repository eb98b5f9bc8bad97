// Accounts: created by the command line, each with a test and a live environment.

import type { Pool } from 'pg'
import type { Config } from '../../platform/config.ts'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { idOf, secretCheckOf } from '../../platform/key-ring.ts'
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

export function accountDefaults(config: Config): AccountDefaults {
  return {
    // Configuration allows only valid tiers.
    tier: config.rateLimitTier as Tier,
    default_currency: config.defaultCurrency,
    payment_terms_days: config.paymentTermsDays,
    time_zone: config.timeZone,
  }
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

/** Adds an account with its two environments, in the caller's transaction. */
export async function addAccount(
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

/** The database was created with another SECRET_KEY, so none of its API keys would be valid. */
export class SecretMismatchError extends Error {}

export const secretMismatch = () =>
  new SecretMismatchError(
    'SECRET_KEY does not match this database, so no API key would be valid. Restore the previous SECRET_KEY (or put secret.key back into DATA_DIR).',
  )

/**
 * Prepares an empty database: the installation row and the first account, and runs `furnish` in the same transaction.
 * Returns the account if this call created it; of two processes that start together, one does.
 */
export function prepareInstallation(
  pool: Pool,
  secretKey: Buffer,
  defaults: AccountDefaults,
  at: number,
  furnish?: (tx: Tx, account: CreatedAccount) => Promise<void>,
): Promise<CreatedAccount | undefined> {
  const check = secretCheckOf(secretKey)
  return transaction(pool, async (tx) => {
    if ((await lockInstallation(tx, check, idOf(secretKey))) !== check) {
      throw secretMismatch()
    }
    if ((await listAccounts(tx)).length > 0) return undefined
    const account = await addAccount(tx, 'Default', defaults, at)
    await furnish?.(tx, account)
    return account
  })
}
