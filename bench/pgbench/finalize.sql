-- The rows of POST /v1/invoices/:id/finalize, written by one statement, each draft once.
\set n :n + :clients
\set draft :n + :client_id
with counter as (
  update environment_counters
  set event_sequence = event_sequence + 1, invoice_number = invoice_number + 1
  where environment_id = :environment::int
  returning environment_id, event_sequence, invoice_number
), issued as (
  update invoices i
  set status = 'posted', number = 'INV-' || lpad(counter.invoice_number::text, 6, '0'),
      due_date = current_date + 30, overdue_at = current_date + 31, updated_at = now(),
      finalized_at = now(), snapshot = :snapshot::json, derivation = :derivation::json
  from counter
  where i.environment_id = :environment::int
    and i.id = ('01930000-0000-7000-8000-' || lpad(to_hex(:draft::bigint), 12, '0'))::uuid
    and i.status = 'draft'
), ids as materialized (
  select uuidv7() as event_id
), claimed as (
  insert into idempotency_keys (environment_id, key, fingerprint, status, event_id, created_at)
  select :environment::int, replace(gen_random_uuid()::text, '-', ''), :fingerprint::bytea, 200,
    ids.event_id, now()
  from ids
)
insert into events (environment_id, sequence, id, type, object_id, object, created_at)
select counter.environment_id, counter.event_sequence, ids.event_id, 'invoice.finalized',
  :object_id::text, :object::json, now()
from counter, ids;
