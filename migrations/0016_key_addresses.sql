-- From where a key was last used, beside when: who finds a key in use should be able to tell by whom.
alter table api_keys add column last_used_address text;
