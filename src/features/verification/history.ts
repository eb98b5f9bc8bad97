// Compares objects with their events in the feed.

import { entriesOf } from './canonical.ts'
import type { Differ } from './checks.ts'
import { type Replay, withoutHost } from './replay.ts'
import { periodShown, shownDiscounts, shownLine } from './shown-lines.ts'
import type { BooksInvoice } from './store-invoices.ts'
import { type BooksRecord, shownId } from './store-objects.ts'

/** Compares an object with its events. An object that outlived a reset has lost its earlier events. */
export function checkHistory(
  record: BooksRecord | undefined,
  replay: Replay | undefined,
  survived: boolean,
  differ: Differ,
): void {
  const latest = replay?.object
  if (!record) differ('it has events, but does not exist')
  else if (!replay || !latest) {
    if (!survived) differ('it has no events')
  } else {
    const { counts, firstType = '' } = replay
    // A credit note has no draft: it is issued as it is created. A payment by gateway begins as pending, and its method
    // as attached.
    const { created: made = 0, issued = 0, pending = 0, attached = 0 } = counts
    const created = made + issued + pending + attached
    const begins = /\.(created|issued|pending|attached)$/.test(firstType)
    if ((created !== 1 || !begins) && !(survived && created === 0)) {
      differ(`its first event is ${firstType}, and ${created} events say that it was created`)
    }
    const deleted = counts.deleted ?? 0
    if (deleted !== (record.deleted_at === null ? 0 : 1)) {
      differ(
        `it is ${record.deleted_at ? '' : 'not '}deleted, but ${deleted} events say that it was`,
      )
    } else if (replay.deletedAt !== record.deleted_at) {
      differ(`it was deleted at ${record.deleted_at}, but its event is of ${replay.deletedAt}`)
    }
    for (const [name, value] of Object.entries(record.members)) {
      const was = latestMember(replay, name, value)
      if (replay.alike(name, was, value)) continue
      differ(`${name} is ${JSON.stringify(value)}, but its latest event has ${JSON.stringify(was)}`)
    }
  }
}

/** A member as in the latest event; only the path of a URL, because PUBLIC_URL can change. */
function latestMember({ object = {}, later }: Replay, name: string, now: unknown): unknown {
  if (!(name in object)) return later.includes(name) ? now : null
  return withoutHost(name, object[name])
}

/** The amounts paid on an invoice: by money, notes and later credit. */
export const closedOf = (invoice: BooksInvoice): bigint =>
  BigInt(invoice.amount_paid) +
  BigInt(invoice.amount_credited) +
  BigInt(invoice.credit_applied_later)

/** An invoice as its events show it. */
export function membersOf(invoice: BooksInvoice, environmentId: number): Record<string, unknown> {
  const { status, hosted_token } = invoice
  return {
    ...invoice.members,
    hosted_url: hosted_token && `/i/${environmentId.toString(36)}-${hosted_token}`,
    amount_remaining:
      status === 'void' ? 0 : Number(BigInt(invoice.amount_due) - closedOf(invoice)),
    period: periodShown(invoice),
    relates_to: shownId('inv', invoice.members.relates_to),
    line_items: invoice.lines.map((line) => shownLine(line, invoice)),
    discounts: shownDiscounts(invoice.discounts),
    taxes: entriesOf(invoice.taxes),
    warnings: entriesOf(invoice.members.warnings as unknown[] | null),
  }
}
