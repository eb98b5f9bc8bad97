-- expand
-- What leaves the service: emails and webhooks.

-- An email is written in the transaction of its cause. A sweep sends it later.
create table emails (
  environment_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'reminder', 'receipt')),
  -- An email in the outbox is never sent: it is of a test environment, or no mail server is configured.
  status text not null check (status in ('outbox', 'pending', 'sent', 'failed', 'canceled')),
  invoice_id uuid not null,
  customer_id bigint not null,
  to_name text not null,
  to_address text not null check (to_address <> ''),
  from_name text not null,
  from_address text not null,
  -- Empty if replies go to from_address.
  reply_to text not null,
  language text not null,
  -- The same for every attempt, so that the recipient's server can recognize a repeated one.
  message_id text not null,
  subject text not null,
  -- What its text says beyond what the document says.
  facts json not null,
  -- Kept from the first attempt on, so that every attempt sends the same.
  text text,
  html text,
  -- Whether the document is attached.
  attached boolean,
  attempts smallint not null,
  -- Wall time of the next attempt.
  next_attempt_at timestamptz(3),
  -- The process that works on it: an outcome counts only while its lease has not expired.
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- What a user added when sending an invoice, and who receives a copy.
  message text not null default '',
  cc_addresses json not null default '[]',
  constraint emails_pending check ((status = 'pending') = (next_attempt_at is not null)),
  constraint emails_sent check ((status = 'sent') = (sent_at is not null)),
  constraint emails_lease check ((lease_token is null) = (lease_until is null)),
  constraint emails_html check ((text is null) = (html is null)),
  constraint emails_attached check ((text is null) = (attached is null))
);
create index emails_by_age on emails (environment_id, created_at, id);
create index emails_by_invoice on emails (environment_id, invoice_id, created_at, id);
create index emails_by_customer on emails (environment_id, customer_id, created_at, id);
-- Partial: nearly every email is of kind invoice, and nearly every one is sent or in the outbox.
create index emails_by_kind on emails (environment_id, kind, created_at, id)
  where kind <> 'invoice';
create index emails_by_status on emails (environment_id, status, created_at, id)
  where status in ('pending', 'failed', 'canceled');
create index emails_due on emails (environment_id, next_attempt_at) where status = 'pending';
alter table emails add primary key (environment_id, id);

-- An endpoint reads the event feed by a cursor.
create table webhook_endpoints (
  environment_id integer not null,
  id uuid not null,
  url text not null,
  description text not null,
  -- Patterns such as *, invoice.* and invoice.paid.
  enabled_events text[] not null,
  status text not null check (status in ('enabled', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Signing secrets, sealed with a key that is not in the database.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz(3),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  -- All events up to this one have become deliveries.
  cursor_sequence bigint not null check (cursor_sequence >= 0),
  -- Wall time of the first failure since the last success.
  failing_since timestamptz(3),
  constraint webhook_endpoints_disabled check ((status = 'disabled') = (disabled_reason is not null)),
  constraint webhook_endpoints_former_secret
    check ((former_secret is null) = (former_secret_until is null)),
  constraint webhook_endpoints_environment
    foreign key (environment_id) references environments (id)
) with (fillfactor = 50);
create index webhook_endpoints_by_age on webhook_endpoints (environment_id, created_at, id)
  where deleted_at is null;
alter table webhook_endpoints add primary key (environment_id, id);

create table webhook_deliveries (
  environment_id integer not null,
  id uuid not null,
  endpoint_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  event_type text not null,
  object_id text not null,
  state text not null check (state in ('pending', 'delivered', 'failed', 'skipped')),
  -- Attempts in all, and attempts since the schedule last began.
  attempts smallint not null,
  tries smallint not null,
  -- Wall time of the next attempt. It is null while an earlier event of the same object is pending, and set when that one
  -- has finished: a search for what is due never reads a backlog.
  next_attempt_at timestamptz(3),
  -- As in emails.
  lease_token uuid,
  lease_until timestamptz(3),
  response_status smallint,
  last_error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  constraint webhook_deliveries_next check (state = 'pending' or next_attempt_at is null),
  constraint webhook_deliveries_finished check ((state = 'pending') = (finished_at is null)),
  constraint webhook_deliveries_lease check ((lease_token is null) = (lease_until is null)),
  -- An event becomes one delivery to an endpoint, however often the feed is read.
  constraint webhook_deliveries_once unique (environment_id, endpoint_id, sequence),
  constraint webhook_deliveries_endpoint
    foreign key (environment_id, endpoint_id) references webhook_endpoints (environment_id, id)
);
create index webhook_deliveries_by_age on webhook_deliveries (environment_id, created_at, id);
create index webhook_deliveries_by_endpoint
  on webhook_deliveries (environment_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_event on webhook_deliveries (environment_id, event_id);
-- What is due, by endpoint.
create index webhook_deliveries_due
  on webhook_deliveries (environment_id, endpoint_id, next_attempt_at, sequence)
  where state = 'pending' and next_attempt_at is not null;
-- What was given up and can be sent again.
create index webhook_deliveries_failed
  on webhook_deliveries (environment_id, endpoint_id, sequence) where state = 'failed';
alter table webhook_deliveries add primary key (environment_id, id);
-- What holds back later events of an object. Statements that use it say `finished_at is null` rather than the state, and
-- the endpoint is not in it. With the endpoint, the object and the sequence it looked no better to the planner than
-- webhook_deliveries_once, which was then read from its beginning for every delivery.
create index webhook_deliveries_unfinished
  on webhook_deliveries (environment_id, object_id, sequence) where finished_at is null;
-- Partial: nearly all are delivered.
create index webhook_deliveries_undelivered
  on webhook_deliveries (environment_id, state, created_at, id) where state <> 'delivered';
create index webhook_deliveries_undelivered_by_endpoint
  on webhook_deliveries (environment_id, endpoint_id, state, created_at, id) where state <> 'delivered';

create table webhook_attempts (
  environment_id integer not null,
  delivery_id uuid not null,
  number smallint not null,
  -- Wall time, as in the webhook-timestamp header.
  attempted_at timestamptz(3) not null,
  duration_ms integer not null,
  response_status smallint,
  -- The first 4 kB.
  response_body text,
  error text,
  primary key (environment_id, delivery_id, number),
  constraint webhook_attempts_delivery
    foreign key (environment_id, delivery_id) references webhook_deliveries (environment_id, id)
);
