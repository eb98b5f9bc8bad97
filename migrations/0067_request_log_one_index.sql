-- expand
-- A row of the request log goes into the one index that is the order of the list. What else is filtered by gets its indexes when a part
-- of the log has ended, from the service: built at once they are a tenth of the size, and nobody who writes waits for them. Older
-- processes find the same, in what has not ended yet more slowly.
drop index
  requests_by_actor, requests_by_operation, requests_by_object, requests_by_key,
  requests_by_people, requests_by_method, requests_by_status, requests_by_class;
