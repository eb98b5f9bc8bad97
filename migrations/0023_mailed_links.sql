-- What became of the mail with a one-time link.

alter table one_time_links
  -- When the mail server took it.
  add column mailed_at timestamptz(3),
  -- Why it did not, at the last attempt.
  add column last_error text;
