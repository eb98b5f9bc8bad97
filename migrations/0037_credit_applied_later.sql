-- expand
-- Customer credit that was applied to invoices after they were finalized.
alter table invoices add column credit_applied_later bigint not null default 0;
alter table invoices drop constraint invoices_credited;
alter table invoices add constraint invoices_closed check (amount_credited >= 0 and credit_applied_later >= 0
  and amount_paid + amount_credited + credit_applied_later <= amount_due) not valid;
