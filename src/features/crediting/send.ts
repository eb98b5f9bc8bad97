// Sends a credit note by email.

import { billingError } from '../../domain/errors.ts'
import type { Action } from '../accounts/store.ts'
import { changeNote, getNote } from '../credit-notes/change.ts'
import { type CreditNote, creditNotes, events } from '../credit-notes/record.ts'
import { getInvoice } from '../invoices/actions.ts'
import { addedBy, assertAddresses, type SentTo } from '../invoices/send.ts'
import { emailFor } from '../outbox/enqueue.ts'

export type SendNote = { id: string } & SentTo

/** Sends an email with the note: to the customer's current address, or to the given one. */
export const sendCreditNote: Action<SendNote> = {
  name: 'credit_notes.send',
  rows: ({ id }) => [{ table: creditNotes, id }],
  decide(work, { id, ...sent }) {
    assertAddresses(sent)
    const before = getNote(work, id)
    work.assertMatch(() => creditNotes.json(before))
    assertSendable(before)
    const invoice = getInvoice(work, before.invoice_id)
    const added = addedBy(work, invoice, sent, `credit note ${before.number}`)
    const email_status = emailFor(work, invoice, mailCauseOf(before), added)
    return changeNote(work, events.updated, before, {
      ...before,
      email_status,
      updated_at: work.now,
    })
  },
}

function assertSendable({ number, status }: CreditNote): void {
  if (status !== 'void') return
  throw billingError(
    'credit_note_not_sendable',
    `Credit note ${number} is void; only a credit note that is not void can be sent.`,
  )
}

export const mailCauseOf = ({ id, number }: Pick<CreditNote, 'id' | 'number'>) =>
  ({ kind: 'credit_note', number, credit_note_id: id }) as const
