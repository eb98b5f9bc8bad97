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
  primary key (environment_id, id),
  constraint products_environment foreign key (environment_id) references environments (id)
);
create index products_by_age on products (environment_id, created_at, id);
create index products_by_status on products (environment_id, status, created_at, id);
