// Corruptions of refunds of money that pays no invoice, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

const refund = (amount: number, change: string) =>
  `update refunds set ${change} where environment_id = 1 and amount = ${amount}`
export const idOf = (table: string, amount: number) =>
  `(select id from ${table} where environment_id = 1 and amount = ${amount})`

/**
 * Refunds of a transfer of 800.00, of which 570.00 are unallocated: 110.00 pending, 120.00 paid, 130.00 paid and failed, 150.00 canceled.
 * Of 210.00 in cash 160.00 became credit, and 90.00 were refunded and paid, 40.00 of them taken back from the credit. Of a
 * cheque over 31.00, which was reversed, 17.00 were paid back. Of 58.00 in cash for an invoice over 50.00, 8.00 became
 * credit, and 6.00 of them are to be refunded; of 73.00 in cash for the same invoice, all of it credit, 4.00 are. `other` is
 * an invoice of another customer.
 */
export function returnCorruptions(other: string): Corruption[] {
  return [...ofOrigins(decodeId('inv', other) ?? ''), ...ofAmounts(), ...ofSteps()]
}

function ofOrigins(other: string): Corruption[] {
  return [
    [
      refund(11_000, "credit_note_id = (select id from credit_notes where number = 'CN-000002')"),
      ['allocations', 'history', 'refunds', 'refunds_of_notes', 'unallocated_payments'],
      /for invoice .* has the credit note of eur cus_\d+ bank_transfer for invoice/,
    ],
    [
      refund(12_000, `invoice_id = '${other}'`),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of eur cus_\d+ by bank_transfer, without a note, is for invoice .*, and its payment of eur/,
    ],
    [
      refund(11_000, `payment_id = ${idOf('payments', 21_000)}`),
      ['allocations', 'history', 'refunded_payments', 'refunds'],
      /by bank_transfer, without a note, .* its payment of eur cus_\d+ by cash/,
    ],
    [
      refund(9000, `payment_id = ${idOf('payments', 5800)}`),
      ['allocations', 'history', 'refunded_payments'],
      /9000 of 21000 is refunded of payment .*, but its refunds add up to 0/,
    ],
    [
      refund(600, `payment_id = ${idOf('payments', 10_000)}`),
      ['allocations', 'history', 'refunded_payments', 'refunds'],
      /600 of 5800 is refunded of payment .*, but its refunds add up to 0/,
    ],
    [
      refund(12_000, 'payment_id = gen_random_uuid()'),
      ['allocations', 'history', 'refunded_payments', 'refunds'],
      /23000 of 80000 is refunded of payment .*, but its refunds add up to 11000/,
    ],
    [
      refund(12_000, 'customer_id = customer_id - 1'),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* without a note, is for invoice , and its payment of eur cus_/,
    ],
    [
      refund(11_000, 'customer_id = customer_id - 1'),
      ['history', 'refunds', 'unallocated_payments'],
      /cus_\d+: 293 eur are unallocated, but 183 in the ledger/,
    ],
    [
      refund(12_000, "currency = 'usd'"),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of usd .* without a note, .* its payment of eur/,
    ],
    [
      refund(12_000, "method = 'card'"),
      ['history', 'ledger_documents', 'refunds'],
      /cash_card is missing in the ledger, but -120 in the documents/,
    ],
    [
      refund(12_000, "created_at = created_at - interval '1 day'"),
      ['history', 'refunds'],
      /refund .* of eur cus_\d+ by bank_transfer, without a note/,
    ],
    [
      refund(12_000, 'id = gen_random_uuid()'),
      ['history', 'ledger_documents', 'value_dates'],
      /refund_succeeded of .* nothing in the documents/,
    ],
  ]
}

function ofAmounts(): Corruption[] {
  return [
    [
      refund(11_000, 'amount = 11001'),
      ['allocations', 'history', 'refunded_payments', 'unallocated_payments'],
      /cus_\d+: 673\.01 eur are unallocated, but 673 in the ledger/,
    ],
    [
      refund(12_000, 'amount = 11999'),
      ['allocations', 'history', 'ledger_documents', 'refunded_payments'],
      /23000 of 80000 is refunded of payment .*, but its refunds add up to 22999/,
    ],
    [
      refund(15_000, 'amount = 15001'),
      ['history'],
      /amount is 15001, but its latest event has 15000/,
    ],
    [
      refund(1700, 'amount = 1701'),
      ['allocations', 'history', 'ledger_documents', 'refunded_payments', 'unallocated_payments'],
      /refund_succeeded of .*: cash_cheque is -17 in the ledger, but -17\.01/,
    ],
    [
      'delete from refunds where environment_id = 1 and amount = 11000',
      ['allocations', 'counters', 'history', 'refunded_payments', 'unallocated_payments'],
      /cus_\d+: 563 eur are unallocated, but 673 in the ledger/,
    ],
    [
      'delete from refunds where environment_id = 1 and amount = 12000',
      [
        'allocations',
        'counters',
        'history',
        'ledger_documents',
        'refunded_payments',
        'value_dates',
      ],
      /refund_succeeded of .* nothing in the documents/,
    ],
    [
      'delete from refunds where environment_id = 1 and amount = 15000',
      ['counters', 'history'],
      /./,
    ],
  ]
}

/** Corruptions of a refund's steps and their times. */
function ofSteps(): Corruption[] {
  return [
    [
      refund(11_000, "status = 'succeeded', succeeded_at = updated_at, paid_on = '2026-11-20'"),
      ['history', 'ledger_documents', 'unallocated_payments'],
      /refund_succeeded of .*: cash_bank_transfer is missing in the ledger, but -110 in the documents/,
    ],
    [
      refund(11_000, "status = 'canceled', canceled_at = updated_at"),
      ['allocations', 'history', 'refunded_payments', 'unallocated_payments'],
      /23000 of 80000 is refunded of payment .*, but its refunds add up to 12000/,
    ],
    [
      refund(12_000, "status = 'pending', succeeded_at = null, paid_on = null, reference = ''"),
      ['history', 'ledger_documents', 'unallocated_payments', 'value_dates'],
      /cus_\d+: 793 eur are unallocated, but 673 in the ledger/,
    ],
    [
      refund(12_000, "status = 'failed', failed_at = updated_at"),
      ['allocations', 'history', 'ledger_documents', 'refunded_payments'],
      /refund_failed of .*: cash_bank_transfer is missing in the ledger, but 120 in the documents/,
    ],
    [
      refund(13_000, "status = 'succeeded', failed_at = null, failure_reason = ''"),
      ['allocations', 'history', 'ledger_documents', 'refunded_payments'],
      /refund_failed of .* nothing in the documents/,
    ],
    [
      refund(13_000, 'succeeded_at = null, paid_on = null'),
      ['history', 'ledger_documents'],
      /refund_failed of .* nothing in the documents/,
    ],
    [
      refund(15_000, "status = 'pending', canceled_at = null"),
      ['allocations', 'history', 'refunded_payments', 'unallocated_payments'],
      /cus_\d+: 823 eur are unallocated, but 673 in the ledger/,
    ],
    [
      refund(15_000, 'moved_to_balance_at = updated_at'),
      ['credit_note_credit', 'history', 'ledger_documents', 'refunds'],
      /refund_moved of .*: customer_credit is missing in the ledger, but -150 in the documents/,
    ],
    [
      refund(12_000, "paid_on = '2026-11-17'"),
      ['history', 'value_dates'],
      /refund_succeeded of .*: its value date is 2026-11-18, but should be 2026-11-17/,
    ],
    [
      refund(12_000, "paid_on = '2026-11-22'"),
      ['history', 'refunds', 'value_dates'],
      /refund .* of 12000 is succeeded, but was paid at .* \(2026-11-22\)/,
    ],
    [
      refund(12_000, 'paid_on = null'),
      ['history', 'refunds', 'value_dates'],
      /refund .* of 12000 is succeeded, but was paid at/,
    ],
    [
      refund(12_000, "succeeded_at = succeeded_at - interval '1 day'"),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of 12000 is succeeded, but was paid at/,
    ],
    [
      refund(13_000, "failed_at = failed_at - interval '1 day'"),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of 13000 is failed, but was paid at/,
    ],
    [
      refund(15_000, "canceled_at = canceled_at - interval '1 day'"),
      ['history', 'refunds'],
      /refund .* of 15000 is canceled, but was paid at/,
    ],
    [
      refund(12_000, "updated_at = updated_at + interval '1 day'"),
      ['history', 'refunds'],
      /refund .* of 12000 is succeeded, but was paid at/,
    ],
    [
      refund(11_000, "reference = 'E2E 1'"),
      ['history', 'refunds'],
      /refund .* of 11000 is pending, but was paid at/,
    ],
    [
      refund(12_000, "reference = 'E2E 1'"),
      ['history'],
      /reference is "E2E 1", but its latest event has "E2E 4713"/,
    ],
    [
      refund(15_000, "failure_reason = 'closed'"),
      ['history', 'refunds'],
      /failure_reason is "closed", but its latest event has ""/,
    ],
  ]
}
