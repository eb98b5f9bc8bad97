-- The rows of POST /v1/invoices, written by one statement: counters, invoice, lines, event, key, audit entry.
\set environment random(:first_environment, :last_environment)
\set customer :first_customer + (:environment - :first_environment) * 10 + random(0, 9)
with ids as materialized (
  select uuidv7() as invoice_id, uuidv7() as event_id
), counter as (
  update environment_counters
  set event_sequence = event_sequence + 1, draft_number = draft_number + 1,
      invoices_count = invoices_count + 1
  where environment_id = :environment::int
  returning environment_id, event_sequence, draft_number
), claimed as (
  insert into idempotency_keys (environment_id, key, fingerprint, status, event_id, created_at)
  select :environment::int, replace(gen_random_uuid()::text, '-', ''), :fingerprint::bytea, 201,
    ids.event_id, now()
  from ids
), invoice as (
  insert into invoices (environment_id, id, customer_id, status, number, currency, due_date,
    due_date_set, notes, metadata, subtotal, tax, total, amount_due, amount_paid, created_at,
    updated_at)
  select counter.environment_id, ids.invoice_id, :customer::bigint, 'draft',
    'INV-9' || lpad(counter.draft_number::text, 11, '0'), 'cad', current_date + 30, false, '',
    '{"po":"A-17"}', 12697, 0, 12697, 12697, 0, now(), now()
  from counter, ids
), lines as (
  insert into invoice_lines (environment_id, invoice_id, position, description, quantity,
    unit_price, amount, id)
  select :environment::int, ids.invoice_id, l.position, l.description, l.quantity, l.unit_price,
    l.quantity * l.unit_price, gen_random_uuid()
  from ids, (values (1, 'Seats, December', 3, 1999), (2, 'Base fee', 1, 4900),
    (3, 'Storage, GB', 120, 15)) as l (position, description, quantity, unit_price)
), audited as (
  insert into audit_log (environment_id, id, created_at, actor, actor_label, address, request_id,
    action, object_id)
  select :environment::int, uuidv7(), now(), 'svc_test_' || :environment::int, 'Bench', '127.0.0.1',
    'req_' || replace(gen_random_uuid()::text, '-', ''), 'createInvoice', :object_id::text
)
insert into events (environment_id, sequence, id, type, object_id, customer_id, object, created_at)
select counter.environment_id, counter.event_sequence, ids.event_id, 'invoice.created',
  :object_id::text, :customer::bigint, :object::json, now()
from counter, ids;
