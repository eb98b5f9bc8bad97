// Corruptions of payments of several invoices, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** The first and third of one customer's invoices for 300.00, 120.00 and 50.00. */
export interface AllocatedBooks {
  first: string
  third: string
}

/** Statements that corrupt one row; payments are named by their amounts, entries and moves by their positions. */
interface Rows {
  payment(amount: number, change: string): string
  json(amount: number, column: string, from: string, to: string): string
  move(nth: number, column: string, change: string): string
  entry(amount: number, nth: number, change: string): string
  posting(amount: number, nth: number, from: string, change: string): string
  credit(amount: number, change: string): string
  event(type: string, amount: number | string, from: string, to: string): string
}

/** Selects the UUID of a payment. */
const idOf = (amount: number) =>
  `(select id from payments where environment_id = 1 and amount = ${amount})`

const rows: Rows = {
  payment: (amount, change) =>
    `update payments set ${change} where environment_id = 1 and amount = ${amount}`,
  json: (amount, column, from, to) =>
    rows.payment(amount, `${column} = regexp_replace(${column}::text, '${from}', '${to}')::json`),
  move: (nth, name, value) =>
    rows.payment(50_000, `moves = jsonb_set(moves::jsonb, '{${nth},${name}}', '${value}')::json`),
  // The entries of a payment and of its moves, in the order of their IDs.
  entry: (amount, nth, change) =>
    `update ledger_entries set ${change} where environment_id = 1 and id = ${entryOf(amount, nth)}`,
  posting: (amount, nth, from, change) =>
    `update ledger_postings set ${change} where environment_id = 1 and account = '${from}'
       and entry_id = ${entryOf(amount, nth)}`,
  credit: (amount, change) =>
    `update credit_transactions set ${change} where environment_id = 1 and amount = ${amount}`,
  event: (type, amount, from, to) =>
    `update events set object = regexp_replace(object::text, '${from}', '${to}')::json
     where environment_id = 1 and type = '${type}' and (object ->> 'amount') = '${amount}'`,
}

const entryOf = (amount: number, nth: number) =>
  `(select e.id from ledger_entries e where e.environment_id = 1 and e.object_id in (
      select ${idOf(amount)} union all
      select (m ->> 'id')::uuid from payments p, json_array_elements(p.moves) m
      where p.environment_id = 1 and p.amount = ${amount})
    order by e.id offset ${nth} limit 1)`

/**
 * The payments: 500.00 by cheque, of which 200.00 and 70.00 were first allocated to the first and second invoice, then
 * 50.00 to the first, then 30.00 deallocated from the second and 40.00 made credit, so that 170.00 is unallocated;
 * 57.00 in cash for the third, 7.00 of which became credit; 9.00 in cash for the third, all of it credit, reversed;
 * 61.00 by transfer, 10.00 of it for the second, reversed; 33.00 by transfer for the first, 13.00 of which was
 * deallocated.
 */
export function paymentCorruptions(books: AllocatedBooks): Corruption[] {
  const ids = [books.first, books.third].map((id) => decodeId('inv', id))
  const [one, three] = ids as [string, string]
  return [...ofPayments(one, three), ...ofMoves(one), ...ofEntries(), ...ofCredit(), ...ofEvents()]
}

/** The current fields of payments. */
function ofPayments(one: string, three: string): Corruption[] {
  const { payment, json } = rows
  return [
    [
      payment(50_000, 'unallocated = 16999'),
      ['allocations', 'history', 'unallocated_payments'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 16999, but its moves give 29000/,
    ],
    [
      payment(50_000, 'customer_id = customer_id - 1'),
      ['history', 'ledger_documents', 'payment_credit', 'settled', 'unallocated_payments'],
      /overpaid of payment .* is \{"cus_\d+ 40 eur.*"\} in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      payment(50_000, "received_on = '2026-11-17'"),
      ['day_sums', 'history', 'value_dates'],
      /payment_allocated of .*: its value date is 2026-11-18, but should be 2026-11-20/,
    ],
    // An element that is not a move.
    [
      payment(50_000, 'moves = \'["x"]\''),
      ['allocations', 'ledger_documents', 'payment_credit', 'settled', 'value_dates'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 0 /,
    ],
    [
      payment(50_000, 'refunded = 1'),
      ['allocations', 'refunded_payments'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      payment(50_000, `invoice_id = '${one}'`),
      ['allocations', 'history'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      payment(
        50_000,
        `invoice_id = '${one}', allocations = null, moves = null, allocated_to = null`,
      ),
      ['history', 'ledger_documents', 'settled', 'value_dates'],
      /payment_allocated of .*: its value date is 2026-11-18, but should be 2026-11-20/,
    ],
    [
      payment(50_000, "status = 'reversed', reversed_at = updated_at"),
      ['allocations', 'history', 'ledger_documents', 'unallocated_payments'],
      /is reversed, but its reversal leaves 4000/,
    ],
    [
      json(50_000, 'allocations', '"refunded": ?0', '"refunded":1'),
      ['allocations'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      json(50_000, 'allocations', ':25000(.*):4000', ':24000\\1:5000'),
      ['allocations', 'history'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      payment(50_000, `allocated_to = array['${one}', '${three}']`),
      ['allocations'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      'delete from payments where environment_id = 1 and amount = 50000',
      [
        'counters',
        'day_sums',
        'history',
        'ledger_documents',
        'payment_credit',
        'settled',
        'unallocated_payments',
        'value_dates',
      ],
      /overpaid of payment .* is \{"cus_\d+ 40 eur.*"\} in its transactions, but should be nothing/,
    ],
    [
      payment(5700, 'to_balance = 699, unallocated = 1'),
      ['history', 'ledger_documents', 'payment_credit', 'settled', 'unallocated_payments'],
      /overpaid of payment .* is \{"cus_\d+ 7 eur.*"\} in its transactions, but should be \{"cus_\d+ 6\.99 eur.*"\}/,
    ],
    [
      payment(5700, 'invoice_id = null'),
      ['history', 'ledger_documents', 'settled'],
      /: 0 is paid, but its settled payments are 5000/,
    ],
    [
      payment(5700, "allocations = '[]', moves = '[]', allocated_to = '{}'"),
      ['allocations', 'history', 'ledger_documents', 'payment_credit', 'settled'],
      /of 5700 pays 0 .*, gave 700 as credit and leaves 0, but its moves give 0/,
    ],
    [
      payment(900, "status = 'settled', reversed_at = null"),
      ['history', 'ledger_documents', 'payment_credit'],
      /overpayment_reversed of payment .* is \{"cus_\d+ -9 eur.*"\} in its transactions, but should be nothing/,
    ],
    [
      payment(6100, 'unallocated = 5099'),
      ['allocations', 'history'],
      /of 6100 pays 1000 .*, gave 0 as credit and leaves 5099, but its moves give 1000/,
    ],
    [
      json(6100, 'allocations', ':1000', ':999'),
      ['allocations', 'history'],
      /of 6100 pays 999 .*, gave 0 as credit and leaves 5100, but its moves give 1000/,
    ],
    [
      payment(6100, 'invoice_id = null'),
      ['allocations', 'history'],
      /of 6100 pays 1000 .*, gave 0 as credit and leaves 5100, but its moves give 1000/,
    ],
    [
      payment(6100, "status = 'settled', reversed_at = null"),
      ['allocations', 'history', 'ledger_documents', 'unallocated_payments'],
      /is settled, but its reversal leaves -1000/,
    ],
  ]
}

/** The allocation history of payments. */
function ofMoves(one: string): Corruption[] {
  const { payment, json, move } = rows
  return [
    [
      move(3, 'value_date', '"2026-11-18"'),
      ['value_dates'],
      /payment_deallocated of .*: its value date is 2026-11-20/,
    ],
    [
      json(3300, 'moves', '"value_date": ?"2026-11-20"', '"value_date":"2026-11-19"'),
      ['allocations'],
      /of 3300 pays 2000 .*, gave 0 as credit and leaves 1300, but its moves give 2000/,
    ],
    [
      move(3, 'amount', '3000'),
      ['allocations', 'ledger_documents', 'settled'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 35000/,
    ],
    [
      move(4, 'amount', '4001'),
      ['allocations', 'ledger_documents', 'payment_credit'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      move(4, 'invoice_id', `"${one}"`),
      ['allocations', 'ledger_documents', 'payment_credit', 'settled'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 33000/,
    ],
    [
      move(2, 'value_date', '"2026-11-18"'),
      ['value_dates'],
      /payment_allocated of .*: its value date is 2026-11-20, but should be 2026-11-18/,
    ],
    [
      move(2, 'at', '"2026-11-20T11:59:59.000Z"'),
      ['ledger_documents'],
      /payment_allocated of .*: receivable is -50 in the ledger, but -50 in the documents/,
    ],
    [
      move(2, 'id', 'null'),
      ['allocations', 'ledger_documents'],
      /payment_settled of .*: cash_cheque is 500 in the ledger, but 500 in the documents/,
    ],
    [
      move(3, 'is_reversal', 'true'),
      ['allocations'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 32000/,
    ],
    [
      payment(50_000, 'moves = (moves::jsonb || (moves::jsonb -> 4))::json'),
      ['allocations', 'ledger_documents', 'payment_credit'],
      /of 50000 pays 29000 .*, gave 4000 as credit and leaves 17000, but its moves give 29000/,
    ],
    [
      payment(6100, 'moves = (moves::jsonb - 1)::json'),
      ['allocations', 'ledger_documents', 'settled'],
      /is reversed, but its reversal leaves 1000/,
    ],
    [
      json(3300, 'moves', '"amount": ?-1300', '"is_reversal":true,"amount":-1300'),
      ['allocations'],
      /of 3300 pays 2000 .*, gave 0 as credit and leaves 1300, but its moves give 3300/,
    ],
  ]
}

/** The ledger. */
function ofEntries(): Corruption[] {
  const { entry, posting } = rows
  return [
    [
      posting(50_000, 0, 'unallocated_payments', "account = 'receivable'"),
      ['ledger_days', 'ledger_documents', 'receivable', 'unallocated_payments'],
      /cus_\d+: 183 eur are unallocated, but -317 in the ledger/,
    ],
    [
      `update ledger_postings set amount = -amount where environment_id = 1 and entry_id = ${entryOf(50_000, 4)}`,
      ['ledger_days', 'ledger_documents', 'receivable', 'unallocated_payments'],
      /cus_\d+: 183 eur are unallocated, but 123 in the ledger/,
    ],
    [
      `with e as (delete from ledger_entries where environment_id = 1 and id = ${entryOf(50_000, 4)} returning id)
       delete from ledger_postings p using e where p.environment_id = 1 and p.entry_id = e.id`,
      ['counters', 'ledger_days', 'ledger_documents', 'receivable', 'unallocated_payments'],
      /cus_\d+: 183 eur are unallocated, but 153 in the ledger/,
    ],
    [
      entry(50_000, 1, 'invoice_id = null'),
      ['ledger_documents', 'receivable'],
      /payment_allocated of .*: receivable is -200 in the ledger, but -200 in the documents/,
    ],
    [
      entry(50_000, 1, 'customer_id = customer_id - 1'),
      ['ledger_documents', 'unallocated_payments'],
      /cus_\d+: 0 eur are unallocated, but -200 in the ledger/,
    ],
    [
      entry(50_000, 3, "value_date = '2026-11-18'"),
      ['value_dates'],
      /payment_allocated of .*: its value date is 2026-11-18, but should be 2026-11-20/,
    ],
    [
      entry(50_000, 3, "created_at = created_at - interval '1 second'"),
      ['ledger_documents'],
      /payment_allocated of .*: receivable is -50 in the ledger, but -50 in the documents/,
    ],
    [
      entry(50_000, 1, "kind = 'payment_settled'"),
      ['ledger_documents', 'value_dates'],
      /payment_settled of .*: its value date is 2026-11-18, but should be 2026-11-20/,
    ],
    [
      posting(900, 1, 'customer_credit', "account = 'receivable'"),
      ['ledger_days', 'ledger_documents', 'receivable'],
      /payment_reversed of .*: customer_credit is missing in the ledger, but 9 in the documents/,
    ],
    [
      posting(3300, 0, 'receivable', "account = 'unallocated_payments'"),
      ['ledger_days', 'ledger_documents', 'receivable', 'unallocated_payments'],
      /cus_\d+: 183 eur are unallocated, but 216 in the ledger/,
    ],
  ]
}

/** The credit of customers. */
function ofCredit(): Corruption[] {
  const { credit } = rows
  return [
    [
      credit(40, `payment_id = ${idOf(5700)}`),
      ['history', 'payment_credit'],
      /overpaid of payment .* is nothing in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      credit(40, 'amount = 39'),
      ['credit', 'history', 'payment_credit'],
      /overpaid of payment .* is \{"cus_\d+ 39 eur.*"\} in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      credit(40, 'customer_id = customer_id - 1'),
      ['credit', 'history', 'payment_credit'],
      /overpaid of payment .* is \{"cus_\d+ 40 eur.*"\} in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      'delete from credit_transactions where environment_id = 1 and amount = 40',
      ['counters', 'credit', 'history', 'payment_credit'],
      /overpaid of payment .* is nothing in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      `with other as (${credit(7, `payment_id = ${idOf(50_000)}`)}) ${credit(40, `payment_id = ${idOf(5700)}`)}`,
      ['history', 'payment_credit'],
      /overpaid of payment .* is \{"cus_\d+ 7 eur.*"\} in its transactions, but should be \{"cus_\d+ 40 eur.*"\}/,
    ],
    [
      credit(-9, `payment_id = ${idOf(5700)}`),
      ['history', 'payment_credit'],
      /overpayment_reversed of payment .* is \{"cus_\d+ -9 eur.*"\} in its transactions, but should be nothing/,
    ],
    [
      credit(-9, "type = 'expired', payment_id = null"),
      ['history', 'ledger_documents', 'payment_credit'],
      /overpayment_reversed of payment .* is nothing in its transactions, but should be \{"cus_\d+ -9 eur.*"\}/,
    ],
    [
      'delete from credit_transactions where environment_id = 1 and abs(amount) = 9',
      ['counters', 'history', 'payment_credit'],
      /overpaid of payment .* is nothing in its transactions, but should be \{"cus_\d+ 9 eur.*"\}/,
    ],
  ]
}

function ofEvents(): Corruption[] {
  const { event } = rows
  return [
    [
      event('payment.allocated', 50_000, ':25000', ':24999'),
      ['feed'],
      /event .*, payment\.deallocated, has/,
    ],
    [
      event('payment.deallocated', 50_000, ':4000', ':4001'),
      ['feed'],
      /event .*, payment\.moved_to_balance, has/,
    ],
    [
      event('payment.moved_to_balance', 50_000, '"to_balance": ?4000', '"to_balance":3999'),
      ['feed', 'history'],
      /to_balance is 4000, but its latest event has 3999/,
    ],
    [
      event('payment.reversed', 6100, '"unallocated": ?5100', '"unallocated":5099'),
      ['feed', 'history'],
      /event .*, payment\.reversed, has 5099 as the previous unallocated, but it was 5100/,
    ],
    [
      `delete from events where environment_id = 1 and type = 'payment.deallocated' and object ->> 'amount' = '3300'`,
      ['events', 'feed', 'history'],
      /.*: event .*, invoice\.payment_reversed, has 27000 as paid, but the payments until then are 28300/,
    ],
    [
      event(
        'credit_transaction.created',
        '40.00000000',
        'pay_[0-9a-z]+',
        'pay_01m8h7bc1ae009k0qyd1cfg393',
      ),
      ['history'],
      /payment_id is ".*", but its latest event has ".*"/,
    ],
  ]
}
