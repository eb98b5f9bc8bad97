// Verification's rules about whole sets of rows: series, feed, counters, references. All in SQL.

import { RECORDED } from '../../domain/event.ts'
import { COUNTED } from '../../domain/resource-lists.ts'
import { empty, join, plain, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'
import { cardEmails } from './store-cards.ts'
import { failedPayments } from './store-collecting.ts'
import { pdfs } from './store-documents.ts'
import { emails, reminders } from './store-emails.ts'
import { erasures } from './store-erasures.ts'
import { invoiceItems } from './store-invoice-items.ts'
import { migrations, priceEmails } from './store-migrations.ts'
import {
  creditNoteNumbers,
  draftNumbers,
  invoiceNumbers,
  relatedInvoices,
} from './store-numbers.ts'
import { pricesNamed } from './store-prices.ts'
import { retryPlans } from './store-retries.ts'
import { clocks, logos, settings } from './store-settings.ts'
import { snapshots } from './store-snapshots.ts'
import { strays } from './store-strays.ts'
import { subscriptions } from './store-subscriptions.ts'
import { attempts, webhooks } from './store-webhooks.ts'

const eventSequence: SetCheck = {
  name: 'events',
  about:
    'the feed is numbered from 1 to the counter, and each event is about an object of its type',
  what: 'events',
  from: (id) => sql`events where environment_id = ${id}`,
  found: (id) => sql`
    select format('the sequence goes from %s to %s', before, sequence) as message
    from (select sequence, lag(sequence, 1, 0) over (order by sequence) as before
          from events where environment_id = ${id}) feed
    where sequence <> before + 1
    union all
    select format('the counter is %s, but the last event is %s', event_sequence, last)
    from environment_counters, lateral (
      select coalesce(max(sequence), 0) as last from events where environment_id = ${id}) feed
    where environment_id = ${id} and last <> event_sequence
    union all
    select format('event %s, %s, is about %s, which it cannot be', sequence, type, object_id)
    from events where environment_id = ${id} and not exists (
      select from unnest(${plain(RECORDED.map(([name]) => name))}::text[],
        ${plain(RECORDED.map(([, { prefix = '' }]) => prefix))}::text[]) as known (noun, prefix)
      where noun = split_part(type, '.', 1) and prefix = split_part(object_id, '_', 1))`,
}

const counterOf = (id: number, { counter, table, counted }: (typeof COUNTED)[number]): Sql => sql`
  select ${counter}::text as name, ${raw(counter)} as counted, (
    select count(*) from ${raw(table)} where environment_id = ${id}
      ${counted === 'present' ? sql`and deleted_at is null` : empty}) as found
  from environment_counters where environment_id = ${id}`

const counters: SetCheck = {
  name: 'counters',
  about: 'the counters match the rows',
  what: 'counters',
  from: () => sql`unnest(${plain(COUNTED.map(({ counter }) => counter))}::text[])`,
  found: (id) => sql`
    select format('%s is %s, but there are %s', name, counted, found) as message
    from (${join(
      COUNTED.map((each) => counterOf(id, each)),
      ' union all ',
    )}) each
    where counted <> found
    union all
    select 'there is no counter row' where not exists (
      select from environment_counters where environment_id = ${id})`,
}

const idempotency: SetCheck = {
  name: 'idempotency',
  about: 'every idempotency key refers to an event that exists, or holds its response',
  what: 'idempotency keys',
  from: (id) => sql`idempotency_keys where environment_id = ${id}`,
  found: (id) => sql`
    select case when k.event_id is null then format('%s holds no response', k.key)
                else format('%s refers to an event that does not exist', k.key) end as message
    from idempotency_keys k
    left join events e on e.environment_id = ${id} and e.id = k.event_id
    where k.environment_id = ${id} and e.id is null
      and (k.event_id is not null or k.body is null or k.object_id is null)
    union all
    select format('%s refers to event %s, as %s does', max(key), event_id, min(key))
    from idempotency_keys where environment_id = ${id} and event_id is not null
    group by event_id having count(*) > 1
    union all
    select format('%s has the status %s for %s', k.key, k.status, e.type)
    from idempotency_keys k
    join events e on e.environment_id = ${id} and e.id = k.event_id
    where k.environment_id = ${id}
      and k.status <> case
        when e.type like '%.created' or e.type in ('credit_note.issued', 'payment.pending') then 201 else 200 end
      and not (k.status = 201
        and e.type in ('invoice.finalized', 'invoice.paid', 'subscription.started') and exists (
        select from events made
        where made.environment_id = ${id} and made.object_id = e.object_id
          and made.type = split_part(e.type, '.', 1) || '.created'
          and made.created_at = e.created_at))
      -- A new version is made by a PATCH.
      and not (k.status = 200 and e.type = 'price.created' and e.object ->> 'replaces' is not null)
    union all
    select format('%s has a response next to its event, a response of another object, or an invalid fingerprint', key)
    from idempotency_keys
    where environment_id = ${id} and (octet_length(fingerprint) <> 32
      or (event_id is not null and (body is not null or object_id is not null))
      or (body is not null and body ->> 'id' is not null
        and object_id not in (body ->> 'id', 'cus_' || (body ->> 'id'))))`,
}

const references: SetCheck = {
  name: 'references',
  about: 'references exist, and no deleted customer has a draft or an outstanding invoice',
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
    select format('line %s of invoice %s has product %s, which does not exist',
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
          select from payments p where p.environment_id = ${id}
            and (p.invoice_id = i.id or i.id::text = any(p.allocated_to))
            and p.reversed_at >= c.deleted_at)))
    union all
    select format('a balance has customer %s, who does not exist', b.customer_id)
    from customer_balances b
    left join customers c on c.environment_id = ${id} and c.id = b.customer_id
    where b.environment_id = ${id} and c.id is null`,
}

const balances: SetCheck = {
  name: 'balances',
  about: 'no credit balance is negative',
  what: 'balances',
  from: (id) => sql`customer_balances where environment_id = ${id}`,
  found: (id) => sql`
    select format('cus_%s has %s %s', customer_id, balance, currency) as message
    from customer_balances where environment_id = ${id} and balance < 0`,
}

export const SET_CHECKS = [
  invoiceNumbers,
  draftNumbers,
  creditNoteNumbers,
  relatedInvoices,
  eventSequence,
  counters,
  idempotency,
  references,
  strays,
  balances,
  webhooks,
  attempts,
  clocks,
  settings,
  logos,
  snapshots,
  pricesNamed,
  subscriptions,
  invoiceItems,
  migrations,
  priceEmails,
  pdfs,
  emails,
  reminders,
  failedPayments,
  retryPlans,
  cardEmails,
  erasures,
]
