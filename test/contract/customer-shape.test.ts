// Specification 2.2 and 4.2: the customer, its fields, endpoints and parameters.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { CUSTOMERS, get, makeCustomer, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'
import { type RowKey, row, rowsOf } from './rows.ts'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const w = await sharedWorld({ after })
const { api } = w

const FULL = {
  name: 'Nordlicht Inc.',
  contact_name: 'Ada Kovač',
  email: 'billing@nordlicht.example',
  phone: '+1 514 555 0100',
  address_line1: '1 Rue Sainte-Catherine',
  address_line2: 'Suite 4',
  city: 'Montréal',
  state_province: 'QC',
  postal_code: 'H2X 1K4',
  country: 'JP',
  tax_exempt: true,
  tax_id: '123456789RT0001',
  auto_pay_enabled: true,
}

rowsOf(() => makeCustomer(api, FULL), {
  's2.2 id': ({ id }) => assert.ok(Number.isInteger(id) && id > 0),
  's2.2 object': ({ object }) => assert.equal(object, 'customer'),
  's2.2 name': ({ name }) => assert.equal(name, 'Nordlicht Inc.'),
  's2.2 contact_name': async ({ contact_name }) => {
    assert.equal(contact_name, 'Ada Kovač')
    assert.equal('contact_name' in (await makeCustomer(api)), false)
  },
  's2.2 email': ({ email }) => assert.equal(email, 'billing@nordlicht.example'),
  's2.2 phone': ({ phone }) => assert.equal(phone, '+1 514 555 0100'),
  's2.2 address_line1': (made) => assert.equal(made.address_line1, '1 Rue Sainte-Catherine'),
  's2.2 address_line2': async (made) => {
    assert.equal(made.address_line2, 'Suite 4')
    assert.equal((await makeCustomer(api)).address_line2, null)
  },
  's2.2 city': ({ city }) => assert.equal(city, 'Montréal'),
  's2.2 state_province': ({ state_province }) => assert.equal(state_province, 'QC'),
  's2.2 postal_code': ({ postal_code }) => assert.equal(postal_code, 'H2X 1K4'),
  's2.2 country': async ({ country }) => {
    assert.equal(country, 'JP')
    assert.equal((await makeCustomer(api)).country, 'CA')
  },
  's2.2 tax_exempt': async ({ tax_exempt }) => {
    assert.equal(tax_exempt, true)
    assert.equal((await makeCustomer(api)).tax_exempt, false)
  },
  's2.2 tax_id': async ({ tax_id }) => {
    assert.equal(tax_id, '123456789RT0001')
    assert.equal((await makeCustomer(api)).tax_id, null)
  },
  's2.2 credit_balance': (made) => assert.equal(made.credit_balance, '0.00000000'),
  's2.2 auto_pay_enabled': async ({ auto_pay_enabled }) => {
    assert.equal(auto_pay_enabled, true)
    assert.equal((await makeCustomer(api)).auto_pay_enabled, false)
  },
  's2.2 created_at': ({ created_at }) => assert.match(created_at, TIME),
  's2.2 updated_at': ({ updated_at, created_at }) => assert.equal(updated_at, created_at),
  's3.2 no customer status': (made) => assert.equal('status' in made, false),
})

row('s4.2 create', async () => {
  const answer = await api.post(CUSTOMERS, { body: FULL })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.location, `/api/public/v1/customers/cus_${answer.body.id}`)
})

row('s4.2 retrieve', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual(await get(api, `${CUSTOMERS}/${made.id}`), made)
  assert.deepEqual(await get(api, `${CUSTOMERS}/cus_${made.id}`), made)
})

row('s4.2 list', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual((await get(api, CUSTOMERS)).data[0], made)
})

row('s1 customers', async () => {
  const made = await makeCustomer(api, FULL)
  assert.deepEqual(await get(api, `${CUSTOMERS}/${made.id}`), made)
})

row('s4.2 create name', async () => {
  refused(await api.post(CUSTOMERS, { body: {} }), 400, 'parameter_missing', 'name')
  refused(await api.post(CUSTOMERS, { body: { name: 5 } }), 400, 'parameter_invalid', 'name')
  assert.equal((await makeCustomer(api, { name: 'Ж' })).name, 'Ж')
})

for (const [key, member, value, wrong] of [
  ['s4.2 create email', 'email', 'a@b.example', 5],
  ['s4.2 create contact_name', 'contact_name', 'Ada', 5],
  ['s4.2 create phone', 'phone', '555', 555],
  ['s4.2 create address_line1', 'address_line1', '1 Main St', {}],
  ['s4.2 create city', 'city', 'Oka', []],
  ['s4.2 create state_province', 'state_province', 'QC', true],
  ['s4.2 create postal_code', 'postal_code', 'J0N 1E0', 10000],
  ['s4.2 create country', 'country', 'DE', 49],
  ['s4.2 create tax_exempt', 'tax_exempt', true, 'true'],
  ['s4.2 create tax_id', 'tax_id', 'DE123', 123],
] satisfies [RowKey, string, unknown, unknown][]) {
  row(key, async () => {
    assert.equal((await makeCustomer(api, { [member]: value }))[member], value)
    const answer = await api.post(CUSTOMERS, { body: { name: 'x', [member]: wrong } })
    refused(answer, 400, 'parameter_invalid', member)
  })
}

row('s4.2 list limit', async () => {
  await makeCustomer(api)
  assert.equal((await get(api, `${CUSTOMERS}?limit=1`)).data.length, 1)
  assert.equal((await get(api, `${CUSTOMERS}?limit=100`)).limit, 100)
  for (const limit of ['0', '101', '-1', 'x', '', '1.5']) {
    refused(await api.get(`${CUSTOMERS}?limit=${limit}`), 400, 'parameter_invalid', 'limit')
  }
})

row('s4.2 list offset', async () => {
  const all = await get(api, `${CUSTOMERS}?limit=3`)
  assert.deepEqual((await get(api, `${CUSTOMERS}?limit=2&offset=1`)).data, all.data.slice(1))
})
