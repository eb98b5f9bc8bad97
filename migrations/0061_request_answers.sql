-- expand
-- What a write answered stands in its event already: the request log names the event instead of keeping the text twice.
alter table requests add column response_event_id uuid;
