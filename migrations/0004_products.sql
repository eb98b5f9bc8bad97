-- Products: what can be put on an invoice line.
create table products (
  environment_id integer not null,
  id uuid not null,
  name text not null check (name <> ''),
  description text not null,
  status text not null check (status in ('active', 'archived')),
  metadata json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint products_environment foreign key (environment_id) references environments (id)
);
create index products_by_age on products (environment_id, created_at, id);
create index products_by_status on products (environment_id, status, created_at, id);
-- Last, as for every table with several indexes (0002).
alter table products add primary key (environment_id, id);
