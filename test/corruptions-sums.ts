// Corruptions of the sums of days by SQL, each with the checks that must find it and their messages.

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
      /invoices_created paid of 2026-11-20: the sum is 3 with 0, but the rows add up to 2 with 0/,
    ],
    [
      sum('invoices_created', 'amount = 1', 'void'),
      ['day_sums'],
      /invoices_created void of 2026-11-20: the sum is 3 with 1, but the rows add up to 3 with 0/,
    ],
    [
      sum('invoices_created', "key = 'draft'", 'overdue'),
      ['day_sums'],
      /invoices_created draft of 2026-11-20: the sum is 1 with 0, but the rows add up to 0 with 0/,
    ],
    [
      sum('invoices_billed', 'amount = amount - 1'),
      ['day_sums'],
      /invoices_billed cad of 2026-11-20: the sum is 5 with 7355, but the rows add up to 5 with 7356/,
    ],
    [
      "insert into day_sums values (1, 'invoices_warned', '2026-11-01', 'tax_rate_unknown', 1, 0)",
      ['day_sums'],
      /invoices_warned tax_rate_unknown of 2026-11-01: the sum is 1 with 0, but the rows add up to 0 with 0/,
    ],
    [
      sum('invoices_posted', 'day = day + 1'),
      ['day_sums'],
      /invoices_posted cad of 2026-12-21: the sum is 2 with 6006, but the rows add up to 0 with 0/,
    ],
    [
      sum('invoices_overdue', "key = 'usd'"),
      ['day_sums'],
      /invoices_overdue cad of 2020-01-31: the sum is 0 with 0, but the rows add up to 1 with 800/,
    ],
    [
      sum('payments_received', "kind = 'payments_sent'"),
      ['day_sums'],
      /payments_received cad of 2026-11-20: the sum is 0 with 0, but the rows add up to 1 with 100/,
    ],
    [
      sum('customers_owing', 'count = 2'),
      ['day_sums'],
      /customers_owing cad of -infinity: the sum is 2 with 0, but the rows add up to 1 with 0/,
    ],
    [
      'delete from day_sums where environment_id = 1',
      ['day_sums'],
      /customers_owing cad of -infinity: the sum is 0 with 0, but the rows add up to 1 with 0/,
    ],
    [
      "insert into day_sums values (1, 'invoices_billed', '2026-11-01', 'eur', 1, 5)",
      ['day_sums'],
      /invoices_billed eur of 2026-11-01: the sum is 1 with 5, but the rows add up to 0 with 0/,
    ],
    [
      owing('invoices = invoices + 1'),
      ['owing_customers'],
      /cus_\d+ has 4 unpaid invoices in cad, but 3 are counted/,
    ],
    [
      owing('customer_id = customer_id + 1'),
      ['owing_customers'],
      /cus_\d+ has 0 unpaid invoices in cad, but 3 are counted/,
    ],
    [
      owing("currency = 'usd'"),
      ['owing_customers'],
      /has 3 unpaid invoices in usd, but 0 are counted/,
    ],
    [
      'delete from owing_customers where environment_id = 1',
      ['owing_customers'],
      /has 0 unpaid invoices in cad, but 3 are counted/,
    ],
    [
      invoice('posted', "summed_status = 'paid'"),
      ['day_sums', 'owing_customers'],
      /invoices_posted cad of 2026-12-20: the sum is 2 with 6006, but the rows add up to 1 with 8/,
    ],
    [
      invoice('overdue', 'summed_status = null'),
      ['day_sums', 'owing_customers'],
      /invoices_billed cad of 2026-11-20: the sum is 5 with 7356, but the rows add up to 4 with 6456/,
    ],
    [
      invoice('overdue', 'summed_remaining = 900'),
      ['day_sums'],
      /invoices_overdue cad of 2020-01-31: the sum is 1 with 800, but the rows add up to 1 with 900/,
    ],
    [
      invoice('posted', 'summed_remaining = null'),
      ['day_sums', 'owing_customers'],
      /invoices_posted cad of 2026-12-20: the sum is 2 with 6006, but the rows add up to 1 with 8/,
    ],
    [
      invoice('draft', "summed_status = 'void'"),
      ['day_sums'],
      /INV-\d+ is a draft, but is summed as void/,
    ],
    [
      "update payments set summed_status = null where status = 'settled'",
      ['day_sums'],
      /payments_received cad of 2026-11-20: the sum is 1 with 100, but the rows add up to 0 with 0/,
    ],
    [
      "update payments set summed_status = 'settled' where status = 'reversed'",
      ['day_sums'],
      /payments_received cad of 2026-11-20: the sum is 1 with 100, but the rows add up to 2 with 101/,
    ],
  ]
}
