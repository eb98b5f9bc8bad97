-- expand
-- Refunds of a payment that differ from those at its gateway.
alter table reconciliation_differences add constraint reconciliation_differences_known_kinds check (
  kind in ('missing_here', 'missing_there', 'amount_differs', 'charged_twice', 'refunds_differ')) not valid;
alter table reconciliation_differences drop constraint reconciliation_differences_kind_check;
