// Corruptions of items in arrears, each with the checks that must find it and their messages.

import type { Corruption } from './corruptions.ts'

/**
 * `later` has two items in arrears from 20 November at 12:00: three seats, and one. On 21 December it has five seats
 * instead of three.
 */
export function arrearsCorruptions(): Corruption[] {
  const unbilled = (to: string) =>
    `update subscriptions set unbilled = ${to} where environment_id = 1 and external_id = 'later'`
  const inSpans = (from: string, to: string) =>
    unbilled(`replace(unbilled::text, '${from}', '${to}')::json`)
  const line = (change: string) =>
    `update invoice_lines l set ${change} from invoices i, subscriptions s
     where l.invoice_id = i.id and s.id = i.subscription_id and s.external_id = 'later' and l.position = 1`
  const [BOUNDARY, CHANGED] = ['2026-12-20T12:00:00.000Z', '2026-12-21T12:00:00.000Z']
  return [
    [
      unbilled('null'),
      ['subscriptions'],
      /sub_\w+ does not list its unbilled time, although it changed/,
    ],
    [unbilled("'[]'"), ['subscriptions'], /is active, but its unbilled time is \[\]/],
    [
      inSpans('"quantity":3', '"quantity":4'),
      ['subscriptions'],
      /lists time of si_\w+ from 2026-12-20.* to 2026-12-21.*, which is not that of its versions/,
    ],
    [
      inSpans('"quantity":5', '"quantity":3'),
      ['subscriptions'],
      /lists continuing time of si_\w+ that differs from its items.* does not list the continuing time of si_/s,
    ],
    [
      inSpans(`"from":"${BOUNDARY}","to":"${CHANGED}"`, `"from":"${CHANGED}","to":"${CHANGED}"`),
      ['subscriptions'],
      /which is not that of its versions/,
    ],
    [
      inSpans(`"to":"${CHANGED}"`, '"to":"2026-12-21T12:00:01.000Z"'),
      ['subscriptions'],
      /which is not that of its versions/,
    ],
    [
      inSpans(`"from":"${CHANGED}"`, '"from":"2026-12-22T12:00:00.000Z"'),
      ['subscriptions'],
      /from 2026-12-22.* to now, which is not that of its versions/,
    ],
    // Only the closed span.
    [
      unbilled(
        `(select json_agg(each) from json_array_elements(unbilled) each where each ->> 'to' is null)`,
      ),
      ['subscriptions'],
      /from 2026-12-21.* to now, which is not that of its versions/,
    ],
    [
      line('quantity = 2'),
      ['derivations', 'history', 'lines', 'subscriptions'],
      /line 1 of INV-\d+ bills 2 of price_\w+ in arrears, which si_\w+ never had/,
    ],
    [
      line(`period_start = l.period_start + interval '1 second'`),
      ['history', 'subscriptions'],
      /si_\w+ is not billed in arrears for the period from 2026-11-20/,
    ],
  ]
}
