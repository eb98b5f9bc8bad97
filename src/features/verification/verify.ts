// Verifies the books: recomputes stored values from the documents, and reports every difference. Reads one snapshot, so
// that it can run while the service works.

import type { Tx } from '../../platform/db/table.ts'
import { type Against, verifyChain } from './chain.ts'
import { compareObjects } from './compare.ts'
import { findDayDifferences } from './days.ts'
import { EXAMPLES_MOST, type Found } from './differences.ts'
import { findMailDifferences } from './mails.ts'
import { type BooksEnvironment, countRows, findDifferences, listEnvironments } from './store.ts'
import { COUPON_CHECKS } from './store-coupons.ts'
import { readTerms } from './store-feed.ts'
import { GATEWAY_CHECKS } from './store-gateways.ts'
import { LEDGER_CHECKS } from './store-ledger.ts'
import { NOTE_CHECKS } from './store-notes.ts'
import { PAYMENT_CHECKS } from './store-payments.ts'
import { findReconciled, type Reconciled } from './store-reconciliation.ts'
import { REFUND_CHECKS } from './store-refunds.ts'
import { SET_CHECKS } from './store-sets.ts'
import { SUM_CHECKS } from './store-sums.ts'
import { TAX_CHECKS } from './store-taxes.ts'
import { findWordDifferences } from './store-words.ts'
import type { Kinds } from './transitions.ts'

/** The result of one check in one environment. */
export interface Check extends Found {
  account_id: number
  mode: 'test' | 'live'
}

export interface Report {
  clean: boolean
  checks: Check[]
  /** The head of the chain of each environment, for a later `verify --head`. */
  heads: ChainHead[]
  /** What gateways had when they were compared last. It has no part in `clean`. */
  gateways: ReconciledEnvironment[]
}

interface ReconciledEnvironment extends Reconciled {
  account_id: number
  mode: 'test' | 'live'
}

interface ChainHead {
  account_id: number
  mode: 'test' | 'live'
  head: string
}

const ITSELF: Against = { given: [] }

export interface Within {
  /** Receives each result as soon as it is complete. */
  onCheck?: ((check: Check) => void) | undefined
  environmentId?: number | undefined
  against?: Against | undefined
}

/** Runs the checks in the caller's transaction, optionally for one environment only. */
export async function verifyWithin(
  tx: Tx,
  kinds: Kinds,
  { onCheck, environmentId, against = ITSELF }: Within = {},
): Promise<Report> {
  const checks: Check[] = []
  const heads: ChainHead[] = []
  const gateways: ReconciledEnvironment[] = []
  for (const environment of await listEnvironments(tx)) {
    if (environmentId !== undefined && environment.id !== environmentId) continue
    const add = (check: Check) => {
      checks.push(check)
      onCheck?.(check)
    }
    for await (const check of verifyEnvironment(tx, kinds, environment)) add(check)
    const { account_id, mode } = environment
    const { found, head } = await verifyChain(tx, environment, against)
    add({ account_id, mode, ...found })
    if (head !== undefined) heads.push({ account_id, mode, head })
    const reconciled = await findReconciled(tx, environment.id, EXAMPLES_MOST)
    gateways.push({ account_id, mode, ...reconciled })
  }
  return { clean: checks.every((check) => check.differences === 0), checks, heads, gateways }
}

async function* verifyEnvironment(
  tx: Tx,
  kinds: Kinds,
  environment: BooksEnvironment,
): AsyncGenerator<Check> {
  const { id, account_id, mode } = environment
  const head = { account_id, mode }
  const terms = await readTerms(tx, id)
  for (const differences of await compareObjects({ tx, environmentId: id, kinds }, terms))
    yield { ...head, ...differences.found() }
  for (const { name, about, what, from, found } of [
    ...SET_CHECKS,
    ...LEDGER_CHECKS,
    ...SUM_CHECKS,
    ...TAX_CHECKS,
    ...GATEWAY_CHECKS,
    ...COUPON_CHECKS,
    ...NOTE_CHECKS,
    ...PAYMENT_CHECKS,
    ...REFUND_CHECKS,
  ]) {
    const checked = await countRows(tx, from(id))
    const { differences, examples } = await findDifferences(tx, found(id), EXAMPLES_MOST)
    yield { ...head, name, about, checked, what, differences, examples }
  }
  yield { ...head, ...(await findDayDifferences(tx, id, terms)).found() }
  yield { ...head, ...(await findMailDifferences(tx, id, terms)).found() }
  yield {
    ...head,
    name: 'words',
    about: 'search finds customers and products by their current words only',
    what: 'customers and products',
    ...(await findWordDifferences(tx, id, EXAMPLES_MOST)),
  }
}
