-- expand
-- How many requests of a window of the rate limit each process has, so that all of them together keep to it. Nobody needs it
-- after a crash of the server: processes then say anew what they have.

create unlogged table rate_windows (
  -- Whose requests are counted together; the empty one is no window and tells which processes take part.
  key text not null,
  -- By the id of a process: how many slots it holds, how many of these are used, when the first of them is free again
  -- (null when none is used), and when the process is forgotten, in milliseconds since 1970.
  claims json not null default '{}',
  -- When the row was made: the one of the empty key tells when the table was emptied.
  made_at timestamp(3) with time zone not null,
  -- When it may be deleted.
  until timestamp(3) with time zone not null,
  constraint rate_windows_pkey primary key (key)
) with (fillfactor = 50);

insert into rate_windows (key, made_at, until) values ('', '1970-01-01 00:00:00Z', '1970-01-01 00:00:00Z');
