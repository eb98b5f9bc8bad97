// Proves that verification finds each corruption of taxes with exactly the checks it concerns.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noteCorruptions } from '../../../test/corruptions-notes.ts'
import { taxCorruptions } from '../../../test/corruptions-taxes.ts'
import { bodyOf } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { assertFound } from '../../../test/spoiled.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })

/** IDs of invoices by state. */
const id: Record<string, string> = {}

before(async () => {
  const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))
  const account = (body: unknown) => w.api.patch('/v1/account', { body })
  const register = (more: object) =>
    post('/v1/tax_registrations', { valid_from: '2020-01-01', ...more })
  await register({ country: 'CA', number: '123456789 RT0001' })
  await register({ country: 'CA', region: 'QC', number: '1234567890 TQ0001' })
  await register({ country: 'DE', number: 'DE136695976' })
  const { id: own } = await post('/v1/tax_rates', {
    ...{ name: 'Levy', country: 'CA', percentage: '10', valid_from: '2020-01-01', inclusive: true },
  })
  const line = (unit_amount: number, more = {}) => ({
    ...{ description: 'Seats', quantity: 1, unit_amount },
    ...more,
  })
  const bill = async (state: string, customer: string, line_items: object[], finalize = true) => {
    id[state] = (await post('/v1/invoices', { customer_id: customer, line_items, finalize })).id
  }
  const quebec = await post('/v1/customers', { name: 'Maple', country: 'CA', state_province: 'QC' })
  const france = await post('/v1/customers', {
    ...{ name: 'Chêne', country: 'FR', tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }] },
  })
  await account({ automatic_tax: true, country: 'CA', state_province: 'QC' })
  await bill('taxed', quebec.id, [line(10_000), line(4_000)])
  await bill('untaxed', quebec.id, [line(500, { tax_rates: [] })])
  await bill('draft_taxed', quebec.id, [line(600, { tax_rates: [own] })], false)
  await bill('owned', quebec.id, [line(600, { tax_rates: [own] })])
  await account({ country: 'DE', state_province: '' })
  await bill('reversed', france.id, [line(5_000)])
  await account({ country: 'CA', state_province: 'QC' })
  const vat = { name: 'VAT', country: 'CA', percentage: '21', valid_from: '2020-01-01' }
  const { id: of } = await post('/v1/tax_rates', vat)
  await bill('noted', quebec.id, [line(529, { quantity: 10, tax_rates: [of] })])
  await makeNotes(id.noted ?? '')
})

/** Three credit notes, of which the second is void. */
async function makeNotes(invoice_id: string): Promise<void> {
  const post = (path: string, body: unknown = {}) => bodyOf(w.api.post(path, { body }))
  const note = (more: object) => post('/v1/credit_notes', { invoice_id, reason: 'other', ...more })
  const { line_items } = await bodyOf(w.api.get(`/v1/invoices/${invoice_id}`))
  const [{ id: line_id }] = line_items
  await post('/v1/payments', { invoice_id, amount: 4000, method: 'cash' })
  await note({ lines: [{ line_id, amount: 1763 }] })
  const units = await note({ lines: [{ line_id, quantity: '2' }] })
  await post(`/v1/credit_notes/${units.id}/void`)
  await note({ amount: 2000, outside: 1000, outside_reference: 'Till 4' })
}

test('verification finds every corruption of taxes', async () => {
  await w.stop()
  await assertFound(
    w.pool,
    taxCorruptions((state) => id[state] ?? ''),
  )
})

test('verification finds every corruption of credit notes', async () => {
  await w.stop()
  const seen = await assertFound(
    w.pool,
    noteCorruptions((state) => id[state] ?? ''),
  )
  const own = ['credit_note_credit', 'credit_note_numbers', 'credit_notes']
  assert.deepEqual(
    own.filter((name) => !seen.has(name)),
    [],
  )
})
