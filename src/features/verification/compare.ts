// Goes through all objects once, each together with its story in the feed.

import { RECORDED, type RecordedPrefix } from '../../domain/event.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Differ } from './checks.ts'
import { checkDates, type Times } from './dates.ts'
import { checkDerivation } from './derivation.ts'
import { Tally } from './differences.ts'
import { checkHistory, membersOf } from './history.ts'
import {
  checkDocument,
  checkLines,
  checkPayments,
  checkStates,
  checkTotals,
  checkTrail,
} from './recompute.ts'
import { Story } from './replay.ts'
import { checkSeal } from './seal.ts'
import {
  type FeedEvent,
  hasBegunAnew,
  latestInstant,
  streamFeed,
  type Terms,
} from './store-feed.ts'
import { type BooksInvoice, streamInvoices } from './store-invoices.ts'
import { type BooksRecord, streamCustomers, withShownIds } from './store-objects.ts'
import { checkText } from './text.ts'
import { KINDS } from './transitions.ts'

export async function walk(tx: Tx, environmentId: number, terms: Terms[]): Promise<Tally[]> {
  const history = new Tally(
    'history',
    'objects',
    'every object matches its latest event, and its first event is its creation',
  )
  const feed = new Tally(
    'feed',
    'objects',
    'every event follows from the previous one in type, time, changes and customer',
  )
  const scope = { tx, environmentId, history, feed }
  const times = { terms, latest: await latestInstant(tx, environmentId) }
  const outlived = await hasBegunAnew(tx, environmentId)
  await hold(scope, 'cus', streamCustomers(tx, environmentId))
  for (const [, { prefix, survivesReset = false }] of RECORDED) {
    const rows = KINDS[prefix].rows?.(tx, environmentId)
    if (rows) await hold(scope, prefix, withRefs(rows, prefix), outlived && survivesReset)
  }
  // The current settings are compared with their latest event elsewhere.
  let account: Story | undefined
  for await (const event of streamFeed(tx, environmentId, 'acct')) {
    if (account?.ref !== event.ref) account = begin(feed, 'acct')(event.ref)
    account.hear(event)
  }
  return [...(await walkInvoices(scope, times)), history, feed]
}

interface Scope {
  tx: Tx
  environmentId: number
  history: Tally
  feed: Tally
}

const begin =
  (feed: Tally, prefix: RecordedPrefix) =>
  (ref: string): Story =>
    new Story(ref, KINDS[prefix], feed.of(ref))

async function hold(
  { tx, environmentId, history, feed }: Scope,
  prefix: RecordedPrefix,
  rows: AsyncGenerator<BooksRecord>,
  outlived = false,
): Promise<void> {
  const told = streamFeed(tx, environmentId, prefix)
  for await (const [record, story] of inStep(rows, told, begin(feed, prefix))) {
    checkHistory(record, story, outlived, history.of(record?.ref ?? story?.ref ?? ''))
  }
}

async function walkInvoices(
  { tx, environmentId, history, feed }: Scope,
  times: Times,
): Promise<Tally[]> {
  const rules = invoiceRules()
  const dates = new Tally(
    'dates',
    'invoices',
    'due dates, overdue dates and reminders follow from the settings',
  )
  const texts = new Tally(
    'texts',
    'invoices',
    'the stored text of each invoice matches its columns',
  )
  const seals = new Tally(
    'seals',
    'sealed invoices',
    'what finalize froze matches the seal of its event',
  )
  const rows = withRefs(streamInvoices(tx, environmentId), 'inv')
  const told = streamFeed(tx, environmentId, 'inv')
  for await (const [invoice, story] of inStep(rows, told, begin(feed, 'inv'))) {
    const differ = history.of(invoice?.ref ?? story?.ref ?? '')
    const record = invoice && {
      ref: invoice.ref,
      deleted_at: null,
      members: membersOf(invoice, environmentId),
    }
    let agrees = true
    checkHistory(record, story, false, (sentence) => {
      agrees = false
      differ(sentence)
    })
    if (!invoice || !record) continue
    // Wrong columns have already been reported.
    if (agrees && invoice.text !== null)
      checkText(invoice.text, { id: invoice.ref, ...record.members }, texts.of(invoice.ref))
    if (story?.object) checkTrail(invoice, story, differ)
    checkDates(invoice, times, story?.finalized, dates.of(invoice.ref))
    if (story?.finalized) checkSeal(invoice, story.finalized, seals.of(invoice.ref))
    for (const { tally, check, applies } of rules) {
      if (!applies || applies(invoice)) check(invoice, tally.of(invoice.ref))
    }
  }
  return [...rules.map((rule) => rule.tally), dates, texts, seals]
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
    rule(
      'lines',
      'each line follows from its price, and each subtotal is the sum of the lines',
      checkLines,
    ),
    rule(
      'totals',
      'each total is subtotal − discount + tax, and the amount due follows from it',
      checkTotals,
    ),
    rule(
      'payments',
      'the amount paid never exceeds the amount due, and fits the status',
      checkPayments,
    ),
    rule(
      'states',
      'the times of finalizing, voiding and becoming overdue fit the status',
      checkStates,
    ),
    rule(
      'documents',
      'finalized invoices, and no others, have a snapshot and a derivation',
      checkDocument,
    ),
    {
      ...rule(
        'derivations',
        'each derivation, computed again, gives the amounts of its invoice',
        checkDerivation,
      ),
      applies: (invoice) => invoice.derivation !== null,
    },
  ]
}

/** Rows with their IDs as in the feed; UUIDs sort like their encoded form. */
async function* withRefs<Row extends { id: string; members?: Record<string, unknown> }>(
  rows: AsyncIterable<Row>,
  prefix: string,
): AsyncGenerator<Row & { ref: string }> {
  for await (const row of rows) {
    if (row.members) withShownIds(row.members)
    yield { ...row, ref: encodeId(prefix, row.id) }
  }
}

/**
 * Merges objects and events in ascending order of the same IDs; either side can lack an ID. The story of each object is
 * processed to its end.
 */
async function* inStep<Row extends { ref: string }>(
  rows: AsyncGenerator<Row>,
  events: AsyncGenerator<FeedEvent>,
  begin: (ref: string) => Story,
): AsyncGenerator<[Row | undefined, Story | undefined]> {
  let row = await next(rows)
  let event = await next(events)
  while (row || event) {
    const ref = row && (!event || row.ref <= event.ref) ? row.ref : (event?.ref ?? '')
    let story: Story | undefined
    while (event?.ref === ref) {
      story ??= begin(ref)
      story.hear(event)
      event = await next(events)
    }
    yield [row?.ref === ref ? row : undefined, story]
    if (row?.ref === ref) row = await next(rows)
  }
}

async function next<T>(stream: AsyncGenerator<T>): Promise<T | undefined> {
  const { value, done } = await stream.next()
  return done ? undefined : value
}
