// Errors of requests that conflict with the current state (409).

import type { CatalogueEntry } from './error-entry.ts'

export const CONFLICTS = {
  api_key_ended: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The API key is revoked or expired, so it cannot be rolled.',
    remedy: 'Create a new key with the scopes it needs.',
    example:
      'The API key svc_test_4bVq0ZsT1uXw9KdE is revoked and cannot be rolled. Create a new one.',
  },
  price_used: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The price is used on an invoice line, so its amounts cannot change.',
    remedy:
      'Send `new_version: true` with the change: it creates a price with the new amounts, which takes ' +
      'over the lookup key, and deactivates this one.',
  },
  lookup_key_taken: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another price in this environment has this lookup key.',
    remedy: 'Use another lookup key, or remove it from the other price.',
  },
  preview_outdated: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The invoice would differ from the preview, the preview is more than an hour old, ' +
      'or its day is over in the time zone of the account.',
    remedy: 'Look at the new preview that the message names, and send its `at` and `hash`.',
  },
  webhook_endpoints_full: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The environment has reached its maximum number of webhook endpoints.',
    remedy:
      'Delete an endpoint that you do not need, or let one receiver forward events to the others.',
    example:
      'This environment has 50 webhook endpoints; the maximum is 50. Delete one that you do not need, or let one receiver forward events.',
  },
  second_factor_exists: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Two-factor authentication is already set up, with one authenticator app at most.',
    remedy: 'Turn it off first, with your password and a code, then set up the new one.',
  },
  second_factor_missing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'This requires two-factor authentication, which is not set up.',
    remedy: 'Set one up on the profile page.',
  },
  member_exists: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Someone with this email is already a member of the account or has been invited.',
    remedy: 'Change the role of that member, or create a new link for them.',
  },
  last_owner: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The account would have no active owner left.',
    remedy: 'Make someone else an owner first.',
  },
  member_elsewhere: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The person also belongs to another account of this installation. Anyone who sets their ' +
      'password could sign in there, so a member of this account cannot.',
    remedy:
      'They sign in with their current password, or the operator creates a link with ' +
      '`npm run -s reckoner -- owner-link`.',
  },
  invoice_not_draft: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a draft can be updated or finalized, and this invoice is no longer a draft.',
    remedy: 'A finalized invoice never changes. To correct it, void it and create a new one.',
    example:
      'Invoice INV-000042 is posted; only a draft can be updated. Void it, and create a new one.',
  },
  invoice_not_voidable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice is already void.',
    remedy:
      'No action is needed. To retry a void safely, send the same Idempotency-Key again: you ' +
      'get the first response again.',
    example: 'Invoice INV-000042 is already void.',
  },
  void_forbidden: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The invoice is finalized, and the account has `void_invoices` set to `forbid`; only drafts can be voided.',
    remedy: 'Issue a credit note for the invoice.',
    example:
      'Invoice INV-000042 is finalized, and this account forbids voiding finalized invoices. Issue a credit note instead.',
  },
  invoice_not_sendable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A draft or a void invoice cannot be sent.',
    remedy: 'Finalize a draft: that sends it. A void invoice cannot be sent.',
    example: 'Invoice INV-000042 is void; only a finalized invoice that is not void can be sent.',
  },
  credit_note_not_sendable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A void credit note cannot be sent.',
    remedy: 'Issue another credit note, and send that one.',
    example: 'Credit note CN-000042 is void; only a credit note that is not void can be sent.',
  },
  books_closed: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The day on which money was received or paid back is in books that the account has closed.',
    remedy:
      'Use the first open day, or set `books_closed_until` of the account to an earlier day or to null.',
    example:
      'The books are closed until 2026-10-31; received_on must be 2026-11-01 or later, but is 2026-10-28. Use the first open day, or change books_closed_until of the account.',
  },
  invoice_not_issued: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice was never finalized, so it has no hosted page.',
    remedy: 'Finalize the draft; the response then has its `hosted_url`.',
    example:
      'Invoice INV-900000000042 is draft and was never finalized, so it has no hosted page. Finalize it first.',
  },
  email_address_missing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'There is no email address to send this to.',
    remedy: 'Add an email to the customer, or set one in `to`.',
    example:
      'Customer cus_1001 has no email address to send invoice INV-000042 to. Add one to the customer, or set "to".',
  },
  invoice_not_creditable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice is a draft or void; only a finalized invoice can be credited.',
    remedy: 'Update the draft, or credit the invoice that replaced the void one.',
    example:
      'Invoice INV-000042 is void; only a finalized invoice that is not void can be credited.',
  },
  credit_exceeds_invoice: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A credit note would credit more than the amount of the invoice or of one of its lines that is not credited yet.',
    remedy: 'Credit at most the amount in the message, which earlier notes have not credited.',
  },
  refund_exceeds_payment: {
    status: 409,
    type: 'conflict_error',
    meaning: 'More would be returned to the customer than the money that was received.',
    remedy: 'Return at most the amount in the message; the rest can become credit of the customer.',
  },
  refund_exceeds_credit_note: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The credit note has less than this amount still to refund: the rest is pending, paid or moved to the balance.',
    remedy: 'Refund at most the amount in the message, or issue another credit note.',
  },
  refund_pending: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A refund of the payment is pending, so the payment cannot be reversed: the refund would return money that did not arrive.',
    remedy:
      'Mark the refund as paid if the money has left, cancel it otherwise, then reverse the payment. If a gateway pays it, wait for its outcome.',
    example:
      'Refund re_01h2xcejqtf2nbrexx3vqjhp41 of CA$40.00 is pending, so its payment cannot be reversed. Mark it as paid if the money has left, cancel it otherwise, then reverse the payment.',
  },
  refund_by_gateway: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A gateway pays the refund and reports its outcome; once sent, it is not canceled.',
    remedy: 'Wait for the outcome. If it fails, refund the amount again or move it to the balance.',
    example:
      'The refund was sent to the gateway, which may have paid it. Wait for its outcome; if it fails, refund the amount again or move it to the balance.',
  },
  refund_not_pending: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The state of the refund does not allow this.',
    remedy:
      'Read the refund. To pay a failed or canceled one again, start a new one with POST /v1/refunds.',
    example: 'The refund is canceled; only a pending refund can be marked as paid.',
  },
  credit_note_used: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The credit note cannot be voided: it is void already, money was refunded or returned, or the customer used the credit that it gave.',
    remedy: 'Bill the amount with a new invoice.',
  },
  invoice_has_credit_notes: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice has credit notes, so it cannot be voided.',
    remedy: 'Void the credit notes first, or credit the rest of the invoice.',
    example:
      'Invoice INV-000042 has credit notes. Void them first, or credit the rest of the invoice.',
  },
  invoice_has_payments: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice has payments, so it cannot be voided.',
    remedy:
      'If the payments never happened, reverse them first. Otherwise leave the invoice as it is.',
    example:
      'Invoice INV-000042 has payments; only an invoice without payments can be voided. Reverse its payments first.',
  },
  first_invoice_number_taken: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The number of the first invoice can change only until the first invoice is finalized, because ' +
      'invoice numbers have no gaps.',
    remedy: 'Do not change it. The next invoice gets the number after the last one.',
    example:
      'The first invoice number cannot be changed to 5000: invoice number 42 is already finalized, and invoice numbers have no gaps.',
  },
  invoice_not_payable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a posted or overdue invoice can be paid or written off.',
    remedy: 'Finalize a draft first. A paid or void invoice cannot receive more payments.',
    example: 'Invoice INV-000042 is void; only a posted or overdue invoice can be paid.',
  },
  payment_exceeds_amount_due: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The payment, the credit to apply or the write-off is more than the balance due of the invoice, less what is written off in the last case.',
    remedy:
      'Record, apply or write off at most the amount in the message. The rest of a payment becomes credit with `overpayment: balance` of the account, or is unallocated if it is recorded for the customer.',
    example:
      'CA$60.00 is more than the balance due of CA$59.97 on invoice INV-000042. Record at most 5997.',
  },
  payout_exceeds_balance: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The payout is more than the gateway has according to the ledger, so `cash_gateway` would be below zero.',
    remedy:
      'Compare the amount with the bank statement. If it is right, first record what is missing here: payments that arrived, or the reversal of a payout that did not.',
    example:
      'CA$600.00 is more than the CA$582.33 that the gateway has according to the ledger (cash_gateway). Record at most 58233, or first what is missing: payments that arrived, or payouts to reverse.',
  },
  payout_already_reversed: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The payout is already reversed.',
    remedy: 'If the money arrived after all, record a new payout.',
  },
  allocation_exceeds_payment: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The amount to allocate is more than the unallocated part of the payment, or the amount to deallocate from an invoice is more than the payment pays of it without refunds.',
    remedy: 'Move at most the amount in the message. Deallocate the payment elsewhere first.',
    example:
      'CA$60.00 is more than the CA$50.00 of this payment that is not allocated yet. Allocate at most 5000.',
  },
  invoice_not_written_off: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Nothing of the invoice is written off, so there is no write-off to reverse.',
    remedy: 'No action is needed. `amount_written_off` is the amount that can be reversed.',
    example:
      'Nothing of invoice INV-000042 is written off. A payment, credit, a credit note or voiding the invoice reverses a write-off too.',
  },
  payment_in_progress: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The invoice is being paid through the gateway already. It is collected once at a time.',
    remedy: 'Wait until the other payment is settled or has failed.',
    example:
      'Payment pay_01h2xcejqtf2nbrexx3vqjhp41 of invoice INV-000042 is in progress. Wait until it is settled or has failed.',
  },
  payment_not_cancelable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a payment by gateway that waits for the customer can be canceled.',
    remedy: 'Wait for its outcome. What has arrived can be refunded.',
    example: 'This payment is settled. Only one that waits for the customer can be canceled.',
  },
  payment_not_settled: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A payment by gateway that is not settled has no money to reverse or to allocate.',
    remedy: 'Wait until it is settled, or record what you received as another payment.',
    example:
      'This payment is pending, so none of it has arrived. Wait until it is settled, or record what you received as another payment.',
  },
  payment_already_reversed: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The payment is already reversed.',
    remedy: 'No action is needed. If the money arrived after all, record a new payment.',
    example:
      'This payment is already reversed. If the money arrived after all, record a new payment.',
  },
  credit_exceeds_balance: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The customer has less credit in this currency than you want to remove or apply.',
    remedy: 'Remove or apply at most the amount in the message.',
    example:
      'The customer has credit of 10.00000000 cad, less than 25.00000000. Remove at most 10.00000000.',
  },
  external_id_taken: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Another customer, or another subscription, in this environment already has this `external_id`.',
    remedy:
      'Update the object named in the message, or use another `external_id` for this one. To move ' +
      'an ID to another object, clear it on the first one. The ID of a deleted customer can be reused.',
    example:
      'Customer cus_1001 already has the external_id "org_42". Update cus_1001, or use another external_id.',
  },
  customer_has_open_invoices: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A customer with a draft, posted or overdue invoice cannot be deleted.',
    remedy: 'Record payments for these invoices or void them, then delete the customer.',
    example:
      'Customer cus_1001 has 2 open invoices; record payments for them or void them before you delete the customer.',
  },
  customer_has_credit: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A customer with a credit balance cannot be deleted or erased: the credit would stay in the ' +
      'books without a customer.',
    remedy:
      'Refund the credit or write it off, remove it with `POST /v1/customers/:id/credit_transactions` ' +
      'and a negative amount in each currency named in the message, then delete the customer.',
    example:
      'Customer cus_1001 has credit of 12.50000000 cad. Remove it with a credit transaction of a negative amount, then delete the customer.',
  },
  seller_incomplete: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Invoices would not show who they are from or where to reply, and the account has ' +
      '`incomplete_seller` set to `refuse`.',
    remedy:
      'Set the fields listed in `errors` with `PATCH /v1/account`, or under Settings in the dashboard; the ' +
      'operator sets up the email server. With `incomplete_seller` set to `warn`, finalize succeeds ' +
      'and a dry run shows the same as `warnings`.',
    example:
      'You cannot finalize invoices until your business details are complete. Customers have no address to reply to. Set reply_to or email of the account.',
  },
  delivery_not_pending: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a pending webhook delivery can be skipped, and this one is not pending.',
    remedy: 'It does not hold back later events. To send it again, redeliver it.',
    example:
      'Delivery whd_01h2xcejqtf2nbrexx3vqjhp41 is delivered; only a pending one can be skipped.',
  },
  clock_advancing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The clock of this test environment is already advancing.',
    remedy:
      'Wait until it is done: GET /v1/test_clock?wait=30 responds when it is. To stop it, reset the ' +
      'environment.',
    example:
      'The clock is advancing to 2027-01-01T00:00:00.000Z. Wait until GET /v1/test_clock shows the status ready.',
  },
  environment_resetting: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The data of this test environment is being deleted. Until that is done, nothing can be written.',
    remedy: 'Wait until it is done: GET /v1/test_clock?wait=30 responds when it is.',
    example:
      'This test environment is being reset. Wait until GET /v1/test_clock shows the status ready.',
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another request with the same Idempotency-Key is still in progress.',
    remedy: 'Wait as long as `Retry-After` says, then retry.',
  },
} as const satisfies Record<string, CatalogueEntry>
