-- expand
-- What became credit of a payment that was more than its invoice needed.
alter table payments add column to_balance bigint not null default 0;
alter table payments add constraint payments_to_balance check (
  to_balance between 0 and amount and refunded <= amount - to_balance) not valid;
alter table credit_transactions add column payment_id uuid;
alter table credit_transactions drop constraint credit_transactions_types;
alter table credit_transactions drop constraint credit_transactions_signs;
alter table credit_transactions add constraint credit_transactions_types check (
  type in ('granted', 'expired', 'applied', 'restored', 'credited', 'credit_note_voided', 'overpaid',
    'overpayment_reversed')) not valid;
alter table credit_transactions add constraint credit_transactions_signs check (
  (amount > 0) = (type in ('granted', 'restored', 'credited', 'overpaid'))
  and (credit_note_id is not null) = (type in ('credited', 'credit_note_voided'))
  and (payment_id is not null) = (type in ('overpaid', 'overpayment_reversed'))) not valid;
