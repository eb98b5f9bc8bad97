-- The words by which customers and products are found. By bytes, so that the beginning of a word is a
-- range whatever language the database was made for.

create table customer_words (
  environment_id integer not null,
  word text collate "C" not null,
  customer_id bigint not null,
  primary key (environment_id, word, customer_id)
);

create table product_words (
  environment_id integer not null,
  word text collate "C" not null,
  product_id uuid not null,
  primary key (environment_id, word, product_id)
);

-- By which rules the words of a row were made; 0 is none yet: a sweep makes those of earlier rows.
alter table customers add column words_version smallint not null default 0;
alter table products add column words_version smallint not null default 0;
create index customers_without_words on customers (environment_id, id) where words_version = 0;
create index products_without_words on products (environment_id, id) where words_version = 0;
