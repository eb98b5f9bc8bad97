-- The rows of POST /v1/invoices/:id/finalize, written by one statement, each draft once.
\set n :n + :clients
\set draft :n + :client_id
with counter as (
  update environment_counters
  set event_sequence = event_sequence + 1, invoice_number = invoice_number + 1,
      ledger_entries_count = ledger_entries_count + 1, emails_count = emails_count + 1
  where environment_id = :environment::int
  returning environment_id, event_sequence, invoice_number
), issued as (
  update invoices i
  set status = 'posted', number = 'INV-' || lpad(counter.invoice_number::text, 6, '0'),
      due_date = current_date + 30, overdue_at = current_date + 31, updated_at = now(),
      finalized_at = now(), snapshot = :snapshot::json, derivation = :derivation::json,
      hosted_token = replace(gen_random_uuid()::text, '-', ''), email_status = 'outbox',
      reminder_at = now() + interval '27 days'
  from counter
  where i.environment_id = :environment::int
    and i.id = ('01930000-0000-7000-8000-' || lpad(to_hex(:draft::bigint), 12, '0'))::uuid
    and i.status = 'draft'
  returning i.environment_id, i.id, i.customer_id, i.total
), ids as materialized (
  select uuidv7() as event_id, uuidv7() as entry_id, uuidv7() as email_id
), entry as (
  insert into ledger_entries (environment_id, id, kind, object_id, customer_id, invoice_id, currency,
    created_at, day, value_date)
  select issued.environment_id, ids.entry_id, 'invoice_finalized', issued.id, issued.customer_id,
    issued.id, 'cad', now(), current_date, current_date
  from issued, ids
), postings as materialized (
  select issued.environment_id, p.account, p.sign * issued.total / 100.0 as amount
  from issued, (values ('receivable', 1), ('revenue', -1)) as p (account, sign)
), posted as (
  insert into ledger_postings (environment_id, entry_id, account, amount)
  select postings.environment_id, ids.entry_id, postings.account, postings.amount
  from postings, ids
), summed as (
  insert into ledger_days (environment_id, day, account, currency, debit, credit)
  select environment_id, current_date, account, 'cad', greatest(amount, 0), greatest(-amount, 0)
  from postings
  on conflict (environment_id, day, account, currency, dimension) do update
    set debit = ledger_days.debit + excluded.debit, credit = ledger_days.credit + excluded.credit
), mail as (
  insert into emails (environment_id, id, kind, status, invoice_id, customer_id, to_name, to_address,
    from_name, from_address, reply_to, language, message_id, subject, facts, attempts, created_at)
  select issued.environment_id, ids.email_id, 'invoice', 'outbox', issued.id, issued.customer_id,
    'Customer', 'billing@example.com', 'Default', 'billing@localhost', '', 'en',
    '<' || ids.email_id || '@localhost>', 'Invoice from Default', '{"amount_remaining":12697}', 0,
    now()
  from issued, ids
), claimed as (
  insert into idempotency_keys (environment_id, key, fingerprint, status, event_id, created_at)
  select :environment::int, replace(gen_random_uuid()::text, '-', ''), :fingerprint::bytea, 200,
    ids.event_id, now()
  from ids
), audited as (
  insert into audit_log (environment_id, id, created_at, actor, actor_label, address, request_id,
    action, object_id)
  select :environment::int, uuidv7(), now(), 'svc_test_' || :environment::int, 'Bench', '127.0.0.1',
    'req_' || replace(gen_random_uuid()::text, '-', ''), 'finalizeInvoice', :object_id::text
)
insert into events (environment_id, sequence, id, type, object_id, customer_id, object, created_at)
select counter.environment_id, counter.event_sequence, ids.event_id, 'invoice.finalized',
  :object_id::text, issued.customer_id, :object::json, now()
from counter, ids, issued;
