// Verification's rules about mails: each is about something that exists, and agrees with the invoice.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

export const emails: SetCheck = {
  name: 'emails',
  about:
    'each email is about a finalized invoice or its credit note, with the same email status; test environments send none',
  what: 'emails',
  from: (id) => sql`emails where environment_id = ${id}`,
  found: (id) => sql`
    select format('email %s is about invoice %s, which %s', m.id, m.invoice_id,
      case when i.id is null then 'does not exist'
           when i.finalized_at is null then 'was never finalized'
           else 'is of customer ' || i.customer_id end) as message
    from emails m
    left join invoices i on i.environment_id = ${id} and i.id = m.invoice_id
    where m.environment_id = ${id} and m.kind not in ('price_change', 'card_expiring')
      and (i.id is null or i.finalized_at is null or i.customer_id <> m.customer_id)
    union all
    select format('%s has the email status %s, but no email has it', i.number, i.email_status)
    from invoices i
    where i.environment_id = ${id} and i.email_status not in ('no_address') and not exists (
      select 1 from emails m
      where m.environment_id = ${id} and m.invoice_id = i.id and m.kind = 'invoice'
        and m.status = i.email_status)
    union all
    select format('%s was finalized at %s, but no email of that time contains it', i.number, i.finalized_at)
    from invoices i
    where i.environment_id = ${id} and i.email_status is not null
      and i.snapshot #>> '{customer,email}' <> '' and not exists (
        select 1 from emails m
        where m.environment_id = ${id} and m.invoice_id = i.id and m.kind = 'invoice'
          and m.created_at = i.finalized_at)
    union all
    select format('%s has the email status no_address, but an email contains it', i.number)
    from invoices i
    where i.environment_id = ${id} and i.email_status = 'no_address' and exists (
      select 1 from emails m
      where m.environment_id = ${id} and m.invoice_id = i.id and m.kind = 'invoice')
    union all
    select format('%s has the email status sent, but no sent_at', i.number)
    from invoices i
    where i.environment_id = ${id} and i.email_status = 'sent' and i.sent_at is null
    union all
    select format('email %s is about credit note %s, which is not of its invoice', m.id, m.credit_note_id)
    from emails m
    where m.environment_id = ${id} and m.credit_note_id is not null and not exists (
      select 1 from credit_notes n
      where n.environment_id = ${id} and n.id = m.credit_note_id and n.invoice_id = m.invoice_id)
    union all
    select format('%s has the email status %s, but no email has it', n.number, n.email_status)
    from credit_notes n
    where n.environment_id = ${id} and n.email_status not in ('no_address') and not exists (
      select 1 from emails m
      where m.environment_id = ${id} and m.credit_note_id = n.id and m.status = n.email_status)
    union all
    select format('%s has the email status no_address, but an email contains it', n.number)
    from credit_notes n
    where n.environment_id = ${id} and n.email_status = 'no_address' and exists (
      select 1 from emails m where m.environment_id = ${id} and m.credit_note_id = n.id)
    union all
    select format('%s has the email status sent, but no sent_at', n.number)
    from credit_notes n
    where n.environment_id = ${id} and n.email_status = 'sent' and n.sent_at is null
    union all
    select format('email %s of a test environment is %s', m.id, m.status)
    from emails m join environments e on e.id = m.environment_id
    where m.environment_id = ${id} and e.mode = 'test' and m.status <> 'outbox'`,
}

export const reminders: SetCheck = {
  name: 'reminders',
  about:
    'each reminder is an email and an event, and is counted; none is planned for drafts, paid or void invoices',
  what: 'reminders',
  from: (id) => sql`emails where environment_id = ${id} and kind = 'reminder'`,
  found: (id) => sql`
    select format('%s counts %s reminders, but there are %s emails and %s events', i.number,
                  i.reminders_sent, coalesce(mails.count, 0), coalesce(told.count, 0)) as message
    from invoices i
    left join (
      select m.invoice_id, count(*) from emails m
      where m.environment_id = ${id} and m.kind = 'reminder' group by 1) mails
      on mails.invoice_id = i.id
    left join (
      select e.object ->> 'number' as number, count(*) from events e
      where e.environment_id = ${id} and e.type = 'invoice.reminded' group by 1) told
      on told.number = i.number
    where i.environment_id = ${id} and (i.reminders_sent <> coalesce(mails.count, 0)
      or i.reminders_sent <> coalesce(told.count, 0))
    union all
    select format('%s is %s, but a reminder is planned', i.number, i.status)
    from invoices i
    where i.environment_id = ${id} and i.reminder_at is not null
      and i.status in ('draft', 'paid', 'void')`,
}
