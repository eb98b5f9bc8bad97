// Upgrades from released versions: the filled database of each is restored, migrated and started; its books are sound,
// its invoices are unchanged, and work continues.

import assert from 'node:assert/strict'
import test from 'node:test'
import { readMigrations } from '../../src/platform/db/migrations.ts'
import { reckonerHere } from '../cli.ts'
import type { Api } from '../client.ts'
import { openDatabase } from '../database.ts'
import { bodyOf, get, makeFinalized, makeInvoice } from '../fixtures.ts'
import { startProcess } from '../process.ts'
import { findDifferences } from '../sound.ts'
import { type Issued, pathOf, readFixture, readIssued, VERSIONS } from './fixtures.ts'

test('0.2.0, the first release, has a fixture', () => {
  assert.equal(VERSIONS[0], '0.2.0')
})

for (const version of VERSIONS)
  test(`a database of ${version} is upgraded`, async (t) => {
    const { secretKey, key, invoices } = readFixture(version)
    const { url, pool } = await openDatabase(t, { template: 'template0' })
    const settings = {
      DATABASE_URL: url,
      SECRET_KEY: secretKey,
      PUBLIC_URL: 'https://billing.nordlicht.example',
      PORT: '0',
      DATA_DIR: '/nonexistent',
      LOG_LEVEL: 'error',
    }
    const restored = await reckonerHere(['restore', pathOf(version)], settings)
    assert.equal(restored.code, 0, restored.err)
    const { rows } = await pool.query('select name from migrations order by name')
    assert.deepEqual(
      rows.map(({ name }) => name),
      readMigrations().map(({ name }) => name),
    )
    assert.deepEqual(await findDifferences(pool), [])
    const { api, stop } = await startProcess(settings, key)
    await assertWorks(api, invoices)
      .then(() => (version === '0.2.0' ? assertEnds(api) : undefined))
      .finally(stop)
    assert.deepEqual(await findDifferences(pool), [])
  })

/** An invoice had used one month of a discount of three; the other two follow it, by dates in Tokyo. */
async function assertEnds(api: Api): Promise<void> {
  const before = await get(api, '/v1/customers/1006')
  const [{ months_used, ends_at, last_month }] = before.discounts
  assert.deepEqual([months_used, ends_at], [1, null])
  // The first event of this version that shows the discounts follows one that does not know their end.
  const after = await bodyOf(api.patch('/v1/customers/1006', { body: { name: 'Upgraded' } }), 200)
  assert.deepEqual(after.discounts, before.discounts)
  const { id, discount } = await makeFinalized(api, { customer_id: 1006 })
  const { derivation } = await get(api, `/v1/invoices/${id}/explain`)
  const ends = /"ends_at":"([^"]+)"/.exec(JSON.stringify(derivation))?.[1]
  assert.deepEqual([last_month, discount, ends], ['2026-11', 600, '2027-01-31T15:00:00.000Z'])
}

/** An invoice with the properties that a later version added to it and to its lines. */
function withAdded(invoice: Issued, now: Issued | undefined) {
  const lines = (now?.line_items ?? []) as object[]
  const line_items = (invoice.line_items as object[]).map((line, at) => ({ ...lines[at], ...line }))
  return { ...now, ...invoice, line_items }
}

/** Old invoices are as they were, the next one gets the next number, and it can be paid. */
async function assertWorks(api: Api, invoices: Issued[]): Promise<void> {
  assert.ok(invoices.length > 0)
  const now = await readIssued(api)
  for (const invoice of invoices) {
    const same = now.find(({ id }) => id === invoice.id)
    // Later versions add properties.
    assert.deepEqual(withAdded(invoice, same), same, String(invoice.number))
  }
  const draft = await makeInvoice(api)
  const { amount_due: amount, currency } = draft
  const finalized = await api.post(`/v1/invoices/${draft.id}/finalize`)
  const last = Math.max(...invoices.map((each) => Number(String(each.number).slice(-6))))
  assert.equal(Number(finalized.body.number.slice(-6)), last + 1)
  const body = { invoice_id: draft.id, amount, currency, method: 'cash' }
  assert.equal((await api.post('/v1/payments', { body })).status, 201)
}
