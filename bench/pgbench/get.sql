-- What GET /v1/invoices/:id reads: one invoice by its primary key, with its lines as one JSON.
\set environment random(:first_environment, :last_environment)
\set n random(1, :invoices)
select i.environment_id, i.id, i.customer_id, i.status, i.number, i.currency, i.due_date,
  i.due_date_set, i.notes, i.metadata, i.subtotal, i.tax, i.total, i.amount_due, i.amount_paid,
  i.created_at, i.updated_at, i.finalized_at, i.voided_at, i.overdue_at, i.snapshot, i.derivation,
  (select json_agg(json_build_object('description', l.description, 'quantity', l.quantity::text,
      'unit_price', l.unit_price::text, 'amount', l.amount, 'product_id', l.product_id)
    order by l.position)
  from invoice_lines l
  where l.environment_id = i.environment_id and l.invoice_id = i.id) as line_items
from invoices i
where i.environment_id = :environment::int
  and i.id = ('01930000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid;
