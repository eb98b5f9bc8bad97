// Verification's rule about cards that expire: one event for each card, and one email to its customer.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { spelled } from './store-taxes.ts'

export const cardEmails: SetCheck = {
  name: 'card_emails',
  about: 'each email about a card that expires is about one of the customer, and the only one',
  what: 'emails about cards that expire',
  from: (id) => sql`emails where environment_id = ${id} and kind = 'card_expiring'`,
  found: (id) => sql`
    with mails as (
      select m.*, c.id as card, c.notice_at, r.customer_id is not null as erased,
        count(*) over (partition by m.facts ->> 'method') as times
      from emails m
      left join payment_methods c on c.environment_id = ${id} and c.customer_id = m.customer_id
        and c.id::text = m.facts ->> 'method'
      left join customer_erasures r on r.environment_id = ${id} and r.customer_id = m.customer_id
      where m.environment_id = ${id} and m.kind = 'card_expiring')
    select format('email %s is about the card %s, which cus_%s does not have', id, facts ->> 'method', customer_id) as message
    from mails where card is null
    union all
    select format('email %s is about the card %s, of which %s emails say that it expires', id, card, times)
    from mails where times > 1 or notice_at is not null
    union all
    select format('%s expires, which %s events say', object_id, count(*)) from events
    where environment_id = ${id} and type = 'payment_method.expiring' group by object_id having count(*) > 1
    union all
    select format('email %s has the figures of another kind, %s', id, facts ->> 'kind')
    from mails where facts ->> 'kind' is distinct from 'card_expiring'
    union all
    select format('email %s is in %s, from "%s", with the subject "%s" and the Message-ID %s', id, language, from_name, subject, message_id)
    from mails
    where language not in ('en', 'fr') or subject = ''
      or message_id <> 'eml_' || ${spelled(sql`id`)} || '@' || split_part(from_address, '@', 2)
      or message <> '' or cc_addresses::text <> '[]'
      or (erased and (to_name, to_address) is distinct from ('', 'erased@erased.invalid'))`,
}
