// Provinces and states over HTTP: codes are stored, other texts are refused, and stored values can be sent back.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  CUSTOMERS,
  get,
  INVOICES,
  type Made,
  makeCustomer,
  refused,
} from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { examineRegions } from '../../cli/doctor-regions.ts'

// Some regions are changed in the database, since the API refuses them.
const w = await world({ after }, { tampers: true })
const { api } = w

const create = (address: object) => api.post(CUSTOMERS, { body: { name: 'Maple', ...address } })
const stored = async (address: object) => (await makeCustomer(api, address)).state_province

/** Creates a customer as stored by versions that accepted any text. */
async function withStored(state_province: string, country = 'CA'): Promise<Made> {
  const customer = await makeCustomer(api, { country })
  const values = [state_province, customer.id]
  await w.sql('update customers set state_province = $1 where id = $2', values)
  return customer
}

test('a region of Canada or the United States is stored as its code', async () => {
  for (const text of ['ONT', 'Ontario, Canada', 'ontario', 'ON']) {
    assert.equal(await stored({ country: 'CA', state_province: text }), 'ON', text)
  }
  assert.equal(await stored({ state_province: 'Que.' }), 'QC')
  assert.equal(await stored({ country: 'us', state_province: 'Calif.' }), 'CA')
  assert.equal(await stored({ country: 'US', state_province: 'AP' }), 'AP')
  assert.equal(await stored({ country: 'CA', state_province: ' ' }), '')
  assert.equal(await stored({ country: 'DE', state_province: 'Ober-Bayern' }), 'Ober-Bayern')
})

test('any other text is refused at state_province, with the nearest region', async () => {
  const error = refused(
    await create({ country: 'CA', state_province: 'Ontaro' }),
    400,
    'parameter_invalid',
  )
  assert.equal(error.param, 'state_province')
  assert.match(error.message, /Did you mean Ontario \(ON\)\?$/)
  const defaulted = refused(
    await create({ state_province: 'California' }),
    400,
    'parameter_invalid',
  )
  assert.match(defaulted.message, /^country was not sent, so it is CA\. .* United States/)
  const account = { country: 'US', state_province: 'Ontario' }
  refused(await api.patch('/v1/account', { body: account }), 400, 'parameter_invalid')
  const rate = { name: 'Tax', country: 'US', percentage: '4', valid_from: '2026-01-01' }
  const { errors } = refused(
    await api.post('/v1/tax_rates', { body: { ...rate, region: 'Californa' } }),
    400,
    'parameter_invalid',
  )
  assert.match(errors[0].message, /Did you mean California \(CA\)\?$/)
})

test('a stored unknown region can be sent back, but not with another country', async () => {
  const { id } = await withStored('Bavaria')
  const path = `${CUSTOMERS}/${id}`
  const { name, country, state_province } = await get(api, path)
  const same = await api.patch(path, { body: { name, country, state_province, city: 'Oka' } })
  assert.deepEqual([same.status, same.body.state_province], [200, 'Bavaria'], same.text)
  const german = await api.patch(path, { body: { country: 'DE' } })
  assert.equal(german.body.state_province, 'Bavaria')
  const back = refused(await api.patch(path, { body: { country: 'US' } }), 400, 'parameter_invalid')
  assert.equal(back.param, 'state_province')
  refused(await api.patch(path, { body: { country: null } }), 400, 'parameter_invalid')
  const cleared = await api.patch(path, { body: { country: 'US', state_province: null } })
  assert.equal(cleared.body.state_province, '')
})

test('doctor counts the stored unknown regions and names their customers', async () => {
  const made = [await withStored('Toronto'), await withStored('Narnia', 'US')]
  await withStored('Ont.')
  await withStored('Bavaria', 'DE')
  const found = await examineRegions(w.pool)
  assert.deepEqual(
    found.map(({ text }) => text),
    [
      `acct_1 (test) has 2 customers with an unknown province or state: cus_${made[0]?.id}, cus_${made[1]?.id}`,
    ],
  )
})

test('a change of country validates the stored region', async () => {
  const { id } = await makeCustomer(api, { country: 'DE', state_province: 'Ontario' })
  const moved = await api.patch(`${CUSTOMERS}/${id}`, { body: { country: 'CA' } })
  assert.equal(moved.body.state_province, 'ON')
})

test('the region of the account is stored as its code, and kept when it is sent back', async () => {
  const patch = (body: object) => api.patch('/v1/account', { body })
  const quebec = await patch({ country: 'CA', state_province: 'Québec' })
  assert.equal(quebec.body.state_province, 'QC')
  refused(await patch({ country: 'US' }), 400, 'parameter_invalid')
  assert.equal((await patch({ state_province: null })).body.state_province, '')
  refused(await patch({ state_province: 'Quebeck City' }), 400, 'parameter_invalid')
})

test('a stored abbreviation is taxed as the region it means', async () => {
  await api.post('/v1/tax_registrations', { body: { country: 'CA', valid_from: '2026-01-01' } })
  await api.patch('/v1/account', { body: { automatic_tax: true } })
  const { id } = await withStored('Ont.')
  const line_items = [{ description: 'Seats', quantity: 1, unit_amount: 10_000 }]
  const draft = await api.post(INVOICES, { body: { customer_id: id, line_items } })
  assert.equal(draft.body.tax, 1_300)
  await w.sql(`update customers set state_province = '' where id = $1`, [id])
})
