// Holds objects against what the feed tells of them.

import { encodeId } from '../../platform/ids.ts'
import type { Differ } from './actions-recompute.ts'
import type { BooksInvoice, BooksRecord, Trail } from './store.ts'

/** Holds an object against its trail; answers where more about it can be reported. */
export function checkHistory(
  tally: { of(subject: string): Differ },
  record: BooksRecord | undefined,
  trail: Trail | undefined,
): Differ {
  const differ = tally.of(record?.ref ?? trail?.object_id ?? '')
  if (!record) differ('events tell of it, but it does not exist')
  else if (!trail) differ('no event tells of it')
  else {
    if (trail.created !== 1 || !trail.first_type.endsWith('.created')) {
      differ(`it began with ${trail.first_type}, with ${trail.created} events of its creation`)
    }
    if (trail.deleted !== Number(record.deleted)) {
      differ(`it is ${record.deleted ? '' : 'not '}deleted, with ${trail.deleted} events saying so`)
    }
    for (const [name, value] of Object.entries(record.members)) {
      const told = JSON.stringify(toldMember(trail.object, name, value))
      if (told === JSON.stringify(value)) continue
      differ(`${name} is ${JSON.stringify(value)}, its latest event tells ${told}`)
    }
  }
  return differ
}

/** Members that invoices have since migration 0008; an event from before it tells nothing of them. */
const LATER_MEMBERS: Record<string, (now: unknown) => unknown> = {
  credit_applied: () => 0,
  email_status: () => null,
  sent_at: () => null,
  hosted_url: (now) => now,
}

/** A member as an event tells it; of an address only its end, since PUBLIC_URL may change. */
function toldMember(object: Record<string, unknown>, name: string, now: unknown): unknown {
  if (!(name in object)) return LATER_MEMBERS[name]?.(now)
  const told = object[name]
  if (name === 'hosted_url' && typeof told === 'string') return told.slice(told.lastIndexOf('/i/'))
  return told
}

/** An invoice as its events tell it. */
export function membersOf(invoice: BooksInvoice, environmentId: number): Record<string, unknown> {
  const { customer_id, status, number, currency, due_date, notes, metadata } = invoice
  const { created_at, updated_at, finalized_at, voided_at, hosted_token } = invoice
  const { email_status, sent_at } = invoice
  return {
    ...{ customer_id, status, number, currency, due_date, notes, metadata },
    ...{ created_at, updated_at, finalized_at, voided_at, email_status, sent_at },
    hosted_url: hosted_token && `/i/${environmentId.toString(36)}-${hosted_token}`,
    subtotal: Number(invoice.subtotal),
    tax: Number(invoice.tax),
    total: Number(invoice.total),
    amount_due: Number(invoice.amount_due),
    amount_paid: Number(invoice.amount_paid),
    credit_applied: Number(invoice.credit_applied),
    amount_remaining: Number(BigInt(invoice.amount_due) - BigInt(invoice.amount_paid)),
    line_items: invoice.lines.map((line) => ({
      description: line.description,
      quantity: Number(line.quantity),
      unit_amount: Number(line.unit_amount),
      amount: Number(line.amount),
      product_id: line.product_id === null ? null : encodeId('prod', line.product_id),
    })),
  }
}
