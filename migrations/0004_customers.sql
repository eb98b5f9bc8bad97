-- expand
-- Customers, what is credited to them, the words they are found by, and their erasure.

create table customers (
  environment_id integer not null,
  -- Unique in the whole installation.
  id bigint not null,
  name text not null check (name <> ''),
  contact_name text,
  email text not null,
  phone text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state_province text not null,
  postal_code text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_exempt boolean not null,
  tax_id text,
  auto_pay_enabled boolean not null,
  language text,
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A deleted customer is kept for the documents that name it. No list or search finds it.
  deleted_at timestamptz(3),
  -- The version of the rules that produced its words; 0 means none yet, and a sweep adds them.
  words_version smallint not null default 0,
  -- The customer's ID in the client's own system.
  external_id text collate "C",
  tax_ids json,
  -- The discounts that coupons gave this customer.
  discounts json,
  primary key (environment_id, id),
  constraint customers_environment foreign key (environment_id) references environments (id)
)
-- In this and other tables that are updated often: free space in each page for the next version of a row. An update
-- that changes no indexed column then touches no index.
with (fillfactor = 85);
create index customers_by_age on customers (environment_id, created_at, id) where deleted_at is null;
create index customers_without_words on customers (environment_id, id) where words_version = 0;
create unique index customers_by_external_id
  on customers (environment_id, external_id) where external_id is not null and deleted_at is null;
create index customers_by_any_email
  on customers (environment_id, lower(email), created_at, id) where deleted_at is null;
create index customers_by_metadata
  on customers using gin ((metadata::jsonb) jsonb_path_ops) with (fastupdate = off)
  where metadata::text <> '{}';

-- A customer's credit, one row per currency, in the currency's major unit.
-- Neither this table nor invoices, lines, payments, credit transactions, ledger entries, postings and emails have
-- foreign keys to what they refer to. A write locks the row it refers to, and that row is never deleted first. Checking
-- it again for each row was a quarter of what an insert cost.
create table customer_balances (
  environment_id integer not null,
  customer_id bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  balance numeric(28, 8) not null check (balance >= 0),
  primary key (environment_id, customer_id, currency)
) with (fillfactor = 85);

-- In byte order (collate "C"), so that the words with a given prefix are a range whatever the database's locale is.
create table customer_words (
  environment_id integer not null,
  word text collate "C" not null,
  customer_id bigint not null,
  primary key (environment_id, word, customer_id)
);

-- Customers who asked to be erased: how far that is, and until when their documents must be kept.
create table customer_erasures (
  environment_id integer not null,
  customer_id bigint not null,
  -- Business time.
  requested_at timestamptz(3) not null,
  -- Finalized documents are kept up to and including this date; null if there are none to keep.
  keep_documents_until date,
  documents_due_at timestamptz(3) not null,
  -- When the next round begins: the history is erased at once, the documents later.
  due_at timestamptz(3),
  -- How far the current round is.
  -- 'customer', or the table whose rows come next; a process leaves steps that it does not know alone.
  step text,
  done_until text,
  history_erased_at timestamptz(3),
  documents_erased_at timestamptz(3),
  -- Wall time at which the customer is removed from the request log: late enough that every process has written its
  -- earlier requests.
  log_due_at timestamptz(3),
  primary key (environment_id, customer_id),
  constraint customer_erasures_round check ((due_at is null) = (step is null)),
  constraint customer_erasures_complete check (due_at is not null or documents_erased_at is not null),
  constraint customer_erasures_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id)
);
create index customer_erasures_due on customer_erasures (environment_id, due_at)
  where due_at is not null;
create index customer_erasures_log on customer_erasures (environment_id, log_due_at)
  where log_due_at is not null;
