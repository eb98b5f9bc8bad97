-- What an invoice carries once it is sent and paid: credit, its page for the customer, mails, reminders.

alter table invoices
  -- Customer credit that paid for a part of it at finalize; amount_due is what was left.
  add column credit_applied bigint not null default 0 check (credit_applied >= 0),
  -- The unguessable end of the address of its hosted page.
  add column hosted_token text check (hosted_token ~ '^[0-9A-Za-z]+$'),
  add column email_status text
    check (email_status in ('no_address', 'outbox', 'pending', 'sent', 'failed')),
  add column sent_at timestamptz(3),
  -- The instant of the next reminder; none is due while it is null.
  add column reminder_at timestamptz(3),
  add column reminders_sent smallint not null default 0 check (reminders_sent >= 0),
  add check (amount_due = total - credit_applied),
  add check (hosted_token is null or finalized_at is not null);

-- Partial, so that the planner never takes it for a search by id.
create unique index invoices_by_hosted_token on invoices (environment_id, hosted_token)
  where hosted_token is not null;

-- What was issued before gets its page now; two random UUIDs hold 244 random bits.
update invoices
set hosted_token = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
where finalized_at is not null;
