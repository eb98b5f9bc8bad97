-- Settings of each environment: what an account bills with and what its documents show. Test and
-- live have their own, so that nothing done with a test key can change a live bank account.

create table environment_settings (
  environment_id integer not null,
  -- As in environments, so that the hottest statement of all need not look there.
  mode text not null check (mode in ('test', 'live')),
  name text not null check (name <> ''),
  default_currency text not null check (default_currency ~ '^[a-z]{3}$'),
  payment_terms_days integer not null check (payment_terms_days between 0 and 365),
  time_zone text not null,
  language text not null,
  -- The number of the first invoice that is issued; changes only while none is.
  first_invoice_number bigint not null check (first_invoice_number between 1 and 99999999999),
  -- When to remind: days from the due date, negative ones before it; empty means never.
  reminder_days smallint[] not null check (cardinality(reminder_days) <= 10
    and -60 <= all (reminder_days) and 120 >= all (reminder_days)),
  -- What only documents and mails show. A member that was never given is absent.
  profile json not null,
  -- Grows with each change, together with the counter row's settings_version.
  version integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (environment_id),
  constraint environment_settings_environment
    foreign key (environment_id) references environments (id)
);

-- A write that waited for the counter row has read these settings as they were before it waited;
-- by this number it notices, and reads them again.
alter table environment_counters add column settings_version integer not null default 0;

insert into environment_settings (environment_id, mode, name, default_currency, payment_terms_days,
  time_zone, language, first_invoice_number, reminder_days, profile, created_at, updated_at)
select e.id, e.mode, a.name, a.default_currency, a.payment_terms_days, a.time_zone, 'en', 1, '{}',
  '{}', e.created_at, e.created_at
from environments e join accounts a on a.id = e.account_id;

comment on column accounts.name is 'As it was created; environment_settings tells the present.';
comment on column accounts.default_currency is 'As it was created, like name.';
comment on column accounts.payment_terms_days is 'As it was created, like name.';
comment on column accounts.time_zone is 'As it was created, like name.';

-- Logos by what they are, never changed: issued documents name them by their hash.
create table logos (
  environment_id integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width smallint not null check (width between 1 and 2000),
  height smallint not null check (height between 1 and 2000),
  data bytea not null,
  created_at timestamptz(3) not null,
  primary key (environment_id, sha256),
  constraint logos_environment foreign key (environment_id) references environments (id)
);
