// Missing tax details: warnings of dry runs and previews that stay with the invoice, and formats of tax numbers.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allEvents, get, INVOICES, type Made, makeCustomer } from '../../../test/fixtures.ts'
import { sharedWorld } from '../../../test/shared.ts'

const w = await sharedWorld({ after })
const { api } = w

const register = (more: object) =>
  api.post('/v1/tax_registrations', { body: { valid_from: '2010-01-01', number: '1', ...more } })
const settle = async (body: object) => {
  const answer = await api.patch('/v1/account', { body })
  assert.equal(answer.status, 200, answer.text)
}
const QUEBEC = { country: 'CA', state_province: 'QC' }
const line = (unit_amount: number) => ({ description: 'Seats', quantity: 1, unit_amount })
const bill = (customer: Made, line_items: object[], more: object = {}) =>
  api.post(INVOICES, { body: { customer_id: customer.id, line_items, ...more } })

before(async () => {
  await register({ country: 'CA' })
  await register({ country: 'DE', number: 'DE136695976' })
  await settle({ automatic_tax: true, ...QUEBEC })
})

test('warnings at finalize stay with the invoice', async () => {
  const nowhere = await makeCustomer(api)
  const { body: draft } = await bill(nowhere, [line(10_000)])
  assert.deepEqual(draft.warnings, [])
  const path = `${INVOICES}/${draft.id}`
  const preview = await api.post(`${INVOICES}/preview`, { body: { invoice_id: draft.id } })
  const dry = (await api.post(`${path}/finalize?dry_run=true`)).body
  const { warnings } = (await api.post(`${path}/finalize`)).body
  const found = warnings.find(({ code }: Made) => code === 'tax_address_missing')
  assert.deepEqual([found.line, found.param], [undefined, 'customer_id'])
  // A later change of the customer does not affect it.
  await api.patch(`/v1/customers/${nowhere.id}`, { body: QUEBEC })
  const [event] = (await allEvents(api)).filter(
    ({ type, data }: Made) => type === 'invoice.finalized' && data.object.id === draft.id,
  )
  const explained = await get(api, `${path}/explain`)
  for (const same of [
    preview.body,
    dry,
    dry.result,
    await get(api, path),
    explained,
    event.data.object,
  ]) {
    assert.deepEqual(same.warnings, warnings)
  }
  const listed = async (code: string) =>
    (await get(api, `${INVOICES}?warning=${code}&limit=100`)).data.map(({ id }: Made) => id)
  assert.ok((await listed('tax_address_missing')).includes(draft.id))
  assert.ok(!(await listed('tax_rate_unknown')).includes(draft.id))
})

test('a tax ID that does not count for reverse charge causes a warning that says why', async () => {
  await settle({ country: 'DE', state_province: '' })
  const table: [country: string, type: string, value: string, why: RegExp | undefined][] = [
    ['FR', 'eu_vat', 'FR41303265045', /the VAT number with prefix FR is malformed/],
    ['FR', 'eu_vat', 'DE136695976', /the VAT number has another prefix than FR/],
    ['FR', 'us_ein', '91-1144442', /it is not of type eu_vat/],
    ['FR', 'eu_vat', 'FR40303265045', undefined],
    ['GR', 'eu_vat', '094259216', undefined],
    ['CA', 'us_ein', '91-1144442', undefined],
  ]
  const found = (warnings: Made[]) => warnings.filter(({ code }) => code === 'tax_id_not_counted')
  for (const [country, type, value, why] of table) {
    const body = { name: 'Chêne', country, tax_ids: [{ type, value }] }
    const dry = await api.post('/v1/customers?dry_run=true', { body })
    const warned = found(dry.body.warnings)
    assert.deepEqual(
      [warned.length, warned[0]?.param],
      why ? [1, 'tax_ids'] : [0, undefined],
      value,
    )
    const customer = await makeCustomer(api, body)
    const line_items = [line(100)]
    const preview = { body: { customer_id: customer.id, line_items } }
    const foreseen = found((await api.post(`${INVOICES}/preview`, preview)).body.warnings)
    const kept = found((await bill(customer, line_items, { finalize: true })).body.warnings)
    for (const all of [foreseen, kept]) {
      assert.deepEqual(
        [all.length, all[0]?.param],
        why ? [1, 'customer_id'] : [0, undefined],
        value,
      )
      if (why) assert.match(all[0].message, why)
      // An erasure keeps invoices, so their warnings contain no number.
      assert.ok(!JSON.stringify(all).includes(value))
    }
  }
  await settle(QUEBEC)
})

test('numbers of the UK, Switzerland and Norway are stored in one form', async () => {
  // Examples of python-stdnum.
  const table: [type: string, sent: string[], stored: string][] = [
    ['gb_vat', ['980 7806 84', 'GB 980780684', 'gb980780684'], 'GB980780684'],
    ['ch_uid', ['100.155.212', 'CHE-100.155.212', 'CH 100155212'], 'CHE100155212'],
    ['ch_uid', ['CHE-100.155.212 MWST'], 'CHE100155212MWST'],
    ['no_vat', ['NO 995 525 828 MVA', '995525828MVA'], '995525828MVA'],
    ['no_vat', ['NO988077917', '988 077 917'], '988077917'],
  ]
  for (const [type, sent, stored] of table) {
    for (const value of sent) {
      const { tax_ids } = await makeCustomer(api, { tax_ids: [{ type, value }] })
      assert.deepEqual([tax_ids[0].value, tax_ids[0].status], [stored, 'well_formed'], value)
    }
  }
})
