// Verifies the books: recomputes what is stored from the documents themselves, and tells every
// difference. Reads one snapshot, so that it can run while the service works.

import type { Pool } from 'pg'
import type { Tx } from '../../platform/db/action.ts'
import { encodeId } from '../../platform/ids.ts'
import { checkHistory, membersOf } from './actions-history.ts'
import {
  checkDerivation,
  checkDocument,
  checkLines,
  checkPayments,
  checkStates,
  checkTotals,
  checkTrail,
  type Differ,
} from './actions-recompute.ts'
import {
  type BooksEnvironment,
  type BooksInvoice,
  countRows,
  findDifferences,
  inSnapshot,
  listEnvironments,
  streamCredit,
  streamCustomers,
  streamInvoices,
  streamPayments,
  streamProducts,
  streamTrails,
  type Trail,
  type TrailPrefix,
} from './store.ts'
import { LEDGER_CHECKS } from './store-ledger.ts'
import { SET_CHECKS } from './store-sets.ts'
import { findWordDifferences } from './store-words.ts'

/** What one check found in one environment. */
export interface Check {
  account_id: number
  mode: 'test' | 'live'
  name: string
  /** What must hold. */
  about: string
  /** How many were checked, and what: 12 "invoices". */
  checked: number
  what: string
  differences: number
  /** The first differences, a sentence each. */
  examples: string[]
}

export interface Report {
  clean: boolean
  checks: Check[]
}

/** No report grows with the damage: further differences are counted, not told. */
const EXAMPLES_MOST = 20

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
  for (const tally of await walk(tx, id)) yield { ...head, ...tally.found() }
  for (const { name, about, what, from, found } of [...SET_CHECKS, ...LEDGER_CHECKS]) {
    const checked = await countRows(tx, from(id))
    const { differences, examples } = await findDifferences(tx, found(id), EXAMPLES_MOST)
    yield { ...head, name, about, checked, what, differences, examples }
  }
  yield {
    ...head,
    ...{ name: 'words', about: 'customers and products are found by their words, and no others' },
    what: 'customers and products',
    ...(await findWordDifferences(tx, id, EXAMPLES_MOST)),
  }
}

/** Counts what one check looked at and what it found. */
class Tally {
  checked = 0
  readonly #name: string
  readonly #what: string
  readonly #about: string
  readonly #examples: string[] = []
  #differences = 0

  constructor(name: string, what: string, about: string) {
    this.#name = name
    this.#what = what
    this.#about = about
  }

  /** A place to report differences of one object. */
  of(subject: string): Differ {
    this.checked++
    return (sentence) => {
      this.#differences++
      if (this.#examples.length < EXAMPLES_MOST) this.#examples.push(`${subject}: ${sentence}`)
    }
  }

  found(): Omit<Check, 'account_id' | 'mode'> {
    return {
      name: this.#name,
      about: this.#about,
      checked: this.checked,
      what: this.#what,
      differences: this.#differences,
      examples: this.#examples,
    }
  }
}

/** Goes through all objects once, each beside what the feed tells of it. */
async function walk(tx: Tx, environmentId: number): Promise<Tally[]> {
  const history = new Tally(
    'history',
    'objects',
    'every object is as its latest event tells it, and began with the event of its creation',
  )
  const rules = invoiceRules()
  const invoices = withRefs(streamInvoices(tx, environmentId), 'inv')
  const products = withRefs(streamProducts(tx, environmentId), 'prod')
  const payments = withRefs(streamPayments(tx, environmentId), 'pay')
  const credit = withRefs(streamCredit(tx, environmentId), 'cbt')
  const trails = (prefix: TrailPrefix) => streamTrails(tx, environmentId, prefix)

  for await (const [customer, trail] of inStep(streamCustomers(tx, environmentId), trails('cus'))) {
    checkHistory(history, customer, trail)
  }
  for await (const [product, trail] of inStep(products, trails('prod'))) {
    checkHistory(history, product, trail)
  }
  for await (const [payment, trail] of inStep(payments, trails('pay'))) {
    checkHistory(history, payment, trail)
  }
  for await (const [moved, trail] of inStep(credit, trails('cbt'))) {
    checkHistory(history, moved, trail)
  }
  for await (const [invoice, trail] of inStep(invoices, trails('inv'))) {
    const record = invoice && {
      ref: invoice.ref,
      deleted: false,
      members: membersOf(invoice, environmentId),
    }
    const differ = checkHistory(history, record, trail)
    if (!invoice) continue
    if (trail) checkTrail(invoice, trail, differ)
    for (const { tally, check, applies } of rules) {
      if (!applies || applies(invoice)) check(invoice, tally.of(invoice.ref))
    }
  }
  return [...rules.map((rule) => rule.tally), history]
}

interface InvoiceRule {
  tally: Tally
  check(invoice: BooksInvoice, differ: Differ): void
  applies?(invoice: BooksInvoice): boolean
}

function invoiceRules(): InvoiceRule[] {
  const rule = (name: string, about: string, check: InvoiceRule['check']): InvoiceRule => ({
    tally: new Tally(name, 'invoices', about),
    check,
  })
  return [
    rule('lines', 'each line is quantity × unit amount, each subtotal their sum', checkLines),
    rule('totals', 'each total is subtotal + tax, and that is what is due', checkTotals),
    rule('payments', 'what is paid never exceeds what is due, and fits the status', checkPayments),
    rule('states', 'the times of issue, void and falling due fit the status', checkStates),
    rule('documents', 'what was issued, and only that, keeps how it was issued', checkDocument),
    {
      ...rule('derivations', 'each derivation, computed anew, gives the figures', checkDerivation),
      applies: (invoice) => invoice.derivation !== null,
    },
  ]
}

/** Rows with their ids as the feed spells them; a UUID's order is that of its spelling. */
async function* withRefs<Row extends { id: string }>(
  rows: AsyncIterable<Row>,
  prefix: string,
): AsyncGenerator<Row & { ref: string }> {
  for await (const row of rows) yield { ...row, ref: encodeId(prefix, row.id) }
}

/** Two streams in ascending order of the same ids, side by side; either may lack what the other has. */
async function* inStep<Row extends { ref: string }>(
  rows: AsyncGenerator<Row>,
  trails: AsyncGenerator<Trail>,
): AsyncGenerator<[Row | undefined, Trail | undefined]> {
  let row = await next(rows)
  let trail = await next(trails)
  while (row || trail) {
    const takeRow = row && (!trail || row.ref <= trail.object_id)
    const takeTrail = trail && (!row || trail.object_id <= row.ref)
    yield [takeRow ? row : undefined, takeTrail ? trail : undefined]
    if (takeRow) row = await next(rows)
    if (takeTrail) trail = await next(trails)
  }
}

async function next<T>(stream: AsyncGenerator<T>): Promise<T | undefined> {
  const { value, done } = await stream.next()
  return done ? undefined : value
}
