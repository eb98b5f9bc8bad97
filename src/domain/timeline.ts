// The history of an invoice in sentences: one for each event about it and for each email.

import type { EmailKind, MailStatus } from './mail.ts'
import { formatMoney } from './money.ts'
import type { MethodDisplay } from './payment-method.ts'
import type { Initiator, PaymentFailure } from './payment-states.ts'

/** An object as an event recorded it. */
type Recorded = Record<string, unknown>

const METHODS: Record<string, string> = {
  card: 'by card',
  bank_transfer: 'by bank transfer',
  cheque: 'by cheque',
  cash: 'in cash',
  other: 'in another way',
  gateway: 'online',
}

const STARTED_BY: Record<string, string> = {
  auto: 'automatically',
  retry: 'automatically, as a retry',
  staff: 'by a member of the account',
  customer: 'by the customer',
  link: 'by the customer',
} satisfies Record<Initiator, string>

type Describe = (object: Recorded, changed: readonly string[]) => string

const money = (object: Recorded, member: string): string =>
  formatMoney(Number(object[member]), String(object.currency))

/** "CA$10.00 paid, CA$20.00 credited", without those that are zero. */
function closedBy(object: Recorded): string {
  const words = {
    amount_paid: 'paid',
    amount_credited: 'credited',
    credit_applied_later: "from the customer's credit",
  }
  return Object.entries(words)
    .filter(([member]) => Number(object[member] ?? 0) !== 0)
    .map(([member, word]) => `${money(object, member)} ${word}`)
    .join(', ')
}

/** "; CA$10.00 unallocated", if an amount is. */
const waiting = (object: Recorded): string =>
  Number(object.unallocated) > 0 ? `; ${money(object, 'unallocated')} unallocated` : ''

/** ": The bank declined the card.", in the gateway's words. */
const failure = ({ failure: found }: Recorded): string =>
  found ? `: ${(found as PaymentFailure).message}` : '.'

/** "Card ending in 4242", without the digits once they are erased. */
function method({ type, display }: Recorded): string {
  const name = type === 'card' ? 'Card' : 'Account'
  return display ? `${name} ending in ${(display as MethodDisplay).last4}` : name
}

/** " (discount CA$14.00, tax CA$18.87)", without those that are zero. */
function sums(object: Recorded): string {
  const parts = ['discount', 'tax']
    .filter((member) => Number(object[member] ?? 0) !== 0)
    .map((member) => `${member} ${money(object, member)}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** "-100.50000000" as "100.50": without sign and trailing zeros. */
const decimal = (amount: unknown): string =>
  String(amount)
    .replace('-', '')
    .replace(/(\.\d\d\d*?)0+$/, '$1')

const changesOf = (changed: readonly string[]): string =>
  `Changed: ${changed.filter((member) => member !== 'updated_at').join(', ')}.`

const respond = (o: Record<string, unknown>): string =>
  o.status === 'needs_response' && o.evidence_due_by
    ? ` Respond by ${String(o.evidence_due_by).slice(0, 10)}.`
    : ''

const EVENTS: Record<string, Describe> = {
  'invoice.created': (o) => `Drafted as ${o.number}, for ${money(o, 'total')}.`,
  'invoice.updated': (_, changed) => changesOf(changed),
  'invoice.finalized': (o) =>
    `Finalized as ${o.number}: ${money(o, 'amount_due')} due ${o.due_date}${sums(o)}.`,
  'invoice.sent': () => 'The email was accepted by the email server.',
  'invoice.send_failed': () => 'The email could not be delivered.',
  'invoice.overdue': (o) =>
    `Overdue, was due on ${o.due_date}: balance due ${money(o, 'amount_remaining')}.`,
  'invoice.partially_paid': (o) =>
    `Paid in part: ${Number(o.credit_applied_later ?? 0) > 0 ? `${closedBy(o)},` : money(o, 'amount_paid')} of ${money(o, 'amount_due')}.`,
  'invoice.paid': (o) =>
    Number(o.amount_credited ?? 0) + Number(o.credit_applied_later ?? 0) > 0
      ? `Settled: ${closedBy(o)}.`
      : `Paid in full: ${money(o, 'amount_due')}.`,
  'invoice.payment_reversed': (o) => `Open again: balance due ${money(o, 'amount_remaining')}.`,
  'invoice.credited': (o) => `Credited: balance due ${money(o, 'amount_remaining')}.`,
  'invoice.credit_note_voided': (o) =>
    `A credit note was voided: balance due ${money(o, 'amount_remaining')}.`,
  'invoice.voided': () => 'Voided.',
  'invoice.written_off': (o) =>
    `Written off: ${money(o, 'amount_written_off')} of ${money(o, 'amount_remaining')}${o.write_off_reason ? `: ${o.write_off_reason}` : ''}.`,
  'invoice.write_off_reversed': (o) =>
    Number(o.amount_written_off) === 0
      ? 'The write-off was reversed.'
      : `A part of the write-off was reversed: ${money(o, 'amount_written_off')} is still written off.`,
  'invoice.collection_ended': () => 'The retry plan ended: no more automatic attempts.',
  'credit_note.issued': (o) => `Credit note ${o.number} issued, for ${money(o, 'total')}.`,
  'credit_note.voided': (o) => `Credit note ${o.number} voided.`,
  'credit_note.updated': (_, changed) => changesOf(changed),
  'credit_note.sent': (o) =>
    `The email with credit note ${o.number} was accepted by the email server.`,
  'credit_note.send_failed': (o) =>
    `The email with credit note ${o.number} could not be delivered.`,
  'invoice_item.created': (o) => `One-off item of ${money(o, 'amount')} added: ${o.description}.`,
  'invoice_item.updated': (_, changed) => changesOf(changed),
  'invoice_item.billed': (o) => `One-off item of ${money(o, 'amount')} billed: ${o.description}.`,
  'invoice_item.deleted': (o) => `One-off item deleted: ${o.description}.`,
  'payment.created': (o) =>
    `Payment of ${money(o, 'amount')} ${METHODS[String(o.method)]} recorded, received on ${o.received_on}${Number(o.to_balance ?? 0) > 0 ? `; ${money(o, 'to_balance')} of it became credit` : ''}.`,
  'payment.pending': (o) =>
    `Online payment of ${money(o, 'amount')} started ${STARTED_BY[String(o.initiated_by)]}.`,
  'payment.requires_action': (o) =>
    `Online payment of ${money(o, 'amount')} waits for the customer.`,
  'payment.processing': (o) =>
    `Online payment of ${money(o, 'amount')} accepted; the money arrives later.`,
  'payment.settled': (o) => `Online payment of ${money(o, 'amount')} received.`,
  'payment.failed': (o) => `Online payment of ${money(o, 'amount')} failed${failure(o)}`,
  'payment.canceled': (o) =>
    `Online payment of ${money(o, 'amount')} canceled: nothing was charged.`,
  'payment.unexpected': (o) =>
    Number(o.to_balance) > 0
      ? `Online payment of ${money(o, 'amount')} received; the invoice did not need ${money(o, 'to_balance')} of it, which became credit.`
      : `Online payment of ${money(o, 'amount')} received, although it had failed or was canceled.`,
  'dispute.created': (o) => `Payment of ${money(o, 'amount')} disputed (${o.reason}).${respond(o)}`,
  'dispute.updated': (o) =>
    o.status === 'under_review'
      ? `Dispute of ${money(o, 'amount')} under review.`
      : `Dispute of ${money(o, 'amount')} changed.${respond(o)}`,
  'dispute.closed': (o) => `Dispute of ${money(o, 'amount')} ${o.status}.`,
  'payout.created': (o) => `Payout of ${money(o, 'amount')} arrived on ${o.arrived_on}.`,
  'payout.reversed': (o) =>
    `Payout of ${money(o, 'amount')} reversed${o.reversal_reason ? `: ${o.reversal_reason}` : ''}.`,
  'refund.created': (o) => `Refund of ${money(o, 'amount')} started.`,
  'refund.delayed': (o) =>
    o.flagged_at === null
      ? `Refund of ${money(o, 'amount')} accepted by the gateway, which pays it later.`
      : `Refund of ${money(o, 'amount')} not accepted by the gateway for three days.`,
  'refund.succeeded': (o) => `Refund of ${money(o, 'amount')} paid on ${o.paid_on}.`,
  'refund.failed': (o) =>
    `Refund of ${money(o, 'amount')} failed${o.failure_reason ? `: ${o.failure_reason}` : ''}.`,
  'refund.canceled': (o) => `Refund of ${money(o, 'amount')} canceled.`,
  'refund.moved_to_balance': (o) =>
    `Refund of ${money(o, 'amount')} moved to the customer's balance.`,
  'payment_method.attached': (o) => `${method(o)} saved to pay later invoices.`,
  'payment_method.expiring': (o) => `${method(o)} expires within 30 days.`,
  'payment_method.detached': (o) => `${method(o)} detached.`,
  'payment.allocated': (o) => `Payment of ${money(o, 'amount')} allocated${waiting(o)}.`,
  'payment.deallocated': (o) => `Payment of ${money(o, 'amount')} deallocated${waiting(o)}.`,
  'payment.moved_to_balance': (o) =>
    `Payment of ${money(o, 'amount')}: ${money(o, 'to_balance')} of it became credit.`,
  'payment.updated': (o) =>
    `A refund changed the unallocated money of the payment of ${money(o, 'amount')}: ${money(o, 'unallocated')}.`,
  'payment.reversed': (o) =>
    `Payment of ${money(o, 'amount')} reversed${o.reversal_reason ? `: ${o.reversal_reason}` : ''}.`,
  'credit_transaction.created': (o) =>
    `Customer credit of ${decimal(o.amount)} ${String(o.currency).toUpperCase()} ${o.type}.`,
}

/** One sentence about an event; falls back to its type in words. */
export const describeEvent = (type: string, object: Recorded, changed: readonly string[]): string =>
  EVENTS[type]?.(object, changed) ?? summarize(type)

/** The event type in words, without any data of its object. */
export function summarize(type: string): string {
  const words = type.replace(/[._]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

const KINDS: Record<EmailKind, string> = {
  invoice: 'The invoice',
  reminder: 'A reminder',
  receipt: 'A receipt',
  credit_note: 'A credit note',
  price_change: 'A notice of a new price',
  payment_failed: 'A notice of a failed payment',
  payment_failed_again: 'A notice of a failed retry',
  action_required: 'A request to confirm a payment',
  collection_ended: 'A final notice of a failed payment',
  card_expiring: 'A notice of a card that expires',
}

const STATUSES: Record<MailStatus, string> = {
  outbox: 'was not sent',
  pending: 'is being sent',
  sent: 'was sent',
  failed: 'could not be delivered',
  canceled: 'was canceled before it was sent',
}

/** One sentence about an email and its status, with its address if the reader can see it. */
export function describeEmail(
  mail: { kind: EmailKind; status: MailStatus; to_address: string },
  addressed: boolean,
): string {
  const to = addressed ? ` to ${mail.to_address}` : ''
  return `${KINDS[mail.kind]}${to} ${STATUSES[mail.status]}.`
}
