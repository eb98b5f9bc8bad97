// Corruptions of the ledger by SQL, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/** `id` returns the invoice that the test brought into a state. */
export function ledgerCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = (state: string, column = 'id') =>
    `environment_id = 1 and ${column} = '${decodeId('inv', id(state))}'`

  /** Changes a posting of the entry that finalized an invoice. */
  const posting = (state: string, account: string, change: string) =>
    `update ledger_postings p set ${change} from ledger_entries e
     where p.environment_id = 1 and e.id = p.entry_id and e.object_id = '${decodeId('inv', id(state))}'
       and e.kind = 'invoice_finalized' and p.account = '${account}'`

  return [
    [
      'update customer_balances set balance = balance + 0.00000001',
      ['credit'],
      /cus_\d+ has 0.00100001 cad, but its transactions add up to 0.001/,
    ],
    [
      "update credit_transactions set amount = amount + 1 where type = 'granted'",
      ['credit', 'history', 'ledger_documents'],
      /customer_credit is -5.001 in the ledger, but -6.001 in the documents/,
    ],
    [
      `delete from credit_transactions where type = 'restored'`,
      ['counters', 'credit', 'history', 'ledger_documents'],
      /applied 2 and restored 2, but its transactions are 2 and 0/,
    ],
    [
      `update invoices set credit_applied = 299, amount_due = 1, status = 'posted' where ${invoice('credited')}`,
      ['credit', 'derivations', 'history', 'mails', 'receivable', 'states'],
      /credit_applied is 299, but its derivation gives 300/,
    ],
    [
      `update invoices set amount_written_off = 7 where ${invoice('posted')}`,
      ['bad_debt', 'history', 'receivable'],
      /its bad debt is 0, but 0.07 is written off/,
    ],
    [
      `update invoices set credit_applied_later = 7 where ${invoice('posted')}`,
      ['credit', 'history', 'receivable'],
      /applied 0.07 and restored 0, but its transactions are 0 and 0/,
    ],
    [
      `update invoices set derivation = replace(derivation::text, '5.00100000', '2.99900000')::json
       where ${invoice('credited')}`,
      ['derivations', 'seals'],
      /300 of credit is applied from a balance of 2.99900000/,
    ],
    [
      'update payments set amount = 99 where amount = 100',
      ['day_sums', 'history', 'ledger_documents', 'settled'],
      /cash_cheque is 1 in the ledger, but 0.99 in the documents.*100 is paid, but its settled payments are 99/s,
    ],
    [
      "update payments set status = 'settled', reversed_at = null where amount = 1",
      ['history', 'ledger_documents', 'settled'],
      /payment_reversed of .*: receivable is 0.01 in the ledger, but nothing in the documents/,
    ],
    [
      "update payments set currency = 'usd' where amount = 100",
      ['day_sums', 'history', 'ledger_documents', 'settled'],
      /payment .* is in usd by cus_\d+, but its invoice is not/,
    ],
    [
      'delete from payments where amount = 100',
      ['counters', 'day_sums', 'history', 'ledger_documents', 'settled'],
      /payments_count is 2, but there are 1/,
    ],
    [
      posting('posted', 'receivable', 'amount = p.amount + 0.00000001'),
      ['ledger_days', 'ledger_documents', 'ledger_entries', 'receivable'],
      /invoice_finalized of .* is off balance by 0.00000001/,
    ],
    [
      posting('posted', 'receivable', "dimension = 'gst'"),
      ['ledger_days', 'ledger_documents'],
      /receivable gst is 59.98 in the ledger, but nothing in the documents/,
    ],
    [
      posting('posted', 'revenue', "account = 'tax_payable'"),
      ['ledger_days', 'ledger_documents'],
      /revenue is missing in the ledger, but -59.98 in the documents/,
    ],
    [
      `update ledger_entries set created_at = created_at + interval '1 millisecond'
       where ${invoice('posted', 'invoice_id')}`,
      ['ledger_documents'],
      /receivable is 59.98 in the ledger, but 59.98 in the documents/,
    ],
    [
      `update ledger_entries set customer_id = 7 where ${invoice('posted', 'invoice_id')}`,
      ['ledger_documents'],
      /revenue is -59.98 in the ledger, but -59.98 in the documents/,
    ],
    [
      `update ledger_entries set invoice_id = '${decodeId('inv', id('posted'))}'
       where environment_id = 1 and kind = 'credit_granted'`,
      ['ledger_documents'],
      /credit_granted of .*: customer_credit is -5.001 in the ledger, but -5.001 in the documents/,
    ],
    [
      `delete from ledger_postings where entry_id in (
         select id from ledger_entries where ${invoice('posted', 'invoice_id')})`,
      ['ledger_days', 'ledger_documents', 'ledger_entries', 'receivable'],
      /moves nothing.*its receivable is 0, but 59.98 is to be collected/s,
    ],
    [
      `with gone as (delete from ledger_entries where ${invoice('void_posted', 'invoice_id')}
         and kind = 'invoice_voided' returning id)
       delete from ledger_postings where entry_id in (select id from gone)`,
      ['counters', 'ledger_days', 'ledger_documents', 'receivable'],
      /invoice_voided of .*: revenue is missing in the ledger, but 0.08 in the documents/,
    ],
    [
      `with twice as (insert into ledger_entries select environment_id, gen_random_uuid(), kind,
           object_id, customer_id, invoice_id, currency, created_at, day, value_date
         from ledger_entries where ${invoice('posted', 'invoice_id')} returning *)
       insert into ledger_postings select environment_id, id, a, x from twice,
         (values ('receivable', 59.98), ('revenue', -59.98)) v (a, x)`,
      ['counters', 'ledger_days', 'ledger_documents', 'receivable'],
      /receivable is 119.96 in the ledger, but 59.98 in the documents/,
    ],
    [
      "update ledger_entries set day = day + 400 where kind = 'payment_reversed'",
      ['entry_days', 'value_dates'],
      /its day is 2027-12-25, but at 2026-11-20T.* it was 2026-11-20/,
    ],
    [
      "update ledger_entries set value_date = value_date - 1 where kind = 'payment_settled'",
      ['value_dates'],
      /payment_settled of .*: its value date is 20\d\d-\d\d-\d\d, but should be/,
    ],
    [
      "update events set previous_attributes = null where type = 'invoice.finalized'",
      ['seals'],
      /has lost its previous_attributes/,
    ],
    [
      "update ledger_days set debit = debit + 1 where account = 'receivable'",
      ['ledger_days'],
      /cad receivable of .*: the sums are 86.65\/17.59, but the postings 85.65\/17.59/,
    ],
    [
      'delete from ledger_entries',
      ['counters', 'ledger_days', 'ledger_documents', 'ledger_entries', 'receivable'],
      /59.98 of account receivable belongs to no entry/,
    ],
  ]
}
