// Ways to spoil the sums of days by SQL, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** `id` returns the invoice that the test brought into a state. */
export function sumCorruptions(id: (state: string) => string): Corruption[] {
  const sum = (kind: string, change: string, key = 'cad') =>
    `update day_sums set ${change} where environment_id = 1 and kind = '${kind}' and key = '${key}'
       and count > 0`
  const invoice = (state: string, change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${decodeId('inv', id(state))}'`
  const owing = (change: string) => `update owing_customers set ${change} where environment_id = 1`

  return [
    [
      sum('invoices_created', 'count = count + 1', 'paid'),
      ['day_sums'],
      /invoices_created paid of 2026-11-20: 3 with 0 is summed up, 2 with 0 is counted/,
    ],
    [
      sum('invoices_created', 'amount = 1', 'void'),
      ['day_sums'],
      /invoices_created void of 2026-11-20: 3 with 1 is summed up, 3 with 0 is counted/,
    ],
    [
      sum('invoices_created', "key = 'draft'", 'overdue'),
      ['day_sums'],
      /invoices_created draft of 2026-11-20: 1 with 0 is summed up, 0 with 0 is counted/,
    ],
    [
      sum('invoices_billed', 'amount = amount - 1'),
      ['day_sums'],
      /invoices_billed cad of 2026-11-20: 5 with 7355 is summed up, 5 with 7356 is counted/,
    ],
    [
      "insert into day_sums values (1, 'invoices_warned', '2026-11-01', 'tax_rate_unknown', 1, 0)",
      ['day_sums'],
      /invoices_warned tax_rate_unknown of 2026-11-01: 1 with 0 is summed up, 0 with 0 is counted/,
    ],
    [
      sum('invoices_posted', 'day = day + 1'),
      ['day_sums'],
      /invoices_posted cad of 2026-12-21: 2 with 6006 is summed up, 0 with 0 is counted/,
    ],
    [
      sum('invoices_overdue', "key = 'usd'"),
      ['day_sums'],
      /invoices_overdue cad of 2020-01-31: 0 with 0 is summed up, 1 with 800 is counted/,
    ],
    [
      sum('payments_received', "kind = 'payments_sent'"),
      ['day_sums'],
      /payments_received cad of 2026-11-20: 0 with 0 is summed up, 1 with 100 is counted/,
    ],
    [
      sum('customers_owing', 'count = 2'),
      ['day_sums'],
      /customers_owing cad of -infinity: 2 with 0 is summed up, 1 with 0 is counted/,
    ],
    [
      'delete from day_sums where environment_id = 1',
      ['day_sums'],
      /customers_owing cad of -infinity: 0 with 0 is summed up, 1 with 0 is counted/,
    ],
    [
      "insert into day_sums values (1, 'invoices_billed', '2026-11-01', 'eur', 1, 5)",
      ['day_sums'],
      /invoices_billed eur of 2026-11-01: 1 with 5 is summed up, 0 with 0 is counted/,
    ],
    [
      owing('invoices = invoices + 1'),
      ['owing_customers'],
      /cus_\d+ owes 4 invoices in cad, 3 are counted/,
    ],
    [
      owing('customer_id = customer_id + 1'),
      ['owing_customers'],
      /cus_\d+ owes 0 invoices in cad, 3 are counted/,
    ],
    [owing("currency = 'usd'"), ['owing_customers'], /owes 3 invoices in usd, 0 are counted/],
    [
      'delete from owing_customers where environment_id = 1',
      ['owing_customers'],
      /owes 0 invoices in cad, 3 are counted/,
    ],
    [
      invoice('posted', "summed_status = 'paid'"),
      ['day_sums', 'owing_customers'],
      /invoices_posted cad of 2026-12-20: 2 with 6006 is summed up, 1 with 8 is counted/,
    ],
    [
      invoice('overdue', 'summed_status = null'),
      ['day_sums', 'owing_customers'],
      /invoices_billed cad of 2026-11-20: 5 with 7356 is summed up, 4 with 6456 is counted/,
    ],
    [
      invoice('overdue', 'summed_remaining = 900'),
      ['day_sums'],
      /invoices_overdue cad of 2020-01-31: 1 with 800 is summed up, 1 with 900 is counted/,
    ],
    [
      invoice('posted', 'summed_remaining = null'),
      ['day_sums'],
      /invoices_posted cad of 2026-12-20: 2 with 6006 is summed up, 2 with 8 is counted/,
    ],
    [
      invoice('draft', "summed_status = 'void'"),
      ['day_sums'],
      /INV-\d+ is a draft, but counted as void/,
    ],
    [
      "update payments set summed_status = null where status = 'settled'",
      ['day_sums'],
      /payments_received cad of 2026-11-20: 1 with 100 is summed up, 0 with 0 is counted/,
    ],
    [
      "update payments set summed_status = 'settled' where status = 'reversed'",
      ['day_sums'],
      /payments_received cad of 2026-11-20: 1 with 100 is summed up, 2 with 101 is counted/,
    ],
  ]
}
