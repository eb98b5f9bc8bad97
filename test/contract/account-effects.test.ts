// Contract 9: settings changes take effect at once and never alter finalized documents.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeId } from '../../src/platform/ids.ts'
import type { Answer } from '../client.ts'
import {
  ACCOUNT,
  allEvents,
  CUSTOMERS,
  get,
  INVOICES,
  LINE,
  makeCustomer,
  makeFinalized,
  makeInvoice,
} from '../fixtures.ts'
import { until, world } from '../harness.ts'

// 21:30 on 20 November in Toronto: already the 21st in UTC.
const NOW = Date.parse('2026-11-21T02:30:00.000Z')
const w = await world({ after }, { wallNow: () => NOW })
const { api, keys } = w

const patch = (body: object) => api.patch(ACCOUNT, { body })
async function change(body: object): Promise<void> {
  const answer = await patch(body)
  assert.equal(answer.status, 200, answer.text)
}

/** Settings that documents show, all different from the defaults. */
const SHOWN = {
  name: 'Maple',
  legal_name: 'Maple Bicycles Ltd.',
  address_line1: '12 Water Street',
  address_line2: 'Unit 4',
  city: 'Halifax',
  state_province: 'NS',
  postal_code: 'B3J 1A1',
  country: 'CA',
  tax_numbers: [{ label: 'GST/HST', value: '123456789 RT0001' }],
  phone: '+1 902 555 0100',
  email: 'billing@maple.example',
  website: 'https://maple.example/shop?a=b',
  time_zone: 'America/Halifax',
  language: 'fr-CA',
  payment_instructions: { bank_transfer: 'IBAN X', cheque: 'To Maple', other: 'Come by' },
  color: '#1a6fb5',
  footer: 'Thank you.',
  mail_from_name: 'Maple Billing',
  reply_to: 'answers@maple.example',
}

test('a test key neither reads nor changes live settings', async () => {
  const live = await get(api, ACCOUNT, { key: keys.live })
  await change({ payment_instructions: { bank_transfer: 'Mallory, account 666' } })
  assert.deepEqual(await get(api, ACCOUNT, { key: keys.live }), live)
  const { id } = await makeFinalized(api, {}, { key: keys.live })
  assert.equal('payment_instructions' in (await sellerOf(id)), false)
})

async function sellerOf(ref: string): Promise<Record<string, unknown>> {
  const rows = await w.sql('select snapshot from invoices where id = $1', [decodeId('inv', ref)])
  return rows[0]?.snapshot.seller
}

test('the next invoice and customer use the new settings at once', async () => {
  await change({ default_currency: 'jpy', payment_terms_days: 3, time_zone: 'America/Toronto' })
  const { currency, due_date } = await makeInvoice(api)
  assert.deepEqual([currency, due_date], ['jpy', '2026-11-23'])
  // Concurrent updates and creates share a batch; each create uses the settings set before it.
  const { id } = await makeCustomer(api)
  const asks = ['usd', 'eur', 'gbp', 'chf'].flatMap((default_currency) => [
    patch({ default_currency }),
    api.post(INVOICES, { body: { customer_id: id, line_items: [LINE] } }),
  ])
  await Promise.all(asks)
  let present = 'jpy'
  for (const { type, data } of await allEvents(api)) {
    if (type === 'account.updated') present = data.object.default_currency
    if (type === 'invoice.created' && data.object.customer_id === `cus_${id}`) {
      assert.equal(data.object.currency, present)
    }
  }
  assert.notEqual(present, 'jpy')
  await change({ default_currency: 'cad', payment_terms_days: 30, time_zone: 'UTC' })
})

test('a create that waits during a settings change uses the new settings', async () => {
  const { id } = await makeCustomer(api)
  const waiting = async () => {
    const found = await w.sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return found.length > 0
  }
  const setTo = (currency: string) =>
    `with s as (update environment_settings set default_currency = '${currency}', version = version + 1
                where environment_id = 1 returning version)
     update environment_counters set settings_version = s.version from s where environment_id = 1`
  // Mimics another process: one transaction that locks the counter row, as every write does.
  const other = await w.pool.connect()
  let pending: Promise<Answer> | undefined
  try {
    await other.query(
      'begin; select 1 from environment_counters where environment_id = 1 for update',
    )
    pending = api.post(INVOICES, { body: { customer_id: id, line_items: [LINE] } })
    await until('the invoice to wait', waiting)
    await other.query(`${setTo('nok')}; commit`)
  } finally {
    await other.query('rollback')
    other.release()
  }
  assert.equal((await pending).body.currency, 'nok')
  // No event reported the change, so no event reports its end.
  await w.sql(setTo('cad'))
})

test('drafts keep their currency, and due dates are recomputed at finalize', async () => {
  const draft = await makeInvoice(api)
  assert.deepEqual([draft.currency, draft.due_date], ['cad', '2026-12-21'])
  await change({ default_currency: 'usd', time_zone: 'America/Toronto', payment_terms_days: 10 })
  assert.deepEqual(await get(api, `${INVOICES}/${draft.id}`), draft)
  const finalized = (await api.post(`${INVOICES}/${draft.id}/finalize`)).body
  // The 20th in Toronto plus ten days.
  assert.deepEqual([finalized.currency, finalized.due_date], ['cad', '2026-11-30'])
  await change({ default_currency: 'cad', time_zone: 'UTC', payment_terms_days: 30 })
})

test('finalized documents stay byte-identical', async () => {
  const { id } = await makeFinalized(api)
  const seller = await sellerOf(id)
  assert.equal(seller.name, 'Default')
  const paths = ['', '/explain', '/pdf'].map((part) => `${INVOICES}/${id}${part}`)
  const read = () => Promise.all(paths.map(async (path) => (await api.get(path)).bytes))
  const before = await read()
  await change(SHOWN)
  assert.deepEqual(await read(), before)
  assert.deepEqual(await sellerOf(id), seller)
  assert.deepEqual(await sellerOf((await makeFinalized(api)).id), SHOWN)
  await change({ time_zone: 'UTC' })
})

test("a balance is in the account's current currency", async () => {
  const { id } = await makeCustomer(api)
  await w.sql("insert into customer_balances values (1, $1, 'cad', 5), (1, $1, 'usd', 7.5)", [id])
  const read = () => get(api, `${CUSTOMERS}/${id}`)
  assert.equal((await read()).credit_balance, '5.00000000')
  await change({ default_currency: 'usd' })
  const customer = await read()
  assert.equal(customer.credit_balance, '7.50000000')
  assert.deepEqual(customer.credit_balances, { cad: '5.00000000' })
  await change({ default_currency: 'cad' })
  await w.sql('delete from customer_balances where customer_id = $1', [id])
})
