-- expand
-- The tax numbers of customers, and by which code and in which way products and prices are taxed.
alter table customers add column tax_ids json;
alter table products add column tax_code text not null default 'standard';
alter table prices add column tax_behavior text;
