// Corruptions of the books by SQL, each with the checks that must find it and their messages.

import { decodeId } from '../src/platform/ids.ts'

export type Corruption = [spoil: string, red: string[], said: RegExp]

/** `id` returns the invoice that the test brought into a state. */
export function corruptions(id: (state: string) => string): Corruption[] {
  const invoice = (state: string, column = 'id') =>
    `environment_id = 1 and ${column} = '${decodeId('inv', id(state))}'`

  const set = (state: string, change: string) =>
    `update invoices set ${change} where ${invoice(state)}`
  const lines = (state: string, change: string) =>
    `update invoice_lines set ${change} where ${invoice(state, 'invoice_id')}`
  const counter = (change: string) =>
    `update environment_counters set ${change} where environment_id = 1`

  const setting = (change: string) =>
    `update environment_settings set ${change} where environment_id = 1`

  return [
    [setting("name = 'Oak'"), ['settings'], /name is "Oak", but the latest event has "Default"/],
    [setting(`profile = '{"footer": "x"}'`), ['settings'], /footer is "x", .* "Thank you."/],
    [
      "update logos set data = 'x' where environment_id = 1",
      ['logos'],
      /does not match its checksum/,
    ],
    ['delete from logos where environment_id = 1', ['logos'], /settings has logo .* not stored/],
    [
      set('posted', `snapshot = jsonb_set(snapshot::jsonb, '{seller,logo}', '"ab"')::json`),
      ['logos', 'seals', 'snapshots'],
      /INV-\d+ has logo ab, which is not stored/,
    ],
    [
      'delete from customer_words where word = (select min(word) from customer_words where environment_id = 1)',
      ['words'],
      /cannot be found by/,
    ],
    [
      "insert into product_words values (1, 'stray', gen_random_uuid())",
      ['words'],
      /1 words in product_words belong to no row/,
    ],
    [setting("mode = 'live'"), ['settings'], /they are for a live environment, which is test/],
    [
      setting(`active_gateways = '[{"id":"gone","currencies":null}]'`),
      ['gateways'],
      /the settings have .*gone.*, but the active gateways are \[\]/,
    ],
    [setting('version = 7'), ['settings'], /version is 7, but the counter row has 2/],
    ['delete from environment_settings where environment_id = 1', ['settings'], /are no settings/],
    [
      setting('first_invoice_number = 3'),
      ['numbers', 'settings'],
      /INV-000001 comes before the first number, 3/,
    ],
    [
      set('draft', `shown = replace(shown, '"amount_due":5', '"amount_due":6')`),
      ['texts'],
      /amount_due is 6 in its text, but 5 in its columns/,
    ],
    [lines('draft', 'amount = amount + 1'), ['history', 'lines'], /line 1 is 6, but 1 × 5 is 5/],
    [lines('draft', 'unit_price = 5.0'), ['history', 'lines'], /"5\.0" is not a decimal/],
    [lines('draft', 'position = 2'), ['lines'], /line 1 is at position 2/],
    [
      `delete from invoice_lines where ${invoice('draft', 'invoice_id')}`,
      ['history', 'lines'],
      /it has no lines/,
    ],
    [
      set('draft', 'subtotal = 4, total = 4, amount_due = 4'),
      ['history', 'lines'],
      /the subtotal is 4, but the lines add up to 5/,
    ],
    [
      set('draft', 'total = 6'),
      ['history', 'totals'],
      /total is 6, but subtotal, discount and tax add up to 5/,
    ],
    [set('draft', 'amount_due = 4'), ['history', 'totals'], /4 is due, but the total is 5/],
    [set('draft', 'tax = 1, total = 6, amount_due = 6'), ['history', 'totals'], /no tax applies/],
    [
      set('posted', 'amount_paid = 9999'),
      ['history', 'payments', 'receivable', 'settled'],
      /9999 of 5998 is paid/,
    ],
    [
      set('posted', 'amount_paid = 5998'),
      ['history', 'payments', 'receivable', 'settled'],
      /nothing of 5998 remains/,
    ],
    [
      set('void_posted', 'amount_paid = 1'),
      ['history', 'payments', 'settled'],
      /is void, but 1 is paid/,
    ],
    [set('posted', 'overdue_at = null'), ['states'], /is posted, but overdue_at is not set/],
    [
      set('posted', "voided_at = '2026-01-01'"),
      ['history', 'states'],
      /is posted, but voided_at is 2026-01-01T00:00:00.000Z/,
    ],
    [
      set('overdue', "overdue_at = '2099-01-01'"),
      ['dates', 'states'],
      /it became overdue at .* before 2099/,
    ],
    [
      set('posted', 'snapshot = null'),
      ['documents', 'seals'],
      /was finalized, but has no snapshot/,
    ],
    [set('draft', `snapshot = '{}'`), ['documents'], /never finalized, but has a snapshot/],
    [
      set('posted', 'derivation = null'),
      ['documents', 'seals'],
      /was finalized, but has no derivation/,
    ],
    [
      set('posted', `snapshot = '{"customer": {"id": 7}}'`),
      ['documents', 'mails', 'seals', 'snapshots'],
      /billed to cus_\d+, but its snapshot is of cus_7/,
    ],
    [
      set('posted', "derivation = replace(derivation::text, '5998', '5999')::json"),
      ['derivations', 'seals'],
      /recorded as 5999, but gives 5998/,
    ],
    [
      set('posted', "derivation = replace(derivation::text, '1999', '1998')::json"),
      ['derivations', 'seals'],
      /line_amount is recorded as 5997, but gives 5994/,
    ],
    [
      set('posted', `derivation = (select derivation from invoices where ${invoice('overdue')})`),
      ['derivations', 'seals'],
      /amount_due is 5998, but its derivation gives 900.*its derivation has other lines/s,
    ],
    [
      set('posted', "relates_to = id, related_number = 'INV-000099'"),
      ['history', 'related_invoices'],
      /relates to INV-000099, which is no finalized invoice of its customer/,
    ],
    [
      set('posted', `derivation = '{}'`),
      ['derivations', 'seals'],
      /cannot be computed: it has undefined/,
    ],
    [
      set('posted', `derivation = '{"rule":"amount_due","inputs":{},"steps":[],"result":1.5}'`),
      ['derivations', 'seals'],
      /amount_due has 0 steps/,
    ],
    [
      set('posted', "status = 'overdue', overdue_at = updated_at"),
      ['dates', 'history'],
      /but no event says so/,
    ],
    [
      set('draft', "notes = 'other'"),
      ['history'],
      /notes is "other", but its latest event has "n"/,
    ],
    [
      `delete from events where environment_id = 1 and object_id = '${id('draft')}'
           and type = 'invoice.created'`,
      ['draft_numbers', 'events', 'history', 'idempotency'],
      /first event is invoice.updated.*the sequence goes from \d+ to \d+.*does not exist/s,
    ],
    [
      `update events set type = 'invoice.updated' where environment_id = 1
           and object_id = '${id('void_posted')}' and type = 'invoice.finalized'`,
      ['feed', 'history'],
      /it is void, but has 0 events finalized/,
    ],
    [
      "update customers set name = 'Oak' where environment_id = 1 and name = 'Maple'",
      ['history', 'words'],
      /name is "Oak", but its latest event has "Maple"/,
    ],
    [
      "update products set status = 'active' where environment_id = 1 and name = 'Old'",
      ['history'],
      /status is "active", but its latest event has "archived"/,
    ],
    [
      "delete from products where environment_id = 1 and name = 'Seat'",
      ['counters', 'history', 'prices', 'references', 'words'],
      /it has events, but does not exist.*has product .* which does not exist/s,
    ],
    [
      `insert into products select environment_id, gen_random_uuid(), name, description, status,
             metadata, created_at, updated_at from products where name = 'Seat'`,
      ['counters', 'history'],
      /it has no events/,
    ],
    [
      set('posted', "number = 'INV-000009'"),
      ['history', 'mails', 'numbers'],
      /the numbers from 1 to 1 are missing.*from 8 to 8 are missing.*highest number is 9/s,
    ],
    [
      set('posted', "number = 'INV-000002'"),
      ['history', 'mails', 'numbers'],
      /INV-000002 was used twice/,
    ],
    [
      set('posted', "number = 'INV-1'"),
      ['history', 'mails', 'numbers'],
      /INV-1 should be spelled INV-000001/,
    ],
    [
      set('posted', "number = 'X'"),
      ['history', 'mails', 'numbers'],
      /X is not a number of a finalized/,
    ],
    [counter('credit_note_number = 1'), ['credit_note_numbers'], /counter is 1, but there are 0/],
    [counter('invoice_number = 8'), ['numbers'], /counter is 8, but the highest .* is 7/],
    [
      `update events set object = replace(object::text, 'INV-000001', 'INV-000003')::json
           where environment_id = 1 and type = 'invoice.finalized'`,
      ['feed', 'numbers'],
      /assigns INV-000002 after INV-000003/,
    ],
    [set('draft', "number = 'INV-000042'"), ['draft_numbers', 'history'], /is not provisional/],
    [
      set('draft', "number = 'INV-900000000005'"),
      ['draft_numbers', 'history'],
      /INV-900000000005 is the number of 2 invoices/,
    ],
    [counter('draft_number = 3'), ['draft_numbers'], /INV-900000000005 is beyond the counter, 3/],
    [
      counter('event_sequence = 9'),
      ['events', 'webhooks'],
      /counter is 9, but the last event is \d+/,
    ],
    [counter('clock_ahead_ms = 86400000'), ['clocks'], /86400000 ms ahead, but was never advanced/],
    [counter('customers_count = 2'), ['counters'], /customers_count is 2, but there are 1/],
    [counter('invoices_count = 7'), ['counters'], /invoices_count is 7, but there are 9/],
    [
      'delete from environment_counters where environment_id = 1',
      ['counters'],
      /there is no counter row/,
    ],
    [
      "update idempotency_keys set event_id = gen_random_uuid() where key = 'draft'",
      ['idempotency'],
      /draft refers to an event that does not exist/,
    ],
    [
      "update idempotency_keys set body = null where key = 'leave'",
      ['idempotency'],
      /leave holds no response/,
    ],
    [
      "update customers set deleted_at = created_at where environment_id = 1 and name = 'Maple'",
      ['counters', 'history', 'references', 'words'],
      /it is deleted, but 0 events say that it was.*names customer \d+, who was deleted/s,
    ],
    [
      "delete from customers where environment_id = 1 and name = 'Maple'",
      ['counters', 'history', 'references', 'words'],
      /names customer \d+, who does not exist/,
    ],
    [
      `delete from invoices where ${invoice('draft')}`,
      ['counters', 'draft_numbers', 'history', 'references'],
      /belongs to invoice .* which does not exist/,
    ],
    [
      `insert into customer_balances select 1, id, 'eur', -1 from customers where name = 'Maple'`,
      ['balances', 'credit'],
      /has -1.00000000 eur/,
    ],
    [
      "insert into customer_balances values (1, 77, 'cad', 1)",
      ['credit', 'references'],
      /a balance has customer 77/,
    ],
    [
      `insert into invoice_lines
             (environment_id, invoice_id, position, description, quantity, unit_price, amount, id)
           select 0, invoice_id, position, description, quantity, unit_price, amount, id
           from invoice_lines where ${invoice('draft', 'invoice_id')}`,
      ['strays'],
      /invoice_lines has rows of environment 0, which does not exist/,
    ],
  ]
}
