// Ways to spoil minimums, each with the checks that must find it and their messages.

import type { Corruption } from './corruptions.ts'

/**
 * `least` has three seats at 10.00 with a minimum of 80.00 since 20 November at 12:00, and five since 21 December;
 * `enough` has three with a minimum of 30.00, and `least in days` is `least` without a change, in days. `least of all`
 * has 30.00 and 10.00 for two products with a minimum of 80.00 for both.
 */
export function minimumCorruptions(): Corruption[] {
  const minimums = (to: string, of = 'least') =>
    `update subscriptions set minimums = ${to} where environment_id = 1 and external_id = '${of}'`
  const inSpans = (from: string, to: string) =>
    minimums(`replace(minimums::text, '${from}', '${to}')::json`)
  const inDays = (name: string, at: string) =>
    minimums(
      `regexp_replace(minimums::text, '"${name}":"[^"]*"', '"${name}":"${at}"')::json`,
      'least in days',
    )
  const price = (of: string, to: string) =>
    `update prices set minimum_amount = ${to} where environment_id = 1 and minimum_amount = ${of}`
  const found = (statement: string, message: RegExp, more: string[] = []): Corruption => [
    statement,
    [...more, 'subscriptions'],
    message,
  ]
  const [BEGUN, CHANGED] = ['2026-12-20T12:00:00.000Z', '2026-12-21T12:00:00.000Z']
  return [
    found(minimums('null'), /counts 0 seconds of si_\w+ for its minimum, instead of 2678400/),
    found(minimums("'[]'"), /is past_due, but what it counts for minimums is \[\]/),
    found(
      `update subscriptions s set minimums = l.minimums from subscriptions l
       where l.external_id = 'least' and s.external_id = 'enough'`,
      /counts time of si_\w+ for a minimum from .*, which is not that of its versions/,
    ),
    found(
      minimums(`(select minimums from subscriptions where external_id = 'least')`, 'active'),
      /counts time of si_\w+ for a minimum from .*, which is not that of its versions/,
    ),
    found(inSpans('"quantity":3', '"quantity":4'), /which is not that of its versions/),
    found(
      inSpans(`"from":"${BEGUN}"`, `"from":"${CHANGED}"`),
      /counts 2592000 seconds of si_\w+ for its minimum, instead of 2678400/,
    ),
    found(
      inSpans('"price_id":"price_', '"price_id":"price_x'),
      /counts time of si_\w+ for a minimum that no version of it has/,
    ),
    found(inSpans('"quantity_before":"3"', '"more":"3"'), /counts \d+ seconds of si_/),
    found(inDays('start', '2026-12-20T11:59:59.000Z'), /of another period than its line/),
    found(inDays('end', '2027-01-20T12:00:01.000Z'), /of another period than its line/),
    found(inDays('from', '2026-12-20T12:00:01.000Z'), /which no line bills/),
    found(
      price('3000', '9000'),
      /minimum_amount is 9000.*si_\w+ is not billed what is missing of the minimum of si_|is not billed what is missing/s,
      ['history'],
    ),
    found(price('8000', 'null'), /bills a minimum, which its price does not have/, [
      'history',
      'prices',
    ]),
    found(
      `update invoice_lines set pricing = replace(pricing::text, '"billed":3000', '"billed":2999')::json,
         amount = amount + 1
       where environment_id = 1 and pricing::text like '%"minimum"%'`,
      /says that 2999 of its minimum and 2592000 seconds were billed, instead of 3000 and 2592000/,
      ['derivations', 'history', 'lines'],
    ),
    ...ofAll(found, minimums),
  ]
}

/** Minimums of whole subscriptions. */
function ofAll(
  found: (statement: string, message: RegExp, more?: string[]) => Corruption,
  minimums: (to: string, of?: string) => string,
): Corruption[] {
  const inLines = (from: string, to: string) =>
    `update invoice_lines set pricing = replace(pricing::text, '${from}', '${to}')::json
     where environment_id = 1 and pricing::text like '%"whole"%'`
  const least = (of: string, to: string) =>
    `update subscriptions set minimum_amount = ${to} where environment_id = 1 and external_id = '${of}'`
  return [
    found(
      inLines('"billed":4000,', '"billed":3999,'),
      /says that 3999 of the minimum of its subscription .*, instead of 4000/,
      ['derivations', 'history', 'lines'],
    ),
    found(
      inLines('"seconds":2592000', '"seconds":2591999'),
      /and 2591999 seconds were billed, instead of 4000 and at least 2592000/,
      ['derivations', 'history'],
    ),
    found(
      inLines('"whole":true', '"price":true'),
      /bills a minimum, which its price does not have/,
      [...['derivations', 'history', 'lines', 'prices']],
    ),
    found(least('least of all', 'null'), /bills a minimum, which its subscription does not have/, [
      ...['history', 'prices'],
    ]),
    found(least('past due', '9000'), /is not billed what is missing of its minimum from/, [
      'history',
    ]),
    found(minimums('null', 'least of all'), /counts 0 seconds of si_\w+ for its minimum/),
  ]
}
