// Sends a finalized invoice again, and rotates the address of its hosted page.

import { billingError } from '../../domain/errors.ts'
import { assertRemindable, assertSendable } from '../../domain/invoice.ts'
import { assertNewTexts } from '../../domain/new-texts.ts'
import { readSnapshot } from '../../domain/snapshot.ts'
import { randomText } from '../../platform/random-text.ts'
import type { Action, Work } from '../accounts/store.ts'
import { customers } from '../customers/store.ts'
import { type Added, emailFor, type Recipient } from '../outbox/enqueue.ts'
import { getInvoice, presentInvoice } from './actions.ts'
import { changeInvoice } from './change.ts'
import { HOSTED_TOKEN_LENGTH } from './finalize.ts'
import { events, type Invoice } from './record.ts'
import { remindByHand } from './remind.ts'
import { invoices } from './store.ts'

/** The recipient of a requested email, and other properties. */
export interface SentTo {
  /** Recipient instead of the customer. */
  to: string | undefined
  cc: string[] | undefined
  message: string | undefined
}

export interface Sending extends SentTo {
  id: string
  kind: 'invoice' | 'reminder' | undefined
}

/** Sends another email with the invoice or a reminder: to the customer's current address, or to the given one. */
export const sendInvoice: Action<Sending> = {
  name: 'invoices.send',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id, kind = 'invoice', ...sent }) {
    assertAddresses(sent)
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    if (kind === 'reminder') assertRemindable(before)
    else assertSendable(before)
    const added = addedBy(work, before, sent, `invoice ${before.number}`)
    if (kind === 'reminder') return remindByHand(work, before, added)
    const email_status = emailFor(work, before, { kind }, added)
    return changeInvoice(work, events.updated, before, {
      ...before,
      email_status,
      updated_at: work.now,
    })
  },
}

/** Throws 400 for addresses that no email can be sent to. */
export function assertAddresses({ to, cc = [] }: SentTo): void {
  assertNewTexts([
    { param: 'to', be: 'email', text: to },
    ...cc.map((text, at) => ({ param: `cc[${at}]`, be: 'email' as const, text })),
  ])
}

/** The parts that a request adds to an email about an invoice; throws `email_address_missing` without a recipient. */
export function addedBy(
  work: Work,
  invoice: Invoice,
  { to, cc = [], message = '' }: SentTo,
  document: string,
): Added & { to: Recipient } {
  const recipient = to === undefined ? customerNow(work, invoice) : { name: '', address: to }
  if (recipient.address === '') {
    throw billingError(
      'email_address_missing',
      `Customer cus_${invoice.customer_id} has no email address to send ${document} to. Add one to the customer, or set "to".`,
    )
  }
  return { to: recipient, cc: [...new Set(cc)], message }
}

/** The current address: many invoices are sent again because the earlier address was wrong. */
function customerNow(work: Work, invoice: Invoice): Recipient {
  const customer = work.find(customers, invoice.customer_id)
  const billed = readSnapshot(invoice.snapshot).customer
  const { contact_name, name, email } = customer?.deleted_at === null ? customer : billed
  return { name: contact_name || name, address: email }
}

/** Gives the hosted page a new address; the old one stops working. */
export const rotateHostedUrl: Action<{ id: string }> = {
  name: 'invoices.rotate_hosted_url',
  rows: ({ id }) => [{ table: invoices, id }],
  decide(work, { id }) {
    const before = getInvoice(work, id)
    work.assertMatch(() => presentInvoice(work, before))
    if (before.hosted_token === null) {
      throw billingError(
        'invoice_not_issued',
        `Invoice ${before.number} is ${before.status} and was never finalized, so it has no hosted page. Finalize it first.`,
      )
    }
    return changeInvoice(work, events.updated, before, {
      ...before,
      hosted_token: randomText(HOSTED_TOKEN_LENGTH),
      updated_at: work.now,
    })
  },
}
