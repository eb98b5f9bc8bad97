// Corruptions of payments, ledger and events about refunds without credit notes, with the checks that must find them.

import type { Corruption } from './corruptions.ts'
import { idOf } from './corruptions-returns.ts'

const payment = (amount: number, change: string) =>
  `update payments set ${change} where environment_id = 1 and amount = ${amount}`
const event = (type: string, amount: number, from: string, to: string) =>
  `update events set object = regexp_replace(object::text, '${from}', '${to}')::json
   where environment_id = 1 and type = '${type}' and object ->> 'amount' = '${amount}'`
/** The entry of this kind of a refund. */
const entryOf = (amount: number, kind: string) =>
  `(select id from ledger_entries where environment_id = 1 and kind = '${kind}'
    and object_id = ${idOf('refunds', amount)})`

export const returnBookCorruptions = (): Corruption[] => [
  ...ofPayments(),
  ...ofEntries(),
  ...ofEvents(),
]

function ofPayments(): Corruption[] {
  return [
    [
      payment(80_000, 'unallocated = 56999'),
      ['allocations', 'history', 'unallocated_payments'],
      /cus_\d+: 672\.99 eur are unallocated, but 673 in the ledger/,
    ],
    [
      payment(80_000, 'unallocated = unallocated + 11000, refunded = refunded - 11000'),
      ['allocations', 'history', 'refunded_payments', 'unallocated_payments'],
      /12000 of 80000 is refunded of payment .*, but its refunds add up to 23000/,
    ],
    [
      payment(80_000, 'refunded = 22999'),
      ['allocations', 'refunded_payments'],
      /22999 of 80000 is refunded of payment .*, but its refunds add up to 23000/,
    ],
    [
      payment(80_000, 'amount = 80001'),
      ['allocations', 'day_sums', 'history', 'ledger_documents'],
      /of 80001 pays 0 .*, gave 0 as credit and leaves 57000, but its moves give 0/,
    ],
    [
      payment(80_000, 'customer_id = customer_id - 1'),
      ['history', 'ledger_documents', 'refunds', 'unallocated_payments'],
      /without a note, is for invoice , and its payment of eur cus_/,
    ],
    [
      payment(80_000, "method = 'card'"),
      ['history', 'ledger_documents', 'refunds'],
      /by bank_transfer, without a note, .* its payment of eur cus_\d+ by card/,
    ],
    [
      payment(80_000, "status = 'reversed', reversed_at = updated_at"),
      ['history', 'ledger_documents', 'unallocated_payments'],
      /cus_\d+: -17 eur are unallocated, but 673 in the ledger/,
    ],
    [
      payment(80_000, 'moves = null, allocations = null, allocated_to = null'),
      ['history', 'ledger_documents', 'refunds', 'settled'],
      /without a note, is for invoice , and its payment of eur cus_/,
    ],
    [
      payment(21_000, 'to_balance = 12001, unallocated = -1'),
      ['allocations', 'history', 'refunded_payments', 'unallocated_payments'],
      /gave 12001 as credit and leaves -1, but its moves give 0 .* and 12000/,
    ],
    [
      // The credit that the refund took back.
      payment(21_000, 'moves = (moves::jsonb - 1)::json'),
      ['allocations', 'ledger_documents', 'payment_credit'],
      /overpayment_reversed of payment .* is \{"cus_\d+ -40 eur.*"\} in its transactions, but should be nothing/,
    ],
    [
      payment(21_000, "moves = jsonb_set(moves::jsonb, '{1,amount}', '-4001')::json"),
      ['allocations', 'ledger_documents', 'payment_credit'],
      /overpayment_reversed of payment .* is \{"cus_\d+ -40 eur.*"\} in its transactions, but should be \{"cus_\d+ -40\.01 eur/,
    ],
    [
      // The invoice of the entry, which needed nothing.
      payment(7300, 'moves = (moves::jsonb - 0)::json'),
      ['ledger_documents'],
      /payment_settled of .*: customer_credit is -73 in the ledger, but -73 in the documents/,
    ],
    [
      payment(3100, "status = 'settled', reversed_at = null"),
      ['history', 'ledger_documents', 'unallocated_payments'],
      /cus_\d+: 704 eur are unallocated, but 673 in the ledger/,
    ],
    [
      payment(3100, 'unallocated = 1399'),
      ['allocations', 'history'],
      /of 3100 pays 0 .*, gave 0 as credit and leaves 1399, but its moves give 0/,
    ],
    [
      'update credit_transactions set amount = -39 where environment_id = 1 and amount = -40',
      ['credit', 'history', 'payment_credit'],
      /overpayment_reversed of payment .* is \{"cus_\d+ -39 eur.*"\} in its transactions, but should be \{"cus_\d+ -40 eur/,
    ],
    [
      'delete from credit_transactions where environment_id = 1 and amount = -6',
      ['counters', 'credit', 'history', 'payment_credit'],
      /overpayment_reversed of payment .* is nothing in its transactions, but should be \{"cus_\d+ -6 eur/,
    ],
  ]
}

/** Corruptions of ledger entries. */
function ofEntries(): Corruption[] {
  return [
    [
      `update ledger_postings set account = 'refunds_payable' where environment_id = 1
         and account = 'unallocated_payments' and entry_id = ${entryOf(12_000, 'refund_succeeded')}`,
      ['ledger_days', 'ledger_documents', 'refunds_payable', 'unallocated_payments'],
      /cus_\d+: 673 eur are unallocated, but 793 in the ledger/,
    ],
    [
      `with e as (delete from ledger_entries where id = ${entryOf(13_000, 'refund_failed')} returning id)
       delete from ledger_postings p using e where p.environment_id = 1 and p.entry_id = e.id`,
      ['counters', 'ledger_days', 'ledger_documents', 'unallocated_payments'],
      /cus_\d+: 673 eur are unallocated, but 543 in the ledger/,
    ],
    [
      `update ledger_entries set invoice_id = '00000000-0000-7000-8000-000000000000'
       where environment_id = 1 and id = ${entryOf(12_000, 'refund_succeeded')}`,
      ['ledger_documents'],
      /refund_succeeded of /,
    ],
    [
      `update ledger_entries set value_date = '2026-11-19'
       where environment_id = 1 and id = ${entryOf(12_000, 'refund_succeeded')}`,
      ['value_dates'],
      /refund_succeeded of .*: its value date is 2026-11-19, but should be 2026-11-18/,
    ],
    [
      `update ledger_entries set customer_id = customer_id - 1
       where environment_id = 1 and id = ${entryOf(12_000, 'refund_succeeded')}`,
      ['ledger_documents', 'unallocated_payments'],
      /cus_\d+: 673 eur are unallocated, but 793 in the ledger/,
    ],
  ]
}

function ofEvents(): Corruption[] {
  return [
    [
      event('refund.created', 12_000, '"amount": ?12000', '"amount":12001'),
      ['feed'],
      /refund.succeeded, changes amount from 12001 to 12000/,
    ],
    [
      event('refund.created', 11_000, '"status": ?"pending"', '"status":"failed"'),
      ['history'],
      /status is "pending", but its latest event has "failed"/,
    ],
    [
      event('refund.created', 12_000, '"reference": ?""', '"reference":"E2E 1"'),
      ['feed'],
      /refund\.succeeded, has .* as the previous reference/,
    ],
    [
      event('refund.canceled', 15_000, '"status": ?"canceled"', '"status":"pending"'),
      ['feed', 'history'],
      /refund.canceled, cannot change pending to pending/,
    ],
    [
      event('refund.canceled', 15_000, '"failure_reason": ?""', '"failure_reason":"closed"'),
      ['feed', 'history'],
      /refund.canceled, changes failure_reason from "" to "closed"/,
    ],
    [
      `update events set type = 'refund.moved_to_balance' where environment_id = 1
         and type = 'refund.canceled' and object ->> 'amount' = '15000'`,
      ['feed'],
      /refund.moved_to_balance, /,
    ],
    [
      event('payment.updated', 5800, '"to_balance": ?200', '"to_balance":201'),
      ['history'],
      /to_balance is 200, but its latest event has 201/,
    ],
    [
      `update events set type = 'payment.moved_to_balance' where environment_id = 1
         and type = 'payment.updated' and object ->> 'amount' = '5800'`,
      ['feed'],
      /payment.moved_to_balance, cannot change settled to settled/,
    ],
    [
      `update events set type = 'payment.allocated' where environment_id = 1 and type = 'payment.updated'
         and object ->> 'amount' = '80000' and object ->> 'unallocated' = '69000'`,
      ['feed'],
      /payment.allocated, /,
    ],
  ]
}
