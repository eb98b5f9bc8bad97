// Tries corruptions of a row on full books and returns the outcome of each: found, refused or passed.

import type { Pool, PoolClient } from 'pg'
import { verifyWithin } from '../src/app/verify.ts'
import type { Check } from '../src/features/verification/verify.ts'
import type { Heads } from '../src/platform/db/chain-heads.ts'
import type { Attempt, Spoiling } from './corruptions-catalogue.ts'

type Way = Pick<Spoiling, 'key' | 'state'>

/**
 * The outcome of one way in one state. `untried`: no row exists to try it on. `excused`: PostgreSQL accepted it, and
 * verification was not run.
 */
export interface Verdict extends Way {
  outcome: 'found' | 'refused' | 'passed' | 'untried' | 'excused'
  /** The change that was made; empty if it was refused. */
  deed: string
  /** The first check that found it. */
  by: string
}

export interface Judging {
  /** If given, signatures are verified as well. */
  heads?: Heads
  /**
   * If given, verification is skipped for the ways that it covers, and otherwise stops at the first check that finds a
   * difference.
   */
  isExcused?: ((way: Way) => boolean) | undefined
}

/** SQLSTATE classes of integrity and data errors. Any other error is a bug in these tests. */
const REFUSED = /^2[23]/
/** Lock timeout and deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01'])
/** Two workers: one waits for PostgreSQL while the other computes. */
const AT_ONCE = 2

export async function judge(
  pool: Pool,
  keys: string[],
  all: Spoiling[],
  judging: Judging = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const left = all.values()
  const work = async () => {
    const client = await pool.connect()
    try {
      for (const spoiling of left) verdicts.push(await tryOut(client, spoiling, judging))
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const tried = new Set(verdicts.map(({ key }) => key))
  const untried = keys.filter((key) => !tried.has(key))
  return [
    ...verdicts,
    ...untried.map((key) => ({ key, state: '', outcome: 'untried' as const, deed: '', by: '' })),
  ]
}

async function tryOut(
  client: PoolClient,
  { key, state, attempts }: Spoiling,
  { heads, isExcused }: Judging,
): Promise<Verdict> {
  for (const attempt of attempts) {
    // Waits for background writes of the service, such as when a key was last used.
    await client.query('begin')
    try {
      if (!(await isTakenAlone(client, attempt))) continue
      const deed = `${attempt.text} <- ${attempt.values.join(', ')}`
      if (isExcused?.({ key, state })) return { key, state, outcome: 'excused', deed, by: '' }
      const by = await finder(client, key, attempt, { heads, isExcused })
      return { key, state, outcome: by === '' ? 'passed' : 'found', deed, by }
    } finally {
      await client.query('rollback')
    }
  }
  const outcome = attempts.length > 0 ? 'refused' : 'untried'
  return { key, state, outcome, deed: '', by: '' }
}

/** The other worker can hold a lock on the same row while it computes: on a conflict, starts again. */
async function isTakenAlone(client: PoolClient, attempt: Attempt): Promise<boolean> {
  for (;;) {
    try {
      return await isTaken(client, attempt)
    } catch (error) {
      if (!IN_THE_WAY.has(String((error as { code?: string }).code))) throw error
      await client.query('rollback; begin')
    }
  }
}

async function isTaken(client: PoolClient, { text, values }: Attempt): Promise<boolean> {
  try {
    const { rowCount } = await client.query(text, values)
    if (rowCount !== 1) throw new Error(`${rowCount} rows were spoilt by ${text}`)
    return true
  } catch (error) {
    if (REFUSED.test(String((error as { code?: string }).code))) return false
    throw error
  }
}

/** Only the chain covers these. Everywhere else the chain would find every change, so only the other checks count. */
const ONLY_CHAINED = /^(audit_log|chain_)|\.(link|digest|salt|chain_\w+)\b/

/** Thrown to end a verification once its outcome is known. */
const ENOUGH = new Error('enough')

/** Returns the first check that finds it, in the first environment where any does. */
async function finder(
  client: PoolClient,
  key: string,
  { environments }: Attempt,
  { heads, isExcused }: Judging,
): Promise<string> {
  let by = ''
  // A check counts as finding it only if it also lists an example.
  const onCheck = ({ name, differences, examples }: Check) => {
    if (differences === 0 || examples.length === 0) return
    if (name === 'chain' && !ONLY_CHAINED.test(key)) return
    by ||= name
    if (isExcused) throw ENOUGH
  }
  for (const environmentId of environments) {
    const against = { heads, given: [] }
    await verifyWithin(client, { environmentId, against, onCheck }).catch((error: unknown) => {
      if (error !== ENOUGH) throw error
    })
    if (by !== '') return by
  }
  return by
}

/**
 * True if an excuse covers a way. It names `table`, `table.column` or one way such as `table.column emptied`, each
 * possibly limited to a state: `table.column changed in draft`.
 */
export function speaksOf(named: string, { key, state }: Way): boolean {
  const [what = '', where = ''] = named.split(' in ')
  const words = state.split(' ')
  if (!where.split(' ').every((word) => word === '' || words.includes(word))) return false
  return (
    what === key || (!what.includes(' ') && [' ', '.'].some((end) => key.startsWith(what + end)))
  )
}
