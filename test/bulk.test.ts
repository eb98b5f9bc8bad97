// An invoice created and finalized in one step, in a large batch, leaves exactly what two requests leave: the same
// rows, events, entries and emails.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { verify } from '../src/app/verify.ts'
import { updateAccount } from '../src/features/account-settings/actions.ts'
import { createAccount } from '../src/features/accounts/create.ts'
import { createCreditTransaction } from '../src/features/crediting/grants.ts'
import { createCustomer } from '../src/features/customers/actions.ts'
import { createInvoice } from '../src/features/invoices/create.ts'
import { finalizeInvoice } from '../src/features/invoices/finalize.ts'
import { invoiceIds } from '../src/features/invoices/record.ts'
import { archiveProduct, createProduct } from '../src/features/products/actions.ts'
import { productIds } from '../src/features/products/record.ts'
import { commandOf, type InvoiceInput, laneOn } from './bulk-world.ts'
import { CHAINED } from './chained.ts'
import { openDatabase } from './database.ts'

const { pool } = await openDatabase({ after })
await pool.query(`insert into installation values (1, '', 1, 1, 1001)`)
// A fixed clock, so that the two differ only in how they were sent.
const at = Date.UTC(2026, 10, 20, 23, 30)
const lane = laneOn(pool, { wallNow: () => at })

/** Random values: IDs as spelled and as stored, message IDs, and tokens of hosted pages. */
const RANDOM =
  /(?:inv|il|prod|eml|cbt)_[0-9a-z]{26}|\bacct_[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?:\/i\/[0-9a-z]+-)?\b[0-9A-Za-z]{27}\b/g

const PROFILE = {
  legal_name: 'Maple Works Inc.',
  address_line1: '1 Front Street West',
  city: 'Toronto',
  country: 'CA',
  email: 'billing@maple.example',
  tax_numbers: [{ label: 'GST', value: '123' }],
  footer: 'Thank you – merci',
}

/** An environment with customers of every kind and two products, one of them archived. */
async function environment() {
  const defaults = { default_currency: 'cad', payment_terms_days: 30, time_zone: 'America/Toronto' }
  const { environments } = await createAccount(pool, 'Maple', { tier: 'standard', ...defaults }, at)
  const id = environments.live
  const submit = async (...of: Parameters<typeof commandOf>) => lane.submit(commandOf(...of))
  const patch = { ...PROFILE, reminder_days: [-3, 7] }
  await submit(updateAccount as never, id, { environment_id: id, patch })
  const customer = (input: object) => submit(createCustomer as never, id, input)
  await customer({ id: 1, name: 'Ada "the first"', email: 'ada@example.com', language: 'fr' })
  await customer({ id: 2, name: 'Nobody to write to' })
  await customer({ id: 3, name: 'With credit', email: 'c@example.com', metadata: { a: 'b' } })
  const credit = { customer_id: 3, body: { amount: '100.00', currency: 'cad' }, owed: [] }
  await submit(createCreditTransaction as never, id, credit)
  const products = []
  for (const called of ['Seat', 'Gone']) {
    const { answer } = await submit(createProduct as never, id, { name: called })
    products.push(productIds.parse(answer.object_id) as string)
  }
  await submit(archiveProduct as never, id, { id: products[1] })
  return { id, products }
}
type World = Awaited<ReturnType<typeof environment>>

function inputs({ products: [seat = '', gone = ''] }: World): InvoiceInput[] {
  const line = { description: 'Seats', quantity: 3, unit_amount: 1999, product_id: seat }
  const free = { ...line, unit_amount: 0, product_id: null }
  return [
    { customer_id: 1, line_items: [line, { ...line, product_id: null }] },
    { customer_id: 1, line_items: [line], due_date: '2026-01-31', notes: 'Past "due"\n' },
    { customer_id: 1, line_items: [{ ...line, product_id: gone }] },
    { customer_id: 2, line_items: [free] },
    { customer_id: 2, line_items: [line], currency: 'jpy', reference: 'PO 7' },
    { customer_id: 3, line_items: [line], metadata: { period: '2026-11' } },
    { customer_id: 9, line_items: [line] },
    { customer_id: 3, line_items: [line, line, line] },
    { customer_id: 3, line_items: [free] },
  ]
}

/** All rows of an environment, with random values replaced by their creation order. */
async function leftIn({ id }: World): Promise<unknown> {
  const rows = async (table: string, order: string) => {
    const { rows } = await pool.query(
      `select to_jsonb(t) - $2::text[] as row from ${table} t
       where environment_id = $1 order by ${order}`,
      [id, ['environment_id', ...CHAINED]],
    )
    return rows.map(({ row }) => row)
  }
  // Compared as written: the order of properties and the spelling of numbers matter.
  const { rows: events } = await pool.query(
    `select sequence, type, object_id, customer_id, object::text, previous_attributes::text, frozen,
            created_at from events where environment_id = $1 order by sequence`,
    [id],
  )
  const { rows: frozen } = await pool.query(
    'select snapshot::text, derivation::text from invoices where environment_id = $1 order by id',
    [id],
  )
  const text = JSON.stringify({
    counters: await rows('environment_counters', '1'),
    events,
    frozen,
    invoices: await rows('invoices', 'id'),
    lines: await rows('invoice_lines', 'invoice_id, position'),
    entries: await rows('ledger_entries', 'id'),
    postings: await rows('ledger_postings', 'entry_id, account'),
    days: await rows('ledger_days', 'day, account'),
    emails: await rows('emails', 'id'),
    credit: await rows('credit_transactions', 'id'),
    balances: await rows('customer_balances', 'customer_id'),
  })
  const labels = new Map<string, string>()
  return JSON.parse(
    text.replace(RANDOM, (found) => {
      const label = labels.get(found) ?? `object ${labels.size}`
      labels.set(found, label)
      return label
    }),
  )
}

test('creating and finalizing in one step leaves what two requests leave', async () => {
  const two = await environment()
  const one = await environment()
  const refused: string[] = []
  for (const input of inputs(two)) {
    try {
      const { answer } = await lane.submit(commandOf(createInvoice, two.id, input))
      const id = invoiceIds.parse(answer.object_id) as string
      await lane.submit(commandOf(finalizeInvoice, two.id, { id }))
    } catch (error) {
      refused.push((error as { code: string }).code)
    }
  }
  assert.deepEqual(refused, ['product_archived', 'resource_missing'])
  const run = inputs(one).map((input) =>
    commandOf(createInvoice, one.id, { ...input, finalize: true }),
  )
  const codes: string[] = []
  for await (const chunk of lane.bulk(one.id, run))
    for (const { outcome } of chunk)
      codes.push(outcome.ok ? 'ok' : (outcome.error as { code: string }).code)
  const [ok, archived, missing] = ['ok', 'product_archived', 'resource_missing']
  assert.deepEqual(codes, [ok, ok, archived, ok, ok, ok, missing, ok, ok])
  assert.deepEqual(await leftIn(one), await leftIn(two))
  const { clean, checks } = await verify(pool)
  const wrong = checks.filter(({ differences }) => differences > 0)
  assert.ok(clean, JSON.stringify(wrong))
})
