// Ways to spoil emails by SQL, each with the checks that must find it and their messages.

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
      /customer \d+ was erased, but has a name.*INV-\d+ tells of customer \d+, who was erased/s,
    ],
    [mail('posted', 'customer_id = 7'), ['emails'], /is about invoice .* which is of customer \d+/],
    [
      mail('posted', `invoice_id = '${decodeId('inv', id('draft'))}'`),
      ['emails'],
      /which was never issued.*says that its mail is outbox, but none is/s,
    ],
    [
      mail('posted', 'invoice_id = gen_random_uuid()'),
      ['emails'],
      /is about invoice .* which does not exist/,
    ],
    [
      `delete from emails where ${where('posted', 'invoice_id')}`,
      ['counters', 'emails'],
      /says that its mail is outbox, but none is/,
    ],
    [mail('posted', "status = 'failed'"), ['emails', 'mails'], /of a test environment is failed/],
    [
      set('posted', "email_status = 'no_address'"),
      ['emails', 'history'],
      /says that there is no address, but a mail brings it/,
    ],
    [
      set('posted', "email_status = 'sent'"),
      ['emails', 'history'],
      /says that it was sent, but not when/,
    ],
    [
      set('posted', 'reminders_sent = 2'),
      ['reminders'],
      /counts 2 reminders, but there are 0 mails and 0 events/,
    ],
    [
      mail('posted', "kind = 'reminder'"),
      ['emails', 'mails', 'reminders'],
      /there are 1 mails and 0 events/,
    ],
    ["update invoice_documents set pdf = pdf || 'x'::bytea", ['pdfs'], /has other bytes than its/],
    ["update invoice_documents set standard = 'none'", ['pdfs'], /says that it is none/],
    ["update invoice_documents set kind = 'void'", ['pdfs'], /is kept, but its invoice is posted/],
    [
      `update invoice_documents set invoice_id = '${decodeId('inv', id('draft'))}'`,
      ['pdfs'],
      /is kept, but its invoice was never finalized/,
    ],
    [mail('posted', 'attached = true'), ['pdfs'], /brought a document of .* but none is kept/],
    [
      set('void_posted', "reminder_at = '2099-01-01'"),
      ['reminders'],
      /is void, but a reminder is planned/,
    ],
  ]
}
