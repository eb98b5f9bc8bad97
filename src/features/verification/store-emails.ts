// Verification's rules about mails: each brings something that exists, and the invoice agrees.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './store-sets.ts'

export const emails: SetCheck = {
  name: 'emails',
  about: 'each mail is about an issued invoice, which says what became of it; none leaves a test',
  what: 'mails',
  from: (id) => sql`emails where environment_id = ${id}`,
  found: (id) => sql`
    select format('mail %s is about invoice %s, which %s', m.id, m.invoice_id,
      case when i.id is null then 'does not exist'
           when i.finalized_at is null then 'was never issued'
           else 'is of customer ' || i.customer_id end) as message
    from emails m
    left join invoices i on i.environment_id = ${id} and i.id = m.invoice_id
    where m.environment_id = ${id}
      and (i.id is null or i.finalized_at is null or i.customer_id <> m.customer_id)
    union all
    select format('%s says that its mail is %s, but none is', i.number, i.email_status)
    from invoices i
    where i.environment_id = ${id} and i.email_status not in ('no_address') and not exists (
      select 1 from emails m
      where m.environment_id = ${id} and m.invoice_id = i.id and m.kind = 'invoice'
        and m.status = i.email_status)
    union all
    select format('%s says that there is no address, but a mail brings it', i.number)
    from invoices i
    where i.environment_id = ${id} and i.email_status = 'no_address' and exists (
      select 1 from emails m
      where m.environment_id = ${id} and m.invoice_id = i.id and m.kind = 'invoice')
    union all
    select format('%s says that it was sent, but not when', i.number)
    from invoices i
    where i.environment_id = ${id} and i.email_status = 'sent' and i.sent_at is null
    union all
    select format('mail %s of a test environment is %s', m.id, m.status)
    from emails m join environments e on e.id = m.environment_id
    where m.environment_id = ${id} and e.mode = 'test' and m.status <> 'outbox'`,
}
