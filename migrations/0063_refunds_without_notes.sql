-- expand
-- Refunds of money that pays no invoice have neither a credit note nor an invoice.
alter table refunds alter column credit_note_id drop not null;
alter table refunds alter column invoice_id drop not null;
alter table refunds add constraint refunds_origins check (
  (credit_note_id is null) = (invoice_id is null)
  and (credit_note_id is not null or moved_to_balance_at is null)) not valid;
