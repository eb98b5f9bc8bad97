-- expand
-- Customers by their external ID, which also keeps it unique, and by their email in any case.
create unique index concurrently if not exists customers_by_external_id
  on customers (environment_id, external_id) where external_id is not null and deleted_at is null;
create index concurrently if not exists customers_by_any_email
  on customers (environment_id, lower(email), created_at, id) where deleted_at is null;
