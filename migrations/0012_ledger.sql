-- The ledger: every movement of money as a balanced double entry, written with its cause and never
-- changed. Amounts are in the currency's major unit; debits are positive, credits negative.

alter table environment_counters add column ledger_entries_count bigint not null default 0;

create table ledger_entries (
  environment_id integer not null,
  id uuid not null,
  kind text not null check (kind in ('invoice_finalized', 'invoice_voided', 'credit_granted',
    'credit_expired', 'credit_applied', 'credit_restored', 'payment_settled', 'payment_reversed')),
  -- What moved the money: the invoice, payment or credit transaction, as the kind says.
  object_id uuid not null,
  customer_id bigint not null,
  invoice_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- Business time.
  created_at timestamptz(3) not null,
  constraint ledger_entries_cause unique (environment_id, object_id, kind),
  constraint ledger_entries_customer
    foreign key (environment_id, customer_id) references customers (environment_id, id),
  constraint ledger_entries_invoice
    foreign key (environment_id, invoice_id) references invoices (environment_id, id)
);
create index ledger_entries_by_age on ledger_entries (environment_id, created_at, id);
create index ledger_entries_by_customer
  on ledger_entries (environment_id, customer_id, created_at, id);
create index ledger_entries_by_invoice
  on ledger_entries (environment_id, invoice_id, created_at, id) where invoice_id is not null;
-- Last, as for every table with several indexes (0002).
alter table ledger_entries add primary key (environment_id, id);

create table ledger_postings (
  environment_id integer not null,
  entry_id uuid not null,
  account text not null check (account in ('receivable', 'revenue', 'tax_payable',
    'customer_credit', 'credit_granted', 'cash_card', 'cash_bank_transfer', 'cash_cheque',
    'cash_cash', 'cash_other')),
  amount numeric(28, 8) not null check (amount <> 0),
  primary key (environment_id, entry_id, account),
  constraint ledger_postings_entry
    foreign key (environment_id, entry_id) references ledger_entries (environment_id, id)
);

-- What was debited and credited in each account on each day of UTC: balances at any time without
-- reading the postings. Written under the environment's counter lock only.
create table ledger_days (
  environment_id integer not null,
  day date not null,
  account text not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  debit numeric(28, 8) not null check (debit >= 0),
  credit numeric(28, 8) not null check (credit >= 0),
  primary key (environment_id, day, account, currency),
  constraint ledger_days_environment foreign key (environment_id) references environments (id)
) with (fillfactor = 50);

-- What was issued and voided before there was a ledger.
insert into ledger_entries (environment_id, id, kind, object_id, customer_id, invoice_id, currency,
  created_at)
select environment_id, gen_random_uuid(), kind, id, customer_id, id, currency, at
from (
  select environment_id, 'invoice_finalized' as kind, id, customer_id, currency, finalized_at as at
  from invoices where finalized_at is not null and total > 0
  union all
  select environment_id, 'invoice_voided', id, customer_id, currency, voided_at
  from invoices where finalized_at is not null and voided_at is not null and total > 0) past;

insert into ledger_postings (environment_id, entry_id, account, amount)
select e.environment_id, e.id, p.account,
  p.amount * case e.kind when 'invoice_voided' then -1 else 1 end
    * case when i.currency in ('bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg',
                               'rwf', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf') then 1
           when i.currency in ('bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd') then 0.001
           when i.currency in ('clf', 'uyw') then 0.0001
           else 0.01 end
from ledger_entries e
join invoices i on i.environment_id = e.environment_id and i.id = e.invoice_id,
  lateral (values ('receivable', i.total), ('revenue', -i.subtotal), ('tax_payable', -i.tax))
    as p (account, amount)
where p.amount <> 0;

insert into ledger_days (environment_id, day, account, currency, debit, credit)
select e.environment_id, (e.created_at at time zone 'UTC')::date, p.account, e.currency,
  coalesce(sum(p.amount) filter (where p.amount > 0), 0),
  coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
from ledger_entries e
join ledger_postings p on p.environment_id = e.environment_id and p.entry_id = e.id
group by 1, 2, 3, 4;

update environment_counters c
set ledger_entries_count = (
  select count(*) from ledger_entries e where e.environment_id = c.environment_id);
