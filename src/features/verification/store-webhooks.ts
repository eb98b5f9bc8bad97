// Verification's rules about webhooks: delivered events exist, and recorded attempts are consistent.

import { sql } from '../../platform/db/sql.ts'
import type { SetCheck } from './checks.ts'

export const webhooks: SetCheck = {
  name: 'webhooks',
  about: 'each delivery is for an event that exists, once for each endpoint, up to its position',
  what: 'deliveries',
  from: (id) => sql`webhook_deliveries where environment_id = ${id}`,
  found: (id) => sql`
    select format('delivery %s is for event %s at %s, which does not exist', d.id, d.event_id, d.sequence)
      as message
    from webhook_deliveries d
    left join events e on e.environment_id = ${id} and e.sequence = d.sequence
      and e.id = d.event_id and e.type = d.event_type and e.object_id = d.object_id
    where d.environment_id = ${id} and e.id is null
    union all
    select format('endpoint %s has %s deliveries of event %s', endpoint_id, count(*), sequence)
    from webhook_deliveries where environment_id = ${id}
    group by endpoint_id, sequence having count(*) > 1
    union all
    select format('delivery %s is to endpoint %s, which %s', d.id, d.endpoint_id,
      case when w.id is null then 'does not exist' else 'has not read that far' end)
    from webhook_deliveries d
    left join webhook_endpoints w on w.environment_id = ${id} and w.id = d.endpoint_id
    where d.environment_id = ${id} and (w.id is null or w.cursor_sequence < d.sequence)
    union all
    select format('endpoint %s has read up to %s, but the last event is %s',
                  w.id, w.cursor_sequence, c.event_sequence)
    from webhook_endpoints w join environment_counters c on c.environment_id = ${id}
    where w.environment_id = ${id} and w.cursor_sequence > c.event_sequence
    union all
    select format('delivery %s is held back, but nothing before it is pending', d.id)
    from webhook_deliveries d
    where d.environment_id = ${id} and d.state = 'pending' and d.next_attempt_at is null
      and not exists (
        select 1 from webhook_deliveries earlier
        where earlier.environment_id = ${id} and earlier.endpoint_id = d.endpoint_id
          and earlier.object_id = d.object_id and earlier.state = 'pending'
          and earlier.sequence < d.sequence)
    union all
    select format('delivery %s counts %s attempts, but %s are kept', d.id, d.attempts, count(a.number))
    from webhook_deliveries d
    left join webhook_attempts a on a.environment_id = ${id} and a.delivery_id = d.id
    where d.environment_id = ${id}
    group by d.id, d.attempts having count(a.number) <> d.attempts`,
}

export const attempts: SetCheck = {
  name: 'attempts',
  about: 'the state of each delivery matches its last attempt',
  what: 'attempts',
  from: (id) => sql`webhook_attempts where environment_id = ${id}`,
  found: (id) => sql`
    select format('delivery %s is %s and counts %s attempts and %s tries, but attempt %s returned %s, %s',
                  d.id, d.state, d.attempts, d.tries, a.number, a.response_status, a.error) as message
    from webhook_deliveries d
    left join lateral (
      select number, response_status, error from webhook_attempts
      where environment_id = ${id} and delivery_id = d.id order by number desc limit 1) a on true
    where d.environment_id = ${id}
      and (a.number is distinct from nullif(d.attempts, 0) or d.tries not between 0 and d.attempts
        or a.response_status is distinct from d.response_status
        or a.error is distinct from d.last_error
        or (d.state = 'delivered' and a.response_status is distinct from d.response_status)
        or (d.state = 'delivered' and (a.response_status is null or a.response_status / 100 <> 2))
        or (d.state = 'failed' and (a.number is null or a.response_status / 100 = 2))
        or (d.state in ('delivered', 'failed') and d.tries = 0))
    union all
    select format('attempt %s of delivery %s returned %s, with the error %s', number, delivery_id,
                  response_status, error)
    from webhook_attempts
    where environment_id = ${id}
      and ((error is null) <> coalesce(response_status / 100 = 2, false)
        or (response_body is not null and response_status is null) or number < 1 or duration_ms < 0)`,
}
