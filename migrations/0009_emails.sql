-- Mails: each is written in the transaction of what it tells of, and sent later by a sweep.

alter table environment_counters add column emails_count bigint not null default 0;

create table emails (
  environment_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt')),
  -- In the outbox is what is never sent: in test environments, and without a mail server.
  status text not null check (status in ('outbox', 'pending', 'sent', 'failed', 'canceled')),
  invoice_id uuid not null,
  customer_id bigint not null,
  to_name text not null,
  to_address text not null check (to_address <> ''),
  from_name text not null,
  from_address text not null,
  -- Where an answer goes; empty when that is where it came from.
  reply_to text not null,
  language text not null,
  -- The same of every attempt, so that a repetition is known for what it is.
  message_id text not null,
  subject text not null,
  -- What the texts tell beyond the issued document.
  facts json not null,
  -- As sent: kept when it is first made ready, so that every attempt sends the same.
  text text,
  html text,
  -- Whether the document is attached, as the texts say.
  attached boolean,
  attempts smallint not null,
  -- Wall time of the next attempt.
  next_attempt_at timestamptz(3),
  -- Who is at it, and until when: an outcome counts only while its lease holds.
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((lease_token is null) = (lease_until is null)),
  check ((text is null) = (html is null)),
  check ((text is null) = (attached is null)),
  constraint emails_invoice
    foreign key (environment_id, invoice_id) references invoices (environment_id, id)
);
create index emails_by_age on emails (environment_id, created_at, id);
create index emails_by_invoice on emails (environment_id, invoice_id, created_at, id);
create index emails_by_customer on emails (environment_id, customer_id, created_at, id);
-- Partial: nearly every mail brings an invoice, and nearly every one is sent, or in the outbox.
create index emails_by_kind on emails (environment_id, kind, created_at, id)
  where kind <> 'invoice';
create index emails_by_status on emails (environment_id, status, created_at, id)
  where status in ('pending', 'failed', 'canceled');
create index emails_due on emails (environment_id, next_attempt_at) where status = 'pending';
alter table emails add primary key (environment_id, id);
