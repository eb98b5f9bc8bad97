// The errors of what cannot be done in the state that things are in (409).

import type { CatalogueEntry } from './error-entry.ts'

export const CONFLICTS = {
  api_key_ended: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The API key was revoked, or its time is over, so there is nothing to roll.',
    remedy: 'Create a new key with the scopes it needs.',
    example:
      'The API key svc_test_4bVq0ZsT1uXw9KdE is revoked and cannot be rolled. Create a new one.',
  },
  webhook_endpoints_full: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The environment has as many webhook endpoints as it may: each is sent every event that it wants.',
    remedy:
      'Delete an endpoint that is not needed, or have one receiver pass events on to the others.',
    example:
      'This environment has 50 webhook endpoints, and may have 50. Delete one that is not needed, or have one receiver pass events on.',
  },
  second_factor_exists: {
    status: 409,
    type: 'conflict_error',
    meaning: 'There is a second factor already, and everybody has one.',
    remedy: 'Turn it off first, with the password and a code, then set up the other one.',
  },
  second_factor_missing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'There is no second factor, and this takes one.',
    remedy: 'Set one up on the profile page.',
  },
  member_exists: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Somebody with this mail address is a member of the account, or invited, already.',
    remedy: 'Change the role of that member, or make a new link for them.',
  },
  last_owner: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The account would be left without an owner who has joined.',
    remedy: 'Make somebody else an owner first.',
  },
  member_elsewhere: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The person belongs to another account of this installation as well. Whoever sets their ' +
      'password could act there, so a member of this account alone may not.',
    remedy:
      'They sign in with the password they have; whoever runs the installation makes a link by ' +
      'the command reckoner owner-link.',
  },
  time_zone_held: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Entries of the ledger that an older version wrote are being given the day they lie on, in the ' +
      'time zone they were posted in. Until that is through it cannot change.',
    remedy: 'Try again in a few minutes. reckoner doctor says how many entries are left.',
    example:
      'The time zone stays America/Toronto for the moment: entries of the ledger that an older ' +
      'version wrote are being given their days in it. Try again in a few minutes.',
  },
  invoice_not_draft: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a draft can be updated or finalized, and this invoice has left that state.',
    remedy:
      'What has been issued never changes. To correct it, void the invoice and create another one.',
    example:
      'Invoice INV-000042 is posted; only a draft can be updated. Void it, and create another one.',
  },
  invoice_not_voidable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice is void already.',
    remedy:
      'Nothing is left to do. To retry a void safely, send the same Idempotency-Key again: the ' +
      'first answer is then repeated.',
    example: 'Invoice INV-000042 is void already and cannot be voided again.',
  },
  invoice_not_sendable: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A draft has not been issued yet and a void invoice is no longer owed; neither is sent.',
    remedy: 'Finalize a draft: that sends it. What was voided stays as it is.',
    example: 'Invoice INV-000042 is void; only what was issued and not voided can be sent.',
  },
  invoice_not_issued: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The invoice was never issued, so it has no hosted page.',
    remedy: 'Finalize the draft; the answer then carries its `hosted_url`.',
    example:
      'Invoice INV-900000000042 is draft and was never issued, so it has no hosted page. Finalize it first.',
  },
  email_address_missing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'There is no e-mail address to send this to.',
    remedy: 'Give the customer an address, or name one in `to`.',
    example:
      'Customer cus_1001 has no e-mail address to send invoice INV-000042 to. Give the customer one, or name an address in "to".',
  },
  invoice_has_payments: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Money was paid on this invoice, so it cannot be voided.',
    remedy: 'Reverse its payments first if they never happened; otherwise leave the invoice.',
    example:
      'Invoice INV-000042 has been paid in part or in full; only one without payments can be voided. Reverse its payments first.',
  },
  first_invoice_number_taken: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'The number of the first invoice can be changed only until an invoice is issued, because ' +
      'numbers follow each other without a gap.',
    remedy: 'Leave it as it is. The next invoice bears the number after the last one.',
    example:
      'The first number cannot become 5000: an invoice with the number 42 is issued already, and numbers follow each other without a gap.',
  },
  invoice_not_payable: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The state of this invoice takes no payment: only a posted or overdue one does.',
    remedy: 'Finalize a draft first. A paid invoice needs no more, a void one asks for nothing.',
    example: 'Invoice INV-000042 is void; only one that is posted or overdue can be paid.',
  },
  payment_exceeds_amount_due: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The payment is larger than what remains to be paid on the invoice.',
    remedy:
      'Record at most what the message says remains. What came beyond it can be granted to the customer as credit.',
    example:
      'CA$60.00 is more than the CA$59.97 that remain on invoice INV-000042. Record at most 5997.',
  },
  payment_already_reversed: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The payment was reversed before, and counts for nothing since then.',
    remedy: 'Nothing is left to do. If the money came after all, record a new payment.',
    example: 'This payment has been reversed already; a payment is reversed once.',
  },
  credit_exceeds_balance: {
    status: 409,
    type: 'conflict_error',
    meaning: 'More credit would be taken back than the customer has in this currency.',
    remedy: 'Take back at most what the message says there is.',
    example:
      'The customer has 10.00000000 cad, less than the 25.00000000 to be taken back. Take back at most that.',
  },
  external_id_taken: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another customer of the environment has this `external_id`, and only one can.',
    remedy:
      'Update the customer that the message names, or give this one another `external_id`. To move an ' +
      'ID from one customer to another, clear it there first. What a deleted customer had is free.',
    example:
      'Customer cus_1001 has the external_id "org_42". Update cus_1001, or give this customer another one.',
  },
  customer_has_open_invoices: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A customer with a draft, posted or overdue invoice cannot be deleted.',
    remedy: 'Settle or void the open invoices of the customer, then delete it.',
    example:
      'Customer cus_1001 has 2 open invoices; settle or void what is open before deleting the customer.',
  },
  customer_has_credit: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'A customer who is owed credit is neither deleted nor erased: the debt would stay in the books, ' +
      'owed to nobody.',
    remedy:
      'Pay the credit out or let it go, take it back by `POST /v1/customers/:id/credit_transactions` ' +
      'with a negative amount in each currency that the message names, then delete the customer.',
    example:
      'Customer cus_1001 is owed credit of 12.50000000 cad. Take it back with a credit transaction of a negative amount, then delete the customer.',
  },
  seller_incomplete: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'Invoices would not say who they are from or where to answer, and the account has `incomplete_seller` ' +
      'set to `refuse`.',
    remedy:
      'Set what `errors` names by `PATCH /v1/account`, or in the settings of the dashboard; ' +
      'a mail server is set where the service runs. With `incomplete_seller` set to `warn`, finalize goes ' +
      'through and a dry run tells the same as `warnings`.',
    example:
      'The account refuses to finalize while something is missing of the seller. Customers have no address to reply to. Set reply_to or email of the account.',
  },
  delivery_not_pending: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a pending webhook delivery can be skipped, and this one has ended already.',
    remedy: 'Nothing holds back later events of its object. To send it again, redeliver it.',
    example:
      'Delivery whd_01h2xcejqtf2nbrexx3vqjhp41 is delivered; only a pending one can be skipped.',
  },
  clock_advancing: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The clock of this test environment is on its way already.',
    remedy:
      'Wait until it has arrived: GET /v1/test_clock?wait=30 answers when it has. A reset ends an ' +
      'advance that nobody wants to wait for.',
    example:
      'The clock is on its way to 2027-01-01T00:00:00.000Z. Wait until GET /v1/test_clock says that it is ready.',
  },
  environment_resetting: {
    status: 409,
    type: 'conflict_error',
    meaning:
      'This test environment is being erased, and until that is done nothing can be written.',
    remedy: 'Wait until it is done: GET /v1/test_clock?wait=30 answers when it is.',
    example:
      'This test environment is being reset. Wait until GET /v1/test_clock says that it is ready.',
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Another request with the same Idempotency-Key is still being worked on.',
    remedy: 'Wait for as long as `Retry-After` says, then send the same request again.',
  },
} as const satisfies Record<string, CatalogueEntry>
