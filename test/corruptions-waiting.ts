// Corruptions of changes that wait for the next invoice, each with the checks that must find it and their messages.

import type { Corruption } from './corruptions.ts'

/** `soon` has one seat since 21 December at 12:00. Since the 22nd it has two, and one more item, for the next invoice. */
export function waitingCorruptions(): Corruption[] {
  const set = (change: string) =>
    `update subscriptions set ${change} where environment_id = 1 and external_id = 'soon'`
  const waiting = (from: string, to: string) =>
    set(`waiting = replace(waiting::text, '${from}', '${to}')::json`)
  const CHANGED = '2026-12-22T12:00:00.000Z'
  const found = (statement: string, message: RegExp): Corruption => [
    statement,
    ['subscriptions'],
    message,
  ]
  return [
    found(
      set('waiting = null'),
      /keeps an open charge of si_\w+ that does not say whether a change of it is pending/,
    ),
    found(
      set("waiting = '[]'"),
      /is active, but the changes pending for its next invoice are \[\]/,
    ),
    found(
      set('open_charges = null'),
      /is active, but the changes pending for its next invoice are \[/,
    ),
    found(
      set(`open_charges = replace(open_charges::text, ',"waits":true', '')::json`),
      /keeps an open charge of si_\w+ that does not say whether/,
    ),
    found(
      `update subscriptions s set waiting = w.waiting from subscriptions w
       where w.external_id = 'soon' and s.external_id = 'later'`,
      /has a pending change of si_\w+ from .*, which is not when it was changed/,
    ),
    found(
      waiting(CHANGED, '2026-12-22T12:00:01.000Z'),
      /has a pending change of si_\w+ from 2026-12-22T12:00:01.*, which is not when it was changed/,
    ),
    found(
      waiting(`"spans":[{"price_id"`, '"spans":[{"interval":"year","interval_count":1,"price_id"'),
      /has pending time of si_\w+ from .* to now, which is not that of its versions/,
    ),
    found(waiting('"quantity":2', '"quantity":3'), /which is not that of its versions/),
    found(
      waiting('"to":null', `"to":"${CHANGED}"`),
      /lists no continuing time of si_\w+, although a change of it is pending/,
    ),
    found(waiting('"was":"absent",', ''), /which is not when it was changed|keeps an open charge/),
    found(waiting('"was":"absent"', '"was":"arrears"'), /which is not when it was changed/),
  ]
}
