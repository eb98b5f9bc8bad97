// Goes through all objects once, each together with its events in the feed.

import { RECORDED, type RecordedPrefix } from '../../domain/event.ts'
import type { Tx } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Differ } from './checks.ts'
import { checkDates, type Times } from './dates.ts'
import { checkDerivation } from './derivation.ts'
import { Differences } from './differences.ts'
import { checkHistory, membersOf } from './history.ts'
import { checkNotes, isCredited } from './notes.ts'
import {
  checkDocument,
  checkLines,
  checkPayments,
  checkStates,
  checkTotals,
  checkTrail,
} from './recompute.ts'
import { Replay } from './replay.ts'
import { checkSeal } from './seal.ts'
import { type FeedEvent, latestInstant, streamFeed, type Terms, wasReset } from './store-feed.ts'
import { type BooksInvoice, streamInvoices } from './store-invoices.ts'
import { type BooksRecord, streamCustomers, withShownIds } from './store-objects.ts'
import { checkText } from './text.ts'
import type { Kind, Kinds } from './transitions.ts'

export async function compareObjects(
  { tx, environmentId, kinds }: Pick<Scope, 'tx' | 'environmentId' | 'kinds'>,
  terms: Terms[],
): Promise<Differences[]> {
  const history = new Differences(
    'history',
    'objects',
    'every object matches its latest event, and its first event is its creation',
  )
  const feed = new Differences(
    'feed',
    'objects',
    'every event follows from the previous one in type, time, changes and customer',
  )
  const scope = { tx, environmentId, kinds, history, feed }
  const times = { terms, latest: await latestInstant(tx, environmentId) }
  const survived = await wasReset(tx, environmentId)
  await compareKind(scope, 'cus', streamCustomers(tx, environmentId))
  for (const [, { prefix, survivesReset = false }] of RECORDED) {
    const rows = kinds[prefix].rows?.(tx, environmentId)
    if (rows) await compareKind(scope, prefix, withRefs(rows, prefix), survived && survivesReset)
  }
  // The current settings are compared with their latest event elsewhere.
  let account: Replay | undefined
  for await (const event of streamFeed(tx, environmentId, 'acct')) {
    if (account?.ref !== event.ref) account = replayOf(feed, kinds.acct)(event.ref)
    account.apply(event)
  }
  return [...(await compareInvoices(scope, times)), history, feed]
}

interface Scope {
  tx: Tx
  environmentId: number
  kinds: Kinds
  history: Differences
  feed: Differences
}

const replayOf =
  (feed: Differences, kind: Kind) =>
  (ref: string): Replay =>
    new Replay(ref, kind, feed.of(ref))

async function compareKind(
  { tx, environmentId, kinds, history, feed }: Scope,
  prefix: RecordedPrefix,
  rows: AsyncGenerator<BooksRecord>,
  survived = false,
): Promise<void> {
  const events = streamFeed(tx, environmentId, prefix)
  for await (const [record, replay] of merged(rows, events, replayOf(feed, kinds[prefix]))) {
    checkHistory(record, replay, survived, history.of(record?.ref ?? replay?.ref ?? ''))
  }
}

async function compareInvoices(
  { tx, environmentId, kinds, history, feed }: Scope,
  times: Times,
): Promise<Differences[]> {
  const rules = invoiceRules()
  const dates = new Differences(
    'dates',
    'invoices',
    'due dates, overdue dates and reminders follow from the settings',
  )
  const texts = new Differences(
    'texts',
    'invoices',
    'the stored text of each invoice matches its columns',
  )
  const seals = new Differences(
    'seals',
    'sealed invoices',
    'the data frozen by finalize matches the seal of its event',
  )
  const rows = withRefs(streamInvoices(tx, environmentId), 'inv')
  const events = streamFeed(tx, environmentId, 'inv')
  for await (const [invoice, replay] of merged(rows, events, replayOf(feed, kinds.inv))) {
    const differ = history.of(invoice?.ref ?? replay?.ref ?? '')
    const record = invoice && {
      ref: invoice.ref,
      deleted_at: null,
      members: membersOf(invoice, environmentId),
    }
    let agrees = true
    checkHistory(record, replay, false, (sentence) => {
      agrees = false
      differ(sentence)
    })
    if (!invoice || !record) continue
    // Wrong columns have already been reported.
    if (agrees && invoice.text !== null)
      checkText(invoice.text, { id: invoice.ref, ...record.members }, texts.of(invoice.ref))
    if (replay?.object) checkTrail(invoice, replay, differ)
    checkDates(invoice, times, replay?.finalized, dates.of(invoice.ref))
    if (replay?.finalized) checkSeal(invoice, replay.finalized, seals.of(invoice.ref))
    for (const { differences, check, applies } of rules) {
      if (!applies || applies(invoice)) check(invoice, differences.of(invoice.ref), replay)
    }
  }
  return [...rules.map((rule) => rule.differences), dates, texts, seals]
}

interface InvoiceRule {
  differences: Differences
  check(invoice: BooksInvoice, differ: Differ, replay: Replay | undefined): void
  applies?(invoice: BooksInvoice): boolean
}

function invoiceRules(): InvoiceRule[] {
  const rule = (name: string, about: string, check: InvoiceRule['check']): InvoiceRule => ({
    differences: new Differences(name, 'invoices', about),
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
      'the amount paid never exceeds the amount due, a write-off never exceeds the rest, and both fit the status',
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
    {
      ...rule(
        'credit_notes',
        'each credit note follows from its invoice and the notes before it, and the invoice from all of them',
        checkNotes,
      ),
      applies: isCredited,
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
 * Merges objects and events in ascending order of the same IDs; either side can lack an ID. The events of each object
 * are processed to the end.
 */
async function* merged<Row extends { ref: string }>(
  rows: AsyncGenerator<Row>,
  events: AsyncGenerator<FeedEvent>,
  replayOf: (ref: string) => Replay,
): AsyncGenerator<[Row | undefined, Replay | undefined]> {
  let row = await next(rows)
  let event = await next(events)
  while (row || event) {
    const ref = row && (!event || row.ref <= event.ref) ? row.ref : (event?.ref ?? '')
    let replay: Replay | undefined
    while (event?.ref === ref) {
      replay ??= replayOf(ref)
      replay.apply(event)
      event = await next(events)
    }
    yield [row?.ref === ref ? row : undefined, replay]
    if (row?.ref === ref) row = await next(rows)
  }
}

async function next<T>(stream: AsyncGenerator<T>): Promise<T | undefined> {
  const { value, done } = await stream.next()
  return done ? undefined : value
}
