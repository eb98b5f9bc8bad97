// Corruptions of credit notes, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'
import type { Corruption } from './corruptions.ts'

/**
 * `noted` has a line of 10 units of 5.29 (52.90) with 21 % (11.11), of which 40.00 are paid. Its notes: CN-000001 for
 * an amount of 17.63 (3.70), closing 21.33; CN-000002 for 2 units, 10.58 (2.22), void, of
 * which 10.12 were credit; CN-000003 for 20.00 with tax, of which 2.68 were open, 10.00 were returned outside, and 7.32
 * are credit.
 */
export function noteCorruptions(id: (state: string) => string): Corruption[] {
  const invoice = decodeId('inv', id('noted'))
  const set = (change: string) =>
    `update invoices set ${change} where environment_id = 1 and id = '${invoice}'`
  const note = (number: number, change: string) =>
    `update credit_notes set ${change} where environment_id = 1 and number = 'CN-00000${number}'`
  const inLines = (number: number, from: string, to: string) =>
    note(number, `lines = replace(lines::text, '${from}', '${to}')::json`)
  const credit = (change: string) =>
    `update credit_transactions set ${change} where environment_id = 1 and type = 'credited'`
  const counter = (change: string) =>
    `update environment_counters set ${change} where environment_id = 1`
  const issued = (number: number, from: string, to: string) =>
    `update events set object = replace(object::text, '${from}', '${to}')::json
     where environment_id = 1 and type = 'credit_note.issued' and object ->> 'number' = 'CN-00000${number}'`
  return [
    // The parts of lines.
    [
      inLines(1, '"amount":370', '"amount":371'),
      ['credit_notes', 'history'],
      /CN-000001: line 1 is credited with 1763 and taxes of 371, which does not follow/,
    ],
    [
      inLines(2, '"quantity":"2"', '"quantity":"3"'),
      ['credit_notes', 'history'],
      /CN-000002: line 1 is credited with 1058 and taxes of 222 for a quantity, which does not follow/,
    ],
    [
      inLines(3, '"net":1653', '"net":1652'),
      ['credit_notes', 'history'],
      /CN-000003: its lines do not show what it credits of the invoice/,
    ],
    [
      inLines(1, '"description":"Seats"', '"description":"Chairs"'),
      ['credit_notes', 'history'],
      /CN-000001: its lines do not show/,
    ],
    [
      note(1, "lines = '[]'"),
      ['credit_notes', 'history', 'invoice_taxes'],
      /CN-000001: subtotal is 1763, but its lines add up to 0/,
    ],
    [
      inLines(1, '"invoice_line_id":"il_', '"invoice_line_id":"il_0'),
      ['credit_notes', 'history'],
      /its credit notes cannot be recomputed: a note has line il_0/,
    ],
    [
      note(1, "lines = '7'"),
      ['credit_notes', 'history', 'invoice_taxes'],
      /its credit notes cannot be recomputed/,
    ],
    // The figures of notes.
    [
      note(1, 'subtotal = 1764, total = 2134'),
      ['credit_notes', 'history', 'ledger_documents'],
      /CN-000001: subtotal is 1764, but its lines add up to 1763.*total is 2134/s,
    ],
    [
      note(1, 'tax = 371'),
      ['credit_notes', 'history', 'ledger_documents'],
      /CN-000001: tax is 371, but its lines add up to 370/,
    ],
    [
      note(1, 'tax_included = 1'),
      ['credit_notes', 'history'],
      /CN-000001: tax_included is 1, but its lines add up to 0/,
    ],
    [
      note(1, `taxes = replace(taxes::text, '"amount":370', '"amount":371')::json`),
      ['credit_notes', 'history', 'invoice_taxes', 'ledger_documents'],
      /CN-000001: its taxes are not those of its lines/,
    ],
    [
      note(3, `taxes = replace(taxes::text, '"percentage":"21"', '"percentage":"20"')::json`),
      ['credit_notes', 'history', 'invoice_taxes'],
      /CN-000003: its taxes are not those of its lines/,
    ],
    [
      note(1, "currency = 'usd'"),
      ['credit_notes', 'history', 'ledger_documents'],
      /CN-000001: its currency is usd, but that of its invoice is cad/,
    ],
    [
      note(1, `credits = replace(credits::text, '1763', '1762')::json`),
      ['credit_notes'],
      /CN-000001: the credited amounts are not those that its lines show/,
    ],
    // Where the money went.
    [
      note(3, 'to_balance = to_balance - 1, outside = outside + 1'),
      ['credit_note_credit', 'credit_notes', 'history', 'ledger_documents'],
      /amount_returned is 1000, but its notes add up to 1001.*credited of CN-000003 is 7\.32 of .* but should be 7\.31/s,
    ],
    [
      note(1, 'to_open = to_open - 1, to_balance = 1'),
      ['credit_note_credit', 'credit_notes', 'history', 'ledger_documents'],
      /amount_credited is 2401, but its notes add up to 2400/,
    ],
    [
      issued(1, '"to_open":2133,"to_balance":0', '"to_open":2132,"to_balance":1'),
      ['feed', 'history'],
      /reduces the balance due by 2132 instead of 2133.*has 2133 as credited, but its notes add up to 2132/s,
    ],
    [
      credit('amount = amount + 1'),
      ['credit', 'credit_note_credit', 'history'],
      /credited of CN-000003 is 8\.32 of cus_\d+ cad at .* but should be 7\.32/,
    ],
    [
      credit('credit_note_id = null'),
      ['credit_note_credit', 'history'],
      /is nothing of no customer in its transactions, but should be 7\.32/,
    ],
    // The state of invoice and notes.
    [
      set('amount_credited = amount_credited - 1'),
      ['credit_notes', 'history', 'payments', 'receivable'],
      /amount_credited is 2400, but its notes add up to 2401/,
    ],
    [
      set('amount_returned = 0'),
      ['credit_notes'],
      /amount_returned is 0, but its notes add up to 1000/,
    ],
    [
      set('credited = null'),
      ['credit_notes'],
      /the amounts credited on its lines are not those of its notes/,
    ],
    [
      set(`credited = replace(credited::text, '"base"', '"bases"')::json`),
      ['credit_notes'],
      /its credit notes cannot be recomputed/,
    ],
    [
      note(2, "status = 'issued', voided_at = null"),
      ['credit_note_credit', 'credit_notes', 'history', 'ledger_documents'],
      /amount_credited is 2401, but its notes add up to 2669/,
    ],
    // Emails.
    [
      note(1, "email_status = 'pending'"),
      ['emails', 'history'],
      /CN-000001 has the email status pending, but no email has it/,
    ],
    [
      note(1, "email_status = 'sent'"),
      ['emails', 'history'],
      /CN-000001 has the email status sent, but no sent_at/,
    ],
    // Numbers.
    [
      note(2, "number = 'CN-000004'"),
      ['credit_note_numbers', 'history'],
      /CN-000003 follows CN-000001.*CN-000004 follows CN-000003/s,
    ],
    [note(2, "number = 'CN-2'"), ['credit_note_numbers', 'history'], /CN-2 follows CN-000001/],
    [
      note(2, "number = 'CN-000001'"),
      ['credit_note_numbers', 'history'],
      /CN-000001 follows CN-000001/,
    ],
    [note(2, "number = 'two'"), ['credit_note_numbers', 'history'], /two follows CN-000003/],
    [
      counter('credit_note_number = 4'),
      ['credit_note_numbers'],
      /the counter is 4, but there are 3 credit notes/,
    ],
    [
      issued(2, 'CN-000002', 'CN-000003'),
      ['credit_note_numbers', 'feed'],
      /event \d+ issues CN-000003 after CN-000001/,
    ],
  ]
}
