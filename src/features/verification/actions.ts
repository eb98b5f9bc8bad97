// Verifies the books: recomputes what is stored from the documents themselves, and tells every
// difference. Reads one snapshot, so that it can run while the service works.

import type { Pool } from 'pg'
import type { Tx } from '../../platform/db/table.ts'
import { findDayDifferences } from './actions-days.ts'
import { findMailDifferences } from './actions-mails.ts'
import { EXAMPLES_MOST, type Found } from './actions-tally.ts'
import { walk } from './actions-walk.ts'
import {
  type BooksEnvironment,
  countRows,
  findDifferences,
  inSnapshot,
  listEnvironments,
} from './store.ts'
import { readTerms } from './store-feed.ts'
import { LEDGER_CHECKS } from './store-ledger.ts'
import { SET_CHECKS } from './store-sets.ts'
import { findWordDifferences } from './store-words.ts'

/** What one check found in one environment. */
export interface Check extends Found {
  account_id: number
  mode: 'test' | 'live'
}

export interface Report {
  clean: boolean
  checks: Check[]
}

/** Runs all checks on all environments; `onCheck` hears of each as soon as it is done. */
export function verify(pool: Pool, onCheck?: (check: Check) => void): Promise<Report> {
  return inSnapshot(pool, (tx) => verifyWithin(tx, onCheck))
}

/** The same in a transaction of the caller's, perhaps of one environment only. */
export async function verifyWithin(
  tx: Tx,
  onCheck?: (check: Check) => void,
  environmentId?: number,
): Promise<Report> {
  const checks: Check[] = []
  for (const environment of await listEnvironments(tx)) {
    if (environmentId !== undefined && environment.id !== environmentId) continue
    for await (const check of verifyEnvironment(tx, environment)) {
      checks.push(check)
      onCheck?.(check)
    }
  }
  return { clean: checks.every((check) => check.differences === 0), checks }
}

async function* verifyEnvironment(tx: Tx, environment: BooksEnvironment): AsyncGenerator<Check> {
  const { id, account_id, mode } = environment
  const head = { account_id, mode }
  const terms = await readTerms(tx, id)
  for (const tally of await walk(tx, id, terms)) yield { ...head, ...tally.found() }
  for (const { name, about, what, from, found } of [...SET_CHECKS, ...LEDGER_CHECKS]) {
    const checked = await countRows(tx, from(id))
    const { differences, examples } = await findDifferences(tx, found(id), EXAMPLES_MOST)
    yield { ...head, name, about, checked, what, differences, examples }
  }
  yield { ...head, ...(await findDayDifferences(tx, id, terms)).found() }
  yield { ...head, ...(await findMailDifferences(tx, id, terms)).found() }
  yield {
    ...head,
    name: 'words',
    about: 'customers and products are found by their words, and no others',
    what: 'customers and products',
    ...(await findWordDifferences(tx, id, EXAMPLES_MOST)),
  }
}
