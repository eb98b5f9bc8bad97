// Books at the limits: many events within one instant, and settings that no version of the product has written.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeCustomer, makeFinalized, makePayment } from '../../../test/fixtures.ts'
import { world } from '../../../test/harness.ts'
import { verify } from '../../app/verify.ts'

const wallNow = () => Date.parse('2026-11-20T12:00:00.000Z')
const w = await world({ after }, { wallNow })

async function differences(): Promise<string[]> {
  const { checks } = await verify(w.pool)
  return checks.filter((each) => each.differences > 0).map(({ name }) => name)
}

test('an invoice finalized, partially paid and sent again in the same millisecond is valid', async () => {
  const { id } = await makeCustomer(w.api, { email: 'ada@maple.example' })
  const invoice = await makeFinalized(w.api, { customer_id: id })
  await makePayment(w.api, invoice, { amount: 100 })
  const sent = await w.api.post(`/v1/invoices/${invoice.id}/send`)
  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual(await differences(), [])
})

test('an unknown time zone is a difference, and does not abort verification', async (t) => {
  const set = (zone: string) =>
    w.pool.query('update environment_settings set time_zone = $1', [zone])
  await set('America/Nowhere')
  t.after(() => set('UTC'))
  assert.ok((await differences()).includes('entry_days'))
})
