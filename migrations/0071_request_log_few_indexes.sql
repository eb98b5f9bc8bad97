-- expand
-- What nearly every row of the request log is found by goes into no index but the order of the list. What else is filtered by gets its
-- indexes when a part of the log has ended, from the service: built at once they are a tenth of the size, and nobody who writes waits for
-- them. Older processes find the same, in what has not ended yet more slowly.
drop index
  requests_by_actor, requests_by_operation, requests_by_object, requests_by_key, requests_by_method, requests_by_class;
