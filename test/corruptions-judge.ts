// Tries ways to spoil a row on full books and tells what became of each: found, refused or passed.

import type { Pool, PoolClient } from 'pg'
import { type Check, verifyWithin } from '../src/features/verification/actions.ts'
import type { Heads } from '../src/platform/db/chain-heads.ts'
import type { Attempt, Spoiling } from './corruptions-catalogue.ts'

/** One way in one state. */
type Way = Pick<Spoiling, 'key' | 'state'>

/**
 * What became of one way in one state. Untried is what no row is there for; excused, what PostgreSQL took
 * and nobody asks verification about.
 */
export interface Verdict extends Way {
  outcome: 'found' | 'refused' | 'passed' | 'untried' | 'excused'
  /** Where it was not refused: what was done. */
  deed: string
  /** The check that found it, the first of them. */
  by: string
}

export interface Judging {
  /** With them, signatures are judged as well. */
  heads?: Heads
  /**
   * With it, verification is asked only what the outcome depends on: nothing about what this covers, and of all
   * else no check after the first that finds it.
   */
  isExcused?: ((way: Way) => boolean) | undefined
}

/** Integrity and data: what rules and types of PostgreSQL refuse. Anything else is a mistake of ours. */
const REFUSED = /^2[23]/
/** A lock that was waited for too long, and two that wait for each other. */
const IN_THE_WAY = new Set(['55P03', '40P01'])
/** One waits for PostgreSQL while the other computes. */
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
    // Sees what the service still notes by the way, such as when a key was last used.
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

/** The other one may have this very row for as long as it computes: who is in its way begins again. */
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

/** What nothing but the chain tells of. Elsewhere it finds whatever is tried, and the other checks are judged. */
const ONLY_CHAINED = /^(audit_log|chain_)|\.(link|digest|salt|chain_\w+)\b/

/** Thrown to end a verification that has told enough. */
const ENOUGH = new Error('enough')

/** The check that finds it first, in the first environment where any does. */
async function finder(
  client: PoolClient,
  key: string,
  { environments }: Attempt,
  { heads, isExcused }: Judging,
): Promise<string> {
  let by = ''
  // What is found has to be named as well.
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
 * Whether what an excuse names covers a way: `table`, `table.column`, one way of them such as
 * `table.column emptied`, and any of these in one state: `table.column changed in draft`.
 */
export function speaksOf(named: string, { key, state }: Way): boolean {
  const [what = '', where = ''] = named.split(' in ')
  const words = state.split(' ')
  if (!where.split(' ').every((word) => word === '' || words.includes(word))) return false
  return (
    what === key || (!what.includes(' ') && [' ', '.'].some((end) => key.startsWith(what + end)))
  )
}
