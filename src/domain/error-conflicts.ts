// The errors of what cannot be done in the state that things are in (409).

import type { CatalogueEntry } from './error-catalogue.ts'

export const CONFLICTS = {
  api_key_ended: {
    status: 409,
    type: 'conflict_error',
    meaning: 'The API key was revoked, or its time is over, so there is nothing to roll.',
    remedy: 'Create a new key with the scopes it needs.',
    example:
      'The API key svc_test_4bVq0ZsT1uXw9KdE is revoked and cannot be rolled. Create a new one.',
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
  invoice_not_draft: {
    status: 409,
    type: 'conflict_error',
    meaning: 'Only a draft can be updated or finalized, and this invoice has left that state.',
    remedy:
      'What has been issued never changes. To correct it, void the invoice and create another one.',
    example: 'Invoice INV-000042 is posted; only a draft can be updated.',
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
    example: 'Invoice INV-000042 has been paid in part or in full and can no longer be voided.',
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
  customer_has_open_invoices: {
    status: 409,
    type: 'conflict_error',
    meaning: 'A customer with a draft, posted or overdue invoice cannot be deleted.',
    remedy: 'Settle or void the open invoices of the customer, then delete it.',
    example:
      'Customer cus_1001 has 2 open invoices; settle or void what is open before deleting the customer.',
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
