// Corruptions of webhooks by SQL, each with the checks that must find it and their messages.

import type { Corruption } from './corruptions.ts'

export function webhookCorruptions(): Corruption[] {
  const counter = (change: string) =>
    `update environment_counters set ${change} where environment_id = 1`

  const delivery = (nth: number, change: string) =>
    `update webhook_deliveries set ${change} where sequence = (
       select sequence from webhook_deliveries order by sequence limit 1 offset ${nth - 1})`

  return [
    [counter('webhook_endpoints_count = 2'), ['counters'], /webhook_endpoints_count is 2/],
    [counter('webhook_deliveries_count = 2'), ['counters'], /webhook_deliveries_count .* are 3/],
    [
      delivery(1, 'event_id = gen_random_uuid()'),
      ['webhooks'],
      /is for event .*, which does not exist/,
    ],
    [delivery(1, "object_id = 'prod_other'"), ['webhooks'], /which does not exist/],
    [
      'update webhook_deliveries set sequence = (select min(sequence) from webhook_deliveries)',
      ['webhooks'],
      /has 3 deliveries of event/,
    ],
    [
      `insert into webhook_endpoints select environment_id, gen_random_uuid(), url, description,
         enabled_events, status, disabled_reason, secret, former_secret, former_secret_until,
         metadata, created_at, updated_at, created_at, cursor_sequence + 1000, failing_since
       from webhook_endpoints`,
      ['history', 'webhooks'],
      /has read up to \d+, but the last event is \d+/,
    ],
    [
      'update webhook_endpoints set cursor_sequence = 0',
      ['webhooks'],
      /is to endpoint .*, which has not read that far/,
    ],
    [
      'update webhook_deliveries set endpoint_id = gen_random_uuid() where sequence = (select max(sequence) from webhook_deliveries)',
      ['webhooks'],
      /which does not exist.*is held back, but nothing before it is pending/s,
    ],
    [
      delivery(1, "state = 'failed', next_attempt_at = null, finished_at = created_at"),
      ['webhooks'],
      /is held back, but nothing before it is pending/,
    ],
    [
      delivery(1, "last_error = 'another'"),
      ['attempts'],
      /delivery .* is pending and counts \d attempts and .* attempt \d returned/,
    ],
    [
      'delete from webhook_attempts',
      ['attempts', 'webhooks'],
      /counts \d attempts, but 0 are kept/,
    ],
  ]
}
