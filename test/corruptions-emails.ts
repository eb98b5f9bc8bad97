// Corruptions of emails by SQL, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** `id` returns the invoice that the test brought into a state. */
export function emailCorruptions(id: (state: string) => string): Corruption[] {
  const where = (state: string, column: string) =>
    `environment_id = 1 and ${column} = '${decodeId('inv', id(state))}'`
  const mail = (state: string, change: string) =>
    `update emails set ${change} where ${where(state, 'invoice_id')}`
  const set = (state: string, change: string) =>
    `update invoices set ${change} where ${where(state, 'id')}`

  const erased = `insert into customer_erasures (environment_id, customer_id, requested_at,
    documents_due_at, history_erased_at, documents_erased_at)
    select 1, customer_id, created_at, created_at, created_at, created_at from invoices
    where ${where('posted', 'id')}`

  return [
    [
      erased,
      ['erasures'],
      /customer \d+ was erased, but has a name.*INV-\d+ names customer \d+, who was erased/s,
    ],
    [mail('posted', 'customer_id = 7'), ['emails'], /is about invoice .* which is of customer \d+/],
    [
      mail('posted', `invoice_id = '${decodeId('inv', id('draft'))}'`),
      ['emails'],
      /which was never finalized.*has the email status outbox, but no email has it/s,
    ],
    [
      mail('posted', 'invoice_id = gen_random_uuid()'),
      ['emails'],
      /is about invoice .* which does not exist/,
    ],
    [
      `delete from emails where ${where('posted', 'invoice_id')}`,
      ['counters', 'emails'],
      /has the email status outbox, but no email has it/,
    ],
    [mail('posted', "status = 'failed'"), ['emails', 'mails'], /of a test environment is failed/],
    [
      set('posted', "email_status = 'no_address'"),
      ['emails', 'history'],
      /has the email status no_address, but an email contains it/,
    ],
    [
      set('posted', "email_status = 'sent'"),
      ['emails', 'history'],
      /has the email status sent, but no sent_at/,
    ],
    [
      set('posted', 'reminders_sent = 2'),
      ['reminders'],
      /counts 2 reminders, but there are 0 emails and 0 events/,
    ],
    [
      set('posted', 'payment_failed_at = created_at'),
      ['failed_payments', 'retry_plans'],
      /is posted and could not be charged since \S+, but its events say no time/,
    ],
    [
      set('posted', 'retry_at = created_at'),
      ['retry_plans'],
      /is posted and could be charged, but is tried again at \S+, and its retry plan ended at no time/,
    ],
    [
      set('posted', 'retry_ended_at = created_at'),
      ['retry_plans'],
      /and its retry plan ended at \S+Z/,
    ],
    [
      `with spoilt as (
         update environment_settings
         set profile = jsonb_set(profile::jsonb, '{retry_plan}', '{"days": ["x"], "at_hour": "x"}') where environment_id = 1)
       ${set('posted', 'payment_failed_at = created_at, retry_at = created_at')}`,
      ['failed_payments', 'retry_plans', 'settings'],
      /is tried again at \S+Z?, which is no step of its retry plan|retry_plan/,
    ],
    [
      set('posted', 'disputes = 1'),
      ['disputes'],
      /waits for 1 open disputes, but 0 took money off it/,
    ],
    [
      mail('posted', "kind = 'card_expiring', invoice_id = null"),
      ['card_emails', 'emails'],
      /is about the card .*, which cus_\d+ does not have/,
    ],
    [
      mail('posted', "kind = 'reminder'"),
      ['emails', 'mails', 'reminders'],
      /there are 1 emails and 0 events/,
    ],
    [
      mail('posted', "to_address = 'eve@eve.example'"),
      ['mails'],
      /it is for Maple <eve@eve\.example>, who is not a recipient of the invoice/,
    ],
    [
      mail('posted', "from_name = 'Eve'"),
      ['mails'],
      /it is from "Eve", which the settings never had/,
    ],
    [
      mail('posted', "reply_to = 'eve@eve.example'"),
      ['mails'],
      /replies go to "eve@eve\.example", which the settings never had/,
    ],
    [
      mail('posted', "message_id = 'other@localhost'"),
      ['mails'],
      /its Message-ID is other@localhost, but should be eml_/,
    ],
    [mail('posted', "language = 'fr'"), ['mails'], /it is in fr, but should be in en/],
    ["update invoice_documents set pdf = pdf || 'x'::bytea", ['pdfs'], /has other bytes than its/],
    ["update invoice_documents set standard = 'none'", ['pdfs'], /says that it is none/],
    [
      "update invoice_documents set kind = 'void'",
      ['pdfs'],
      /is stored, but its invoice is posted/,
    ],
    [
      `update invoice_documents set invoice_id = '${decodeId('inv', id('draft'))}'`,
      ['pdfs'],
      /is stored, but its invoice was never finalized/,
    ],
    [mail('posted', 'attached = true'), ['pdfs'], /contained a document of .* but none is stored/],
    [
      set('void_posted', "reminder_at = '2099-01-01'"),
      ['reminders'],
      /is void, but a reminder is planned/,
    ],
  ]
}
