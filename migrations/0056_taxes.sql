-- expand
-- Discounts and taxes of invoices, with what each line has of them; and what an account has settled about tax. Rows of
-- older processes have none.
alter table invoices
  add column discount bigint not null default 0,
  add column tax_included bigint not null default 0,
  add column discounts json,
  add column taxes json,
  drop constraint invoices_check2,
  add constraint invoices_total check (total = subtotal - discount + tax - tax_included) not valid;

alter table invoice_lines
  add column taxing json,
  add column discounts json,
  add column taxes json;

alter table environment_settings add column tax json not null default '{}';

-- What each entry of the ledger says of each tax: those of 0 % as well, which are posted to no account. An entry that
-- takes another back has the same with the other sign.
create table invoice_taxes (
  environment_id integer not null,
  entry_id uuid not null,
  rate text collate "C" not null,
  inclusive boolean not null,
  invoice_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  taxable bigint not null,
  amount bigint not null,
  category text not null,
  name text not null,
  percentage text not null,
  country text not null,
  region text,
  reason text not null
);
create index invoice_taxes_by_day on invoice_taxes (environment_id, day);
-- Last, as for every table with several indexes (0002).
alter table invoice_taxes add primary key (environment_id, entry_id, rate, inclusive);
