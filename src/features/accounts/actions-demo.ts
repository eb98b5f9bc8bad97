// Demo accounts: made apart from every other account, and erased as one.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { fault } from '../../platform/faults.ts'
import { type AccountDefaults, addAccount, type CreatedAccount } from './actions.ts'
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

/** Rows in one transaction, so that none is long. */
const ERASED_MOST = 2_000
/** Longer than a process believes what it read about a key or a person, so that nobody is at it. */
const GONE_MS = 6_000

export interface DemoSpec {
  name: string
  defaults: AccountDefaults
  /** Business time at which its test environment begins; the live one is never used. */
  begins: number
  wallMs: number
}

/** Makes the account of a demo, with what `furnish` adds to it in the same transaction. */
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
  /** The tables of tenants, those that refer to others first. */
  tenantTables: readonly string[]
  /** What accounts own in other tables, the account last. */
  ownedTables: readonly OwnedTable[]
  wallNow(): number
}

/**
 * Erases a demo: closes it, deletes its rows in transactions of bounded size, and at last the account
 * with whatever came in meanwhile. Killed anywhere, it is closed and can be dropped again, to the end.
 * False when there is no demo of this id: an account that is none is never touched.
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
/** What keeps an environment closed goes with it. */
const COUNTERS = 'environment_counters'

async function eraseRest(
  tx: Tx,
  { tenantTables, ownedTables }: DropParts,
  accountId: number,
  environmentIds: number[],
): Promise<boolean> {
  // Somebody else may have dropped it in the meantime.
  if ((await lockDemo(tx, accountId)) !== DROPPING) return true
  for (const table of tenantTables) {
    for (const environmentId of environmentIds) {
      await eraseTenantRows(tx, table, environmentId, Number.MAX_SAFE_INTEGER)
    }
  }
  for (const owned of ownedTables) await eraseOwnedRows(tx, owned, accountId, environmentIds)
  return true
}
