-- Persons who asked to be forgotten: how far that is, and until when their documents must be kept.

create table customer_erasures (
  environment_id integer not null,
  customer_id bigint not null,
  -- Business time.
  requested_at timestamptz(3) not null,
  -- Issued documents are kept until this date is over; null when none has to be.
  keep_documents_until date,
  documents_due_at timestamptz(3) not null,
  -- When there is the next of it to do: the history at once, and later the documents.
  due_at timestamptz(3),
  -- How far the present round has come.
  step text check (step in ('customer', 'emails', 'invoices', 'payments', 'credit')),
  done_until text,
  history_erased_at timestamptz(3),
  documents_erased_at timestamptz(3),
  primary key (environment_id, customer_id),
  check ((due_at is null) = (step is null)),
  check (due_at is not null or documents_erased_at is not null),
  constraint customer_erasures_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id)
);
create index customer_erasures_due on customer_erasures (environment_id, due_at)
  where due_at is not null;

-- Answers that are kept by themselves, by what they are about. Nearly all keys refer to an event
-- instead, so this holds little.
create index idempotency_keys_by_object on idempotency_keys (environment_id, object_id)
  where body is not null;
