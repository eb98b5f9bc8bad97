// Resources of billing: names, scopes and events.

import type { Resource } from './resource.ts'

export const BILLING = {
  invoice: {
    prefix: 'inv',
    path: 'invoices',
    scope: 'invoices',
    page: 'Invoices',
    about: 'Drafts, finalized invoices and their documents.',
    en: { one: 'invoice', many: 'invoices' },
    fr: { one: 'facture', many: 'factures', feminine: true },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      collection_ended: {
        when: 'The retry plan of the invoice ended without payment, after its last attempt or with its subscription.',
        changes: false,
      },
      created: { when: 'A draft is created.', changes: false },
      credit_note_voided: {
        when: 'A credit note of the invoice is voided, and the amount that it credited is due again.',
        changes: true,
      },
      credited: {
        when: 'A credit note corrects the invoice; `invoice.paid` follows if nothing remains.',
        changes: true,
      },
      finalized: {
        when: 'A draft is finalized: it gets its definitive number, and its amounts and texts are frozen.',
        changes: true,
      },
      overdue: {
        when: 'The due date of an open invoice ends, in the time zone of the account, or a reversed payment reopens an invoice after its due date.',
        changes: true,
      },
      paid: {
        when: 'A payment or a credit note covers the balance due, or an invoice with nothing due is finalized.',
        changes: true,
      },
      partially_paid: { when: 'A payment is recorded and a balance is still due.', changes: true },
      payment_failed: {
        when: 'An automatic payment of the invoice is declined, or the customer has to confirm it.',
        changes: false,
      },
      payment_reversed: {
        when: 'A payment of the invoice is reversed or deallocated, and its amount is due again.',
        changes: true,
      },
      reminded: {
        when: 'A payment reminder is sent to the customer, on a day set by `reminder_days`.',
        changes: false,
      },
      send_failed: {
        when: 'The email with the invoice has failed: the email server rejected it, or could not be reached for two days. Live environments only.',
        changes: true,
      },
      sent: {
        when: 'The email server accepts the email with the invoice. Live environments only.',
        changes: true,
      },
      updated: {
        when: 'A draft is updated, an invoice is sent again, or its hosted page gets another link.',
        changes: true,
      },
      voided: {
        when: 'An invoice is voided; credit applied to it is restored.',
        changes: true,
      },
      write_off_reversed: {
        when: 'A write-off is reversed, by hand or because a payment, credit, a credit note or voiding recovers it.',
        changes: true,
      },
      written_off: {
        when: 'An amount of the invoice is written off as bad debt; its status stays.',
        changes: true,
      },
    },
  },
  credit_note: {
    prefix: 'cn',
    path: 'credit_notes',
    scope: 'credit_notes',
    page: 'Credit notes',
    about: 'Documents that correct finalized invoices.',
    en: { one: 'credit note', many: 'credit notes' },
    fr: { one: 'avoir', many: 'avoirs' },
    counted: 'all',
    hasPage: true,
    searched: true,
    events: {
      issued: {
        when: 'A credit note is issued; `invoice.credited` follows if less is due then.',
        changes: false,
      },
      send_failed: {
        when: 'The email with the credit note has failed: the email server rejected it, or could not be reached for two days. Live environments only.',
        changes: true,
      },
      sent: {
        when: 'The email server accepts the email with the credit note. Live environments only.',
        changes: true,
      },
      updated: { when: 'A credit note is sent by email.', changes: true },
      voided: {
        when: 'A credit note is voided; `invoice.credit_note_voided` follows if more is due then.',
        changes: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, Resource>>
