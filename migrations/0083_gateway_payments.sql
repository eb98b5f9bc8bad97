-- expand
-- Attempts to collect an invoice through a gateway, which are payments that settle later or not at all.
alter table payments add column gateway_ref text;
-- Who began it, and how many attempts the invoice had with it; null for payments that were recorded.
alter table payments add column initiated_by text;
alter table payments add column attempt smallint;
alter table payments add column failure json;
alter table payments add column action_url text;
alter table payments add column captured_at timestamptz(3);
-- When the gateway is asked for the outcome; null if none is expected.
alter table payments add column check_at timestamptz(3);
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_methods check (
  method in ('card', 'bank_transfer', 'cheque', 'cash', 'other', 'gateway')) not valid;
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_statuses check (
  status in ('pending', 'requires_action', 'processing', 'settled', 'failed', 'canceled', 'reversed')) not valid;
alter table payments add constraint payments_attempts check (
  (method = 'gateway') = (initiated_by is not null) and (method = 'gateway') = (attempt is not null)
  and (method = 'gateway' or status in ('settled', 'reversed'))
  and (check_at is not null) = (status in ('pending', 'requires_action', 'processing'))
  and (captured_at is not null) = (method = 'gateway' and status in ('settled', 'reversed'))) not valid;
alter table refunds drop constraint refunds_methods;
alter table refunds add constraint refunds_methods check (
  method in ('card', 'bank_transfer', 'cheque', 'cash', 'other', 'gateway')) not valid;
alter table ledger_postings drop constraint ledger_postings_accounts;
alter table ledger_postings add constraint ledger_postings_accounts check (
  account in ('receivable', 'revenue', 'tax_payable', 'customer_credit', 'credit_granted',
    'refunds_payable', 'bad_debt', 'unallocated_payments', 'cash_card', 'cash_bank_transfer',
    'cash_cheque', 'cash_cash', 'cash_other', 'cash_gateway')) not valid;
-- What the simulated gateway knows of a payment, as a gateway of its own would.
create table simulated_payments (
  environment_id integer not null,
  -- The payment.
  id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- The number of the invoice, and the page to which the customer returns.
  description text not null,
  return_path text not null,
  status text not null check (status in ('open', 'authenticating', 'processing', 'settled', 'declined', 'canceled')),
  -- The last digits of the card or account that was entered.
  last4 text,
  decline_code text,
  -- True if the merchant is not notified, and has to ask.
  is_silent boolean not null default false,
  -- When a debit settles, or fails with its decline code.
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (environment_id, id),
  constraint simulated_payments_environment foreign key (environment_id) references environments (id)
);
