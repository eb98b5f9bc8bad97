// Corrupts books in transactions that are rolled back, and runs verification on them.

import assert from 'node:assert/strict'
import type { Pool, PoolClient } from 'pg'
import { verifyWithin } from '../src/app/verify.ts'
import { type Against, type Verified, verifyChain } from '../src/features/verification/chain.ts'
import { listEnvironments } from '../src/features/verification/store.ts'
import type { Check } from '../src/features/verification/verify.ts'
import type { Tx } from '../src/platform/db/table.ts'
import type { Corruption } from './corruptions.ts'

/** Drops the constraints that would refuse corrupted rows. */
export const WITHOUT_CONSTRAINTS = `do $$
  declare c record;
  begin
    for c in select conrelid::regclass as t, conname from pg_constraint
      where contype in ('c', 'f', 'u') and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint if exists %I cascade', c.t, c.conname);
    end loop;
  end $$`

/** Runs `work` in a transaction that is rolled back. */
export async function undone<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    return await work(tx)
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}

/**
 * Returns the checks that find differences in one environment, or in all of them. The chain is left out: it
 * finds any change of a row that it covers, and would hide that no other check does.
 */
export async function differences(tx: PoolClient, environmentId?: number): Promise<Check[]> {
  const { checks } = await verifyWithin(tx, { environmentId })
  return checks.filter((check) => check.differences > 0 && check.name !== 'chain')
}

/** Verifies the chain of one environment, or those of all, without any other check. */
export async function verifyChains(
  tx: Tx,
  against: Against,
  environmentId?: number,
): Promise<Verified[]> {
  const verified: Verified[] = []
  for (const environment of await listEnvironments(tx)) {
    if (environmentId !== undefined && environment.id !== environmentId) continue
    verified.push(await verifyChain(tx, environment, against))
  }
  return verified
}

/** Returns the differences in the chain of one environment, or in those of all. */
export async function chainDifferences(...of: Parameters<typeof verifyChains>): Promise<string[]> {
  return (await verifyChains(...of)).flatMap(({ found }) => found.examples)
}

/** The environment that the corruptions change: test of the first account. */
const SPOILED = 1

/**
 * Tries each corruption alone: exactly the checks that it names must find it. Only the corrupted environment is
 * verified, except after the last corruption. The constraints are dropped for good, so the service must have
 * stopped. Returns the names of the checks that found something.
 */
export async function assertFound(
  pool: Pool,
  corruptions: readonly Corruption[],
): Promise<Set<string>> {
  await pool.query(WITHOUT_CONSTRAINTS)
  const seen = new Set<string>()
  const faults: string[] = []
  for (const [spoil, expected, said] of corruptions) {
    const environmentId = spoil === corruptions.at(-1)?.[0] ? undefined : SPOILED
    const { rowCount, found } = await undone(pool, async (tx) => ({
      rowCount: (await tx.query(spoil)).rowCount,
      found: await differences(tx, environmentId),
    }))
    const names = found.map(({ name }) => name).sort()
    const examples = found.flatMap((check) => check.examples).join('\n')
    const isHere = found.every(({ account_id, mode }) => account_id === 1 && mode === 'test')
    const isFound = rowCount && isHere && String(names) === String(expected) && said.test(examples)
    if (!isFound) faults.push(`${spoil}\n${rowCount} rows, ${names}, not ${expected}\n${examples}`)
    for (const name of names) seen.add(name)
  }
  assert.deepEqual(faults, [], faults.join('\n\n'))
  return seen
}

/** Splits corruptions into the first for each set of checks, and the rest. */
export function firstOfEach(corruptions: readonly Corruption[]): {
  first: Corruption[]
  rest: Corruption[]
} {
  const groups = [...Map.groupBy(corruptions, ([, expected]) => String(expected)).values()]
  return {
    first: groups.flatMap((group) => group.slice(0, 1)),
    rest: groups.flatMap((group) => group.slice(1)),
  }
}
