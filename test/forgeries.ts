// Fifty-six forgeries by an attacker with write access to the database, and which of them verify cannot detect.

import type { Forgery } from './forger.ts'
import { amountForgeries } from './forgeries-amounts.ts'
import { creditForgeries } from './forgeries-credit.ts'
import { documentForgeries } from './forgeries-documents.ts'
import { inventedForgeries } from './forgeries-inventions.ts'
import { noteForgeries } from './forgeries-notes.ts'
import { orderForgeries } from './forgeries-order.ts'
import { otherForgeries } from './forgeries-others.ts'
import { paymentForgeries } from './forgeries-payments.ts'
import { refundForgeries } from './forgeries-refunds.ts'
import { returnForgeries } from './forgeries-returns.ts'
import type { WITNESSES } from './forgeries-witnesses.ts'

export const FORGERIES: Forgery[] = [
  ...amountForgeries,
  ...paymentForgeries,
  ...creditForgeries,
  ...documentForgeries,
  ...orderForgeries,
  ...inventedForgeries,
  ...otherForgeries,
  ...noteForgeries,
  ...refundForgeries,
  ...returnForgeries,
]

const REWRITTEN = 'everything about it was rewritten with its seal: only a secret can show it'
const RENUMBERED = 'the events are gone and all later ones are renumbered: only the chain shows it'
const INVENTED = 'a new fact with all that it leaves behind: it takes a secret to tell'
const ONLY_AUDITED = 'nothing but one row of the audit log tells of it'

/** Forgeries that leave the books clean, and no contradiction in the database. */
export const UNDETECTED: Record<string, string> = {
  'a price raised on an unpaid invoice, in everything that tells of it': REWRITTEN,
  'a paid invoice and its payment lowered by the same, the difference pocketed': REWRITTEN,
  'the currency of a paid invoice swapped': REWRITTEN,
  'two invoices merged, the second removed and the feed renumbered': RENUMBERED,
  "a payment moved to another customer's invoice, in every table": REWRITTEN,
  'a payment in cash removed, and the feed renumbered': RENUMBERED,
  'cash recorded as a transfer': REWRITTEN,
  'credit granted to a friend, with entry, events and audit row': INVENTED,
  'credit moved to another customer, in every table': REWRITTEN,
  'credit raised from the beginning, with all that followed from it': REWRITTEN,
  'bank details changed in the settings of the time, every document, seal and mail': REWRITTEN,
  'a customer renamed from the beginning, with documents, seals and search words': REWRITTEN,
  'a due date moved to autumn, with overdue and reminder, as if it had been agreed': REWRITTEN,
  'the customers of two invoices swapped, with payment, seals, ledger and mails': REWRITTEN,
  'bank details put into the notes of an issued invoice and of its events': REWRITTEN,
  'a voided invoice removed, and the series, the drafts and the feed renumbered': RENUMBERED,
  'a payment marked reversed, with mirror entry, events and audit row': INVENTED,
  'an invoice paid by money that never came, with entry, events, receipt and audit row': INVENTED,
  'an open invoice voided at the end, with mirror entry, event and audit row': INVENTED,
  'a deleted customer restored, and its event changed to that of a product': REWRITTEN,
  'webhooks muted from the beginning, and their deliveries removed': REWRITTEN,
  'a key made with an audit row': ONLY_AUDITED,
  'somebody else blamed for payments in the audit log and the request log': ONLY_AUDITED,
  'a change of a customer removed, and the feed renumbered': RENUMBERED,
  'the addresses of two hosted pages swapped, in events and mails': REWRITTEN,
  'a pending refund marked as paid, with entry, event and audit row': INVENTED,
  'a paid refund made pending, and the feed renumbered': RENUMBERED,
  'money that waits refunded once more, in every table': INVENTED,
  'a paid refund of money that waits raised, in every table': REWRITTEN,
}

/** Forgeries that leave the books clean, although something in the database contradicts them. */
export const STILL_REPORTED: Record<string, keyof typeof WITNESSES> = {
  'a reversal undone, its events made to tell of a product': 'once',
  'an overdue invoice forgiven, its events made to tell of a product': 'writes',
  'an invoice of March issued in February, with feed, entry, mail and webhooks': 'ids',
  'a payment back-dated into a closed month, with feed, entry and reminder': 'ids',
  'a customer moved to another account, and the feed renumbered': 'writes',
  'a reminder removed, its event made to tell of a product': 'writes',
}
