// Verification's rules about whole sets of rows: series, feed, counters, references. All in SQL.

import { type Sql, sql } from '../../platform/db/sql.ts'
import { emails, reminders } from './store-emails.ts'
import { erasures } from './store-erasures.ts'
import { logos, settings } from './store-settings.ts'

/** A rule about rows as a set: `from` is what it looks at, `found` gives a sentence a difference. */
export interface SetCheck {
  name: string
  about: string
  /** What is counted. */
  what: string
  from(environmentId: number): Sql
  found(environmentId: number): Sql
}

const digits = sql`substring(number from '^INV-([0-9]+)$')::numeric`

const first = (id: number) => sql`coalesce((
  select first_invoice_number from environment_settings where environment_id = ${id}), 1)`

const issuedNumbers: SetCheck = {
  name: 'numbers',
  about: 'issued invoices are numbered from the first to the counter, in the order of the feed',
  what: 'issued invoices',
  from: (id) => sql`invoices where environment_id = ${id} and finalized_at is not null`,
  found: (id) => sql`
    select case when n is null then format('%s is not the number of an issued invoice', number)
                when n = before then format('%s was issued twice', number)
                when n < before then format('%s comes before the first number, %s', number, before + 1)
                else format('the numbers from %s to %s are missing', before + 1, n - 1) end as message
    from (select number, ${digits} as n,
                 lag(${digits}, 1, ${first(id)} - 1) over (order by ${digits}) as before
          from invoices where environment_id = ${id} and finalized_at is not null) series
    where n is null or n <> before + 1
    union all
    select format('%s should be spelled INV-%s', number, lpad(n::text, greatest(6, length(n::text)), '0'))
    from (select number, ${digits} as n from invoices
          where environment_id = ${id} and finalized_at is not null) spelling
    where number <> 'INV-' || lpad(n::text, greatest(6, length(n::text)), '0')
    union all
    select format('the counter stands at %s, the highest issued number is %s', invoice_number, highest)
    from environment_counters, lateral (
      select coalesce(max(${digits}), ${first(id)} - 1) as highest from invoices
      where environment_id = ${id} and finalized_at is not null) top
    where environment_id = ${id} and highest <> invoice_number
    union all
    select format('event %s issues %s after %s', sequence, number, before)
    from (select sequence, object ->> 'number' as number,
                 lag(object ->> 'number') over (order by sequence) as before
          from events where environment_id = ${id} and type = 'invoice.finalized') feed
    where length(number) < length(before) or (length(number) = length(before) and number <= before)`,
}

const draftNumbers: SetCheck = {
  name: 'draft_numbers',
  about: 'what was never issued bears a provisional number of its own, up to the counter',
  what: 'invoices never issued',
  from: (id) => sql`invoices where environment_id = ${id} and finalized_at is null`,
  found: (id) => sql`
    select case when count(*) > 1 then format('%s is borne by %s invoices', number, count(*))
                when number !~ '^INV-9[0-9]{11}$' then format('%s is not provisional', number)
                else format('%s is beyond the counter, %s', number, draft_number) end as message
    from invoices i join environment_counters c on c.environment_id = i.environment_id
    where i.environment_id = ${id} and finalized_at is null group by number, draft_number
    having count(*) > 1 or number !~ '^INV-9[0-9]{11}$'
      or substring(number from 6)::numeric not between 1 and draft_number`,
}

const eventSequence: SetCheck = {
  name: 'events',
  about: 'the feed is numbered from 1 to the counter',
  what: 'events',
  from: (id) => sql`events where environment_id = ${id}`,
  found: (id) => sql`
    select format('the sequence goes from %s to %s', before, sequence) as message
    from (select sequence, lag(sequence, 1, 0) over (order by sequence) as before
          from events where environment_id = ${id}) feed
    where sequence <> before + 1
    union all
    select format('the counter stands at %s, the last event is %s', event_sequence, last)
    from environment_counters, lateral (
      select coalesce(max(sequence), 0) as last from events where environment_id = ${id}) feed
    where environment_id = ${id} and last <> event_sequence`,
}

const counters: SetCheck = {
  name: 'counters',
  about: 'the counter row agrees with the rows',
  what: 'counters',
  from: () => sql`generate_series(1, 9)`,
  found: (id) => sql`
    select format('%s stands at %s, but there are %s', name, counted, found) as message
    from (select 'customers_count' as name, customers_count as counted, (
            select count(*) from customers
            where environment_id = ${id} and deleted_at is null) as found
          from environment_counters where environment_id = ${id}
          union all
          select 'products_count', products_count, (
            select count(*) from products where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'invoices_count', invoices_count, (
            select count(*) from invoices where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'ledger_entries_count', ledger_entries_count, (
            select count(*) from ledger_entries where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'payments_count', payments_count, (
            select count(*) from payments where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'credit_transactions_count', credit_transactions_count, (
            select count(*) from credit_transactions where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'webhook_endpoints_count', webhook_endpoints_count, (
            select count(*) from webhook_endpoints
            where environment_id = ${id} and deleted_at is null)
          from environment_counters where environment_id = ${id}
          union all
          select 'webhook_deliveries_count', webhook_deliveries_count, (
            select count(*) from webhook_deliveries where environment_id = ${id})
          from environment_counters where environment_id = ${id}
          union all
          select 'emails_count', emails_count, (
            select count(*) from emails where environment_id = ${id})
          from environment_counters where environment_id = ${id}) each
    where counted <> found
    union all
    select 'there is no counter row' where not exists (
      select from environment_counters where environment_id = ${id})`,
}

const idempotency: SetCheck = {
  name: 'idempotency',
  about: 'every idempotency key names an event that exists, or holds its answer',
  what: 'idempotency keys',
  from: (id) => sql`idempotency_keys where environment_id = ${id}`,
  found: (id) => sql`
    select case when k.event_id is null then format('%s holds no answer', k.key)
                else format('%s names an event that does not exist', k.key) end as message
    from idempotency_keys k
    left join events e on e.environment_id = ${id} and e.id = k.event_id
    where k.environment_id = ${id} and e.id is null
      and (k.event_id is not null or k.body is null or k.object_id is null)`,
}

const references: SetCheck = {
  name: 'references',
  about: 'what is named exists, and no open invoice is left to a deleted customer',
  what: 'lines, invoices and balances',
  from: (id) => sql`(
    select environment_id from invoice_lines union all select environment_id from invoices
    union all select environment_id from customer_balances) named where environment_id = ${id}`,
  found: (id) => sql`
    select format('line %s belongs to invoice %s, which does not exist', l.position, l.invoice_id)
      as message
    from invoice_lines l
    left join invoices i on i.environment_id = ${id} and i.id = l.invoice_id
    where l.environment_id = ${id} and i.id is null
    union all
    select format('line %s of invoice %s names product %s, which does not exist',
                  l.position, l.invoice_id, l.product_id)
    from invoice_lines l
    left join products p on p.environment_id = ${id} and p.id = l.product_id
    where l.environment_id = ${id} and l.product_id is not null and p.id is null
    union all
    select format('%s names customer %s, %s', i.number, i.customer_id,
      case when c.id is null then 'who does not exist' else 'who was deleted' end)
    from invoices i
    left join customers c on c.environment_id = ${id} and c.id = i.customer_id
    where i.environment_id = ${id} and (c.id is null
      or (c.deleted_at is not null and i.status in ('draft', 'posted', 'overdue')
        -- A cheque may bounce after the customer has gone.
        and not exists (
          select from payments p where p.environment_id = ${id} and p.invoice_id = i.id
            and p.reversed_at >= c.deleted_at)))
    union all
    select format('a balance names customer %s, who does not exist', b.customer_id)
    from customer_balances b
    left join customers c on c.environment_id = ${id} and c.id = b.customer_id
    where b.environment_id = ${id} and c.id is null`,
}

const balances: SetCheck = {
  name: 'balances',
  about: 'no customer is owed less than nothing',
  what: 'balances',
  from: (id) => sql`customer_balances where environment_id = ${id}`,
  found: (id) => sql`
    select format('cus_%s has %s %s', customer_id, balance, currency) as message
    from customer_balances where environment_id = ${id} and balance < 0`,
}

const webhooks: SetCheck = {
  name: 'webhooks',
  about: 'each delivery is of an event that exists, once, to an endpoint that has read so far',
  what: 'deliveries',
  from: (id) => sql`webhook_deliveries where environment_id = ${id}`,
  found: (id) => sql`
    select format('delivery %s is of event %s at %s, which does not exist', d.id, d.event_id, d.sequence)
      as message
    from webhook_deliveries d
    left join events e on e.environment_id = ${id} and e.sequence = d.sequence
      and e.id = d.event_id and e.type = d.event_type and e.object_id = d.object_id
    where d.environment_id = ${id} and e.id is null
    union all
    select format('endpoint %s has %s deliveries of event %s', endpoint_id, count(*), sequence)
    from webhook_deliveries where environment_id = ${id}
    group by endpoint_id, sequence having count(*) > 1
    union all
    select format('delivery %s is to endpoint %s, which %s', d.id, d.endpoint_id,
      case when w.id is null then 'does not exist' else 'has not read so far' end)
    from webhook_deliveries d
    left join webhook_endpoints w on w.environment_id = ${id} and w.id = d.endpoint_id
    where d.environment_id = ${id} and (w.id is null or w.cursor_sequence < d.sequence)
    union all
    select format('endpoint %s has read up to %s, but the last event is %s',
                  w.id, w.cursor_sequence, c.event_sequence)
    from webhook_endpoints w join environment_counters c on c.environment_id = ${id}
    where w.environment_id = ${id} and w.cursor_sequence > c.event_sequence
    union all
    select format('delivery %s is held back, but nothing before it is pending', d.id)
    from webhook_deliveries d
    where d.environment_id = ${id} and d.state = 'pending' and d.next_attempt_at is null
      and not exists (
        select 1 from webhook_deliveries earlier
        where earlier.environment_id = ${id} and earlier.endpoint_id = d.endpoint_id
          and earlier.object_id = d.object_id and earlier.state = 'pending'
          and earlier.sequence < d.sequence)
    union all
    select format('delivery %s counts %s attempts, but %s are kept', d.id, d.attempts, count(a.number))
    from webhook_deliveries d
    left join webhook_attempts a on a.environment_id = ${id} and a.delivery_id = d.id
    where d.environment_id = ${id}
    group by d.id, d.attempts having count(a.number) <> d.attempts`,
}

export const SET_CHECKS = [
  issuedNumbers,
  draftNumbers,
  eventSequence,
  counters,
  idempotency,
  references,
  balances,
  webhooks,
  settings,
  logos,
  emails,
  reminders,
  erasures,
]
