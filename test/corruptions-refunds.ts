// Corruptions of refunds, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/**
 * The invoice is for 240.00, paid by 100.00 in cash and then 140.00 by transfer. Its notes: CN-000001 for 150.00, all of
 * it refunded: 140.00 of the transfer are paid, 10.00 of the cash were canceled and moved to the balance; CN-000002 over
 * 50.00, of which 10.00 were returned outside and 40.00 refunded: paid, failed after that, and 25.00 of them pending again;
 * CN-000003 for 20.00, refunded, canceled, and void.
 */
export function refundCorruptions(invoice_id: string): Corruption[] {
  const set = (change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${decodeId('inv', invoice_id)}'`
  const refund = (amount: number, change: string) =>
    `update refunds set ${change} where environment_id = 1 and amount = ${amount}`
  const payment = (amount: number, change: string) =>
    `update payments set ${change} where environment_id = 1 and amount = ${amount}`
  const note = (number: number, change: string) =>
    `update credit_notes set ${change} where environment_id = 1 and number = 'CN-00000${number}'`
  const event = (type: string, amount: number, from: string, to: string) =>
    `update events set object = regexp_replace(object::text, '${from}', '${to}')::json
     where environment_id = 1 and type = 'refund.${type}' and (object ->> 'amount')::int = ${amount}`
  const account = (kind: string, from: string, to: string) =>
    `update ledger_postings p set account = '${to}' from ledger_entries e
     where p.environment_id = 1 and e.environment_id = 1 and e.id = p.entry_id and e.kind = '${kind}'
       and p.account = '${from}'`
  return [
    // The note and payment it belongs to.
    [
      refund(14_000, 'payment_id = (select id from payments where amount = 10000)'),
      ['history', 'refunded_payments', 'refunds'],
      /by bank_transfer for .* has the payment of eur cus_\d+ cash.*14000 of 14000 is refunded of payment .*, but its refunds add up to 0/s,
    ],
    [
      refund(14_000, 'payment_id = gen_random_uuid()'),
      ['history', 'refunded_payments', 'refunds'],
      /has the payment of no currency/,
    ],
    [
      refund(14_000, "credit_note_id = (select id from credit_notes where number = 'CN-000002')"),
      ['history', 'refunds_of_notes'],
      /CN-000001 has a refund amount of 15000: 15000 is pending, paid or moved, but its refunds add up to 1000/,
    ],
    [
      refund(14_000, 'invoice_id = gen_random_uuid()'),
      ['history', 'ledger_documents', 'refunds', 'refunds_payable'],
      /for invoice .* has the credit note of eur cus_\d+ bank_transfer for invoice/,
    ],
    [
      refund(14_000, 'customer_id = customer_id + 1'),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of eur cus_\d+ by bank_transfer .* has the payment of eur cus_/,
    ],
    [
      refund(14_000, "currency = 'usd'"),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of usd .* has the payment of eur/,
    ],
    [
      refund(14_000, "method = 'card'"),
      ['history', 'ledger_documents', 'refunds'],
      /cash_card is missing in the ledger, but -140 in the documents/,
    ],
    [
      refund(14_000, "created_at = created_at - interval '1 second'"),
      ['history', 'refunds', 'refunds_of_notes'],
      /CN-000001 has a refund amount of 15000, but started refunds of 1000/,
    ],
    // The amount.
    [
      refund(14_000, 'amount = 13999'),
      ['history', 'ledger_documents', 'refunded_payments', 'refunds_of_notes', 'refunds_payable'],
      /INV-000001: 40 is to be refunded in the ledger, but its credit notes leave 40\.01/,
    ],
    [
      'delete from refunds where environment_id = 1 and amount = 2500',
      ['counters', 'history', 'refunded_payments', 'refunds_of_notes'],
      /CN-000002 has a refund amount of 4000: 2500 is pending, paid or moved, but its refunds add up to 0/,
    ],
    [
      'delete from refunds where environment_id = 1 and amount = 4000',
      ['counters', 'history', 'ledger_documents', 'refunds_of_notes'],
      /CN-000002 has a refund amount of 4000, but started refunds of 2500, and 0 failed or were canceled/,
    ],
    [
      payment(14_000, 'refunded = 13999'),
      ['refunded_payments'],
      /13999 of 14000 is refunded of payment .*, but its refunds add up to 14000/,
    ],
    [
      note(2, 'refunding = 2499'),
      ['refunds_of_notes'],
      /CN-000002 has a refund amount of 4000: 2499 is pending, paid or moved, but its refunds add up to 2500/,
    ],
    [
      note(2, 'refund = refund + 1, outside = outside - 1'),
      ['history', 'ledger_documents', 'refunds_payable'],
      /40 is to be refunded in the ledger, but its credit notes leave 40\.01/,
    ],
    [
      note(2, 'refund = refund - 1'),
      ['credit_notes', 'history', 'ledger_documents', 'refunds_payable'],
      /CN-000002: its total is 5000, but its parts add up to 4999/,
    ],
    [
      set('amount_returned = amount_returned - 4000'),
      ['credit_notes'],
      /amount_returned is 16000, but its notes add up to 20000/,
    ],
    [
      `with r as (update refunds set status = 'pending', canceled_at = null where amount = 2000),
         y as (${payment(10_000, 'refunded = refunded + 2000')})
       ${note(3, 'refunding = 2000')}`,
      ['history', 'refunds_of_notes'],
      /CN-000003 is void, but 2000 of it was refunded and 0 returned/,
    ],
    // The status and its timestamps.
    [
      refund(2500, "status = 'succeeded', succeeded_at = updated_at, paid_on = '2026-11-20'"),
      ['history', 'ledger_documents', 'refunds_payable'],
      /refund_succeeded of .*: cash_cash is missing in the ledger, but -25 in the documents/,
    ],
    [
      refund(4000, "status = 'canceled', canceled_at = failed_at, failed_at = null"),
      ['history', 'ledger_documents', 'refunds'],
      /refund_failed of .* nothing in the documents.*refund .* of 4000 is canceled, but was paid at/s,
    ],
    [
      refund(1000, 'moved_to_balance_at = null'),
      ['credit_note_credit', 'history', 'ledger_documents', 'refunds_of_notes', 'refunds_payable'],
      /credited of CN-000001 is 10 of cus_\d+ eur at .* but should be nothing/,
    ],
    [
      refund(14_000, "paid_on = '2026-11-17'"),
      ['history', 'value_dates'],
      /refund_succeeded of .*: its value date is 2026-11-18, but should be 2026-11-17/,
    ],
    [
      refund(14_000, "paid_on = '2026-11-22'"),
      ['history', 'refunds', 'value_dates'],
      /refund .* of 14000 is succeeded, but was paid at .* \(2026-11-22\)/,
    ],
    [
      refund(14_000, "succeeded_at = succeeded_at - interval '1 second'"),
      ['history', 'ledger_documents', 'refunds'],
      /refund .* of 14000 is succeeded, but was paid at/,
    ],
    [
      refund(2500, "failure_reason = 'closed'"),
      ['history', 'refunds'],
      /failure_reason is "closed", but its latest event has ""/,
    ],
    // The ledger and the feed.
    [
      account('refund_moved', 'refunds_payable', 'cash_other'),
      ['ledger_days', 'ledger_documents', 'refunds_payable'],
      /INV-000001: 50 is to be refunded in the ledger, but its credit notes leave 40/,
    ],
    [
      account('credit_note_issued', 'refunds_payable', 'cash_card'),
      ['ledger_days', 'ledger_documents', 'refunds_payable'],
      /credit_note_issued of .*: refunds_payable is missing in the ledger, but -150/,
    ],
    [
      event('created', 1000, '"amount": ?1000', '"amount":1001'),
      ['feed'],
      /takes 1001 of pay_\w+, but its note refunds 1000 of pay_.*is of 1001, but its note has 1000 to refund/s,
    ],
    [
      event('created', 2500, '"status": ?"pending"', '"status":"failed"'),
      ['feed', 'history'],
      /refund.created, starts as failed, or is over already/,
    ],
    [
      `update events set type = 'refund.canceled' where environment_id = 1
         and type = 'refund.moved_to_balance'`,
      ['feed'],
      /cannot change canceled to canceled/,
    ],
    [
      event('moved_to_balance', 1000, '"status": ?"canceled"', '"status":"failed"'),
      ['feed', 'history'],
      /refund.moved_to_balance, cannot change canceled to failed/,
    ],
  ]
}
