// The reference of a bulk run: set-based SQL that writes the same rows, chunk by chunk, by copying those of one
// invoice.

import type pg from 'pg'

export interface Reference {
  environmentId: number
  firstCustomer: number
  customers: number
}

/** The columns of a table, with replacements for some of them in a copy. */
async function copied(
  client: pg.Client,
  table: string,
  others: Record<string, string>,
): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => others[name] ?? `t.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`
}

/**
 * The statement that writes `$1` invoices like the latest one of the environment: counters,
 * invoices, lines, two events each, ledger entries, postings, daily sums, emails.
 */
export async function makeStatement(client: pg.Client, reference: Reference): Promise<string> {
  const { environmentId, firstCustomer, customers } = reference
  const { rows } = await client.query<{ id: string; entry: string; email: string }>(
    `select i.id, l.id as entry, m.id as email from invoices i
     join ledger_entries l on l.environment_id = i.environment_id and l.invoice_id = i.id
     join emails m on m.environment_id = i.environment_id and m.invoice_id = i.id
     where i.environment_id = $1 order by i.id desc limit 1`,
    [environmentId],
  )
  const [row] = rows
  if (!row) throw new Error('There is no invoice to copy.')
  const of = `t.environment_id = ${environmentId}`
  const ofInvoice = `${of} and t.invoice_id = '${row.id}'`
  const customer_id = `${firstCustomer} + ids.n % ${customers}`
  const now = { created_at: 'now()', updated_at: 'now()', finalized_at: 'now()' }
  const copy = (table: string, others: Record<string, string>) => copied(client, table, others)
  const invoice = await copy('invoices', {
    ...now,
    id: 'ids.invoice',
    customer_id,
    number: "'INV-' || lpad((c.number + ids.n)::text, 6, '0')",
    hosted_token: "replace(ids.invoice::text, '-', '')",
  })
  const lines = await copy('invoice_lines', { invoice_id: 'ids.invoice' })
  const entry = await copy('ledger_entries', {
    ...now,
    id: 'ids.entry',
    object_id: 'ids.invoice',
    invoice_id: 'ids.invoice',
    customer_id,
  })
  const postings = await copy('ledger_postings', { entry_id: 'ids.entry' })
  const email = await copy('emails', {
    ...now,
    id: 'ids.email',
    invoice_id: 'ids.invoice',
    customer_id,
    message_id: "'<' || ids.email || '@localhost>'",
  })
  const events = await copy('events', {
    ...now,
    id: 'uuidv7()',
    sequence: "c.event + 2 * ids.n - case t.type when 'invoice.created' then 1 else 0 end",
    customer_id,
  })
  return `with c as (
      update environment_counters set event_sequence = event_sequence + 2 * $1::int,
        draft_number = draft_number + $1, invoice_number = invoice_number + $1,
        invoices_count = invoices_count + $1, ledger_entries_count = ledger_entries_count + $1,
        emails_count = emails_count + $1
      where environment_id = ${environmentId}
      returning event_sequence - 2 * $1 as event, invoice_number - $1 as number
    ), ids as materialized (
      select n, uuidv7() as invoice, uuidv7() as entry, uuidv7() as email from generate_series(1, $1) n
    ), i as (${invoice} from invoices t, ids, c where ${of} and t.id = '${row.id}'
    ), l as (${lines} from invoice_lines t, ids where ${ofInvoice}
    ), e as (${entry} from ledger_entries t, ids where ${of} and t.id = '${row.entry}'
    ), p as (${postings} from ledger_postings t, ids where ${of} and t.entry_id = '${row.entry}'
    ), d as (
      insert into ledger_days (environment_id, day, account, currency, dimension, debit, credit)
      select ${environmentId}, current_date, t.account, 'cad', t.dimension,
        $1 * greatest(t.amount, 0), $1 * greatest(-t.amount, 0)
      from ledger_postings t where ${of} and t.entry_id = '${row.entry}'
      on conflict (environment_id, day, account, currency, dimension) do update
        set debit = ledger_days.debit + excluded.debit,
            credit = ledger_days.credit + excluded.credit
    ), m as (${email} from emails t, ids where ${of} and t.id = '${row.email}')
    ${events} from events t, ids, c
    where ${of} and t.sequence > (select max(sequence) - 2 from events
                                  where environment_id = ${environmentId})
    order by 2`
}
