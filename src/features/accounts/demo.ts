// Demo accounts: created separately from all other accounts, and erased as a whole.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import { type AccountDefaults, addAccount, type CreatedAccount } from './create.ts'
import {
  closeDemo,
  type DemoState,
  eraseOwnedRows,
  eraseTenantRows,
  findEnvironmentIds,
  lockDemo,
  markDemo,
  type OwnedTable,
} from './store-demo.ts'

/** Maximum rows per transaction, to keep transactions short. */
const ERASED_MOST = 2_000
/** Longer than a process caches a key or session, so that no request is still using the account. */
const GONE_MS = 6_000

export interface DemoSpec {
  name: string
  defaults: AccountDefaults
  /** Business time at which its test environment starts; the live one is never used. */
  begins: number
  wallMs: number
}

/** Creates a demo account and runs `furnish` in the same transaction. */
export function createDemo<T>(
  pool: Pool,
  { name, defaults, begins, wallMs }: DemoSpec,
  furnish: (tx: Tx, account: CreatedAccount) => Promise<T>,
): Promise<T> {
  return transaction(pool, async (tx) => {
    const account = await addAccount(tx, name, defaults, begins)
    const environmentId = account.environments.test
    await markDemo(tx, account.id, { environmentId, aheadMs: begins - wallMs })
    return furnish(tx, account)
  })
}

export interface DropParts {
  pool: Pool
  /** The tenant tables, referencing tables first. */
  tenantTables: readonly string[]
  /** Tables of rows that belong to an account; the account itself comes last. */
  ownedTables: readonly OwnedTable[]
  wallNow(): number
}

/**
 * Erases a demo: closes it, deletes its rows in transactions of bounded size, and finally deletes the account with any
 * rows that arrived meanwhile. If the process is killed, the demo stays closed and can be dropped again. Returns false
 * if no demo has this ID: other accounts are never touched.
 */
export async function dropDemo(parts: DropParts, accountId: number): Promise<boolean> {
  const { pool, tenantTables, wallNow } = parts
  const environmentIds = await findEnvironmentIds(pool, accountId)
  const closedAt = await transaction(pool, async (tx) => {
    if (!(await lockDemo(tx, accountId))) return undefined
    return closeDemo(tx, accountId, environmentIds, wallNow())
  })
  if (closedAt === undefined) return false
  for (const table of tenantTables.filter((name) => name !== COUNTERS)) {
    for (const environmentId of environmentIds) {
      for (let erased = 1; erased > 0; ) {
        erased = await transaction(pool, async (tx) => {
          if ((await lockDemo(tx, accountId)) !== DROPPING) return 0
          return eraseTenantRows(tx, table, environmentId, ERASED_MOST)
        })
        fault('demo.erased')
      }
    }
  }
  await setTimeout(Math.max(0, closedAt + GONE_MS - wallNow()))
  return transaction(pool, (tx) => eraseRest(tx, parts, accountId, environmentIds))
}

const DROPPING: DemoState = 'dropping'
/** Deleted last, since it keeps the environment closed. */
const COUNTERS = 'environment_counters'

async function eraseRest(
  tx: Tx,
  { tenantTables, ownedTables }: DropParts,
  accountId: number,
  environmentIds: number[],
): Promise<boolean> {
  // Another process may have dropped it in the meantime.
  if ((await lockDemo(tx, accountId)) !== DROPPING) return true
  for (const table of tenantTables) {
    for (const environmentId of environmentIds) {
      await eraseTenantRows(tx, table, environmentId, Number.MAX_SAFE_INTEGER)
    }
  }
  for (const owned of ownedTables) await eraseOwnedRows(tx, owned, accountId, environmentIds)
  return true
}
