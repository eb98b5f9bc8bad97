-- expand
-- What somebody adds when they send an invoice by hand, and who gets a copy of it.

alter table emails
  add column message text not null default '',
  add column cc_addresses json not null default '[]';
