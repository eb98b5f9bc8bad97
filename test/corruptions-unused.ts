// Corruptions of credit notes of unused time, each with the checks that must find it and their messages. Where the row
// and its events agree with each other, only the invoice and the subscription reveal it.

import type { Corruption } from './corruptions.ts'

/**
 * `unused` pays 30.00 less 10 % for the 30 days from 20 November at 12:00. It ended on 25 November at 12:00: its note,
 * CN-000001, returns 25.00 less 2.50. `days` is counted in days of Toronto, and pays 11.00 for the 11 days from
 * 20 November of a period from the first. It ended at the same time. Of 6.00 for 6 days, its note, CN-000003, returns the
 * 4.50 that CN-000002, a goodwill note, left of it.
 */
export function unusedCorruptions(): Corruption[] {
  const note = (number: number, change: string) =>
    `update credit_notes set ${change} where environment_id = 1 and number = 'CN-00000${number}'`
  const inLines = (number: number, from: string, to: string) =>
    note(number, `lines = replace(lines::text, '${from}', '${to}')::json`)
  const subscription = (external_id: string, change: string) =>
    `update subscriptions set ${change} where environment_id = 1 and external_id = '${external_id}'`
  /** Changes all events that have a property with a value, and then a row. */
  const alike = (name: string, value: string, [from, to]: [string, string], row: string) =>
    `with told as (
       update events set object = regexp_replace(object::text, '${from}', '${to}', 'g')::json
       where environment_id = 1 and object ->> '${name}' = '${value}' returning 1)
     ${row} and exists (select from told)`
  const ofNote = (number: number, parts: [string, string], change: string) =>
    alike('number', `CN-00000${number}`, parts, note(number, change))
  const ofSubscription = (external_id: string, parts: [string, string], change: string) =>
    alike('external_id', external_id, parts, subscription(external_id, change))
  const [NOON, EARLIER] = ['"2026-11-25T12:00:00.000Z"', '"2026-11-25T11:59:59.000Z"']
  return [
    // The amount.
    [
      inLines(1, '"amount":2250', '"amount":2249'),
      ['credit_notes', 'history'],
      /CN-000001: it returns 2249 of line 1, but 2250 of it was unused/,
    ],
    [
      inLines(1, '"quantity":null', '"quantity":"1"'),
      ['credit_notes', 'history'],
      /CN-000001: it returns 2250 of line 1, but 2250 of it was unused/,
    ],
    [
      inLines(3, '"amount":450', '"amount":600'),
      ['credit_notes', 'history'],
      /CN-000003: it returns 600 of line 1, but 450 of it was unused/,
    ],
    // The stretch.
    [
      ofNote(
        1,
        [`"start":${NOON}`, `"start":${EARLIER}`],
        `lines = replace(lines::text, '"start":${NOON}', '"start":${EARLIER}')::json`,
      ),
      ['credit_notes'],
      /CN-000001: its lines do not show what it credits/,
    ],
    [
      inLines(3, '"start":"2026-11-25T05', '"start":"2026-11-25T12'),
      ['credit_notes', 'history'],
      /CN-000003: its lines do not show what it credits/,
    ],
    // The reason.
    [
      ofNote(1, ['"unused_time"', '"goodwill"'], "reason = 'goodwill'"),
      ['credit_notes'],
      /CN-000001: its lines do not show what it credits/,
    ],
    [
      ofNote(2, ['"goodwill"', '"unused_time"'], "reason = 'unused_time'"),
      ['credit_notes'],
      /CN-000002: it returns 650 of line 1, but \d+ of it was unused/,
    ],
    [
      note(1, "status = 'void', voided_at = updated_at"),
      ['credit_notes', 'history', 'ledger_documents'],
      /CN-000001: it returns unused time, but is void/,
    ],
    // When the subscription ended, and the unit of its time.
    [
      ofSubscription(
        'unused',
        [`"(cancel|canceled)_at":${NOON}`, `"\\1_at":${EARLIER}`],
        `canceled_at = canceled_at - interval '1 second', cancel_at = cancel_at - interval '1 second'`,
      ),
      ['credit_notes'],
      /CN-000001: it is of 2026-11-25T12:00:00.*, but its subscription ended at 2026-11-25T11:59:59/,
    ],
    [
      ofSubscription(
        'days',
        ['"zone":"America/Toronto"', '"zone":"Europe/Paris"'],
        "zone = 'Europe/Paris'",
      ),
      ['credit_notes'],
      /CN-000003: its lines do not show what it credits/,
    ],
    [
      ofSubscription(
        'unused',
        ['"proration_unit":"second"', '"proration_unit":"day"'],
        "proration_unit = 'day'",
      ),
      ['credit_notes'],
      /CN-000001: its lines do not show what it credits/,
    ],
    [
      subscription('days', "zone = 'Europe/Erewhon'"),
      ['credit_notes', 'history'],
      /its credit notes cannot be recomputed: there is no time zone Europe\/Erewhon/,
    ],
    [
      subscription('unused', "status = 'active', canceled_at = null"),
      ['history', 'subscriptions'],
      /status is "active", but its latest event has "canceled"/,
    ],
    [
      "delete from subscriptions where environment_id = 1 and external_id = 'unused'",
      ['counters', 'credit_notes', 'history', 'subscriptions'],
      /CN-000001: it returns unused time, but its invoice has no subscription/,
    ],
  ]
}
