// Invoices are read from the JSON text that was stored when they were saved. Whatever has happened since to the
// invoice, the installation or the text, the response is byte for byte what a server without stored texts would return.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, test } from 'node:test'
import { invoiceRecord, SHAPE } from '../src/features/invoices/record.ts'
import type { Api } from './client.ts'
import {
  grantCredit,
  INVOICES,
  makeCustomer,
  makeFinalized,
  makeInvoice,
  makePayment,
} from './fixtures.ts'
import { until, world } from './harness.ts'

const w = await world({ after }, { tampers: true })
const { api } = w

/** The responses for each invoice, on its own and in the list. */
async function readTexts(from: Api): Promise<string[]> {
  const list = await from.get(`${INVOICES}?limit=100`)
  const ids = list.body.data.map(({ id }: { id: string }) => id)
  const each = await Promise.all(ids.map((id: string) => from.get(`${INVOICES}/${id}`)))
  return [list.text, ...each.map(({ text, headers }) => `${headers.etag} ${text}`)]
}

const withoutTexts = () =>
  w.sql(
    'select count(*)::int as count from invoices where shown is null or shown_of is distinct from updated_at',
  )

const allWritten = () =>
  until('the texts to be written', async () => (await withoutTexts())[0]?.count === 0)

/** Deletes the texts, and compares the responses with `expected`. */
async function assertSameByColumns(expected: string[], from = api): Promise<void> {
  await w.sql('update invoices set shown = null, shown_of = null, shown_shape = null')
  assert.deepEqual(await readTexts(from), expected)
}

interface Node {
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** The names of all properties, in order; nested ones in parentheses. */
const namesIn = ({ properties = {}, items, anyOf = [] }: Node): string =>
  [
    ...Object.entries(properties).map(([name, of]) => `${name}${namesIn(of)}`),
    ...[...(items ? [items] : []), ...anyOf].map(namesIn).filter((names) => names !== ''),
  ]
    .join(' ')
    .replace(/^.+$/, '($&)')

test('stored texts have exactly the properties of an invoice', () => {
  const names = namesIn(invoiceRecord.item as Node)
  assert.match(names, /^\(id customer_id status .* line_items\(+id description /)
  assert.deepEqual(
    { shape: SHAPE, digest: hash('sha256', names).slice(0, 16) },
    { shape: 3, digest: '8ccff9974ebdb9f7' },
    'Invoices tell something else than before: raise SHAPE, and index invoices_without_text_3 by it.',
  )
})

test('invoices in every state, with every kind of text, are returned the same with and without it', async () => {
  const metadata = { hosted_url: 'x', '1': 'one', nested: '"hosted_url":"' }
  const texts = { notes: '","hosted_url":"/i/\u0001\u001f "', metadata, reference: 'Ö — €' }
  const { id: customer_id } = await makeCustomer(api)
  await grantCredit(api, customer_id, '10', 'cad')
  const draft = await makeInvoice(api, { customer_id, ...texts })
  await api.patch(`${INVOICES}/${draft.id}`, { body: { notes: 'Changed' } })
  const [posted, paid, voided] = [
    await makeFinalized(api, { customer_id, ...texts }),
    await makeFinalized(api, texts),
    await makeFinalized(api, {
      line_items: [{ description: 'Free', quantity: 1, unit_amount: 0 }],
    }),
  ]
  await makePayment(api, paid)
  await makePayment(api, posted, { amount: 100 })
  await api.post(`${INVOICES}/${voided.id}/void`)
  await api.post(`${INVOICES}/${posted.id}/send`, { body: { to: 'ada@example.com' } })
  assert.equal((await withoutTexts())[0]?.count, 0, 'every write leaves the text of what it wrote')
  const before = await readTexts(api)
  assert.equal(before.length, 5)
  await assertSameByColumns(before)
  await allWritten()
  assert.deepEqual(await readTexts(api), before)
})

test('a changed public address is applied to existing texts', async () => {
  const before = await readTexts(api)
  const moved = await w.secondProcess({ PUBLIC_URL: 'https://billing.example' })
  const after = await readTexts(moved.api)
  assert.ok(after.some((text) => text.includes('"hosted_url":"https://billing.example/i/')))
  assert.deepEqual(
    after.map((text) =>
      text.replace(/^"\S+ /, '').replaceAll('https://billing.example/i/', `${w.url}/i/`),
    ),
    before.map((text) => text.replace(/^"\S+ /, '')),
  )
  await assertSameByColumns(after, moved.api)
  await allWritten()
  assert.deepEqual(await readTexts(moved.api), after)
})

test('an invoice written by an older version is read from its columns, and gets its text soon', async () => {
  const { id } = await makeInvoice(api)
  await w.sql("update invoices set notes = 'By another', updated_at = updated_at + interval '1 ms'")
  const { body, text } = await api.get(`${INVOICES}/${id}`)
  assert.equal(body.notes, 'By another')
  await allWritten()
  assert.equal((await api.get(`${INVOICES}/${id}`)).text, text)
  await w.sql("update invoices set shown_shape = 0, shown = '{}'")
  assert.equal((await api.get(`${INVOICES}/${id}`)).text, text, 'of another shape')
  await until('them to be of this one', async () => {
    const rows = await w.sql('select from invoices where shown_shape <> $1', [SHAPE])
    return rows.length === 0
  })
  assert.equal((await api.get(`${INVOICES}/${id}`)).text, text)
})

test('an erasure deletes the texts as well', async () => {
  const { id } = await makeCustomer(api, { name: 'Quellmund' })
  const line = { description: 'Portrait of Quellmund', quantity: 1, unit_amount: 0 }
  const made = await makeFinalized(api, { customer_id: id, line_items: [line], notes: 'Quellmund' })
  const path = `${INVOICES}/${made.id}`
  const erase = await api.post(`/v1/customers/${id}/erase`, { body: { documents: 'erase' } })
  assert.equal(erase.status, 200, erase.text)
  await until('the erasure', async () => {
    const { body } = await api.get(`/v1/customers/cus_${id}/erasure`)
    return body.status === 'erased'
  })
  const left = await api.get(path)
  assert.doesNotMatch(left.text, /Quellmund/)
  await allWritten()
  assert.equal((await api.get(path)).text, left.text)
  assert.deepEqual(await w.sql("select from invoices where shown like '%Quellmund%'"), [])
})

test('a text that differs from the columns is found by verification', async () => {
  await makeFinalized(api)
  const report = async () => {
    const { body } = await api.get('/v1/ledger/verification')
    return body.checks.find(({ name }: { name: string }) => name === 'texts')
  }
  const sound = await report()
  assert.equal(sound.differences, 0)
  assert.ok(sound.checked > 0)
  const forgeries = [
    `replace(shown, '"amount_due":5997', '"amount_due":5996')`,
    `replace(shown, '"amount":5997', '"amount":5996')`,
    `replace(shown, '"metadata":{}', '"metadata":{"a":1}')`,
    `replace(shown, '/i/', '/j/')`,
    `replace(shown, '"notes":""', '"notes":"","notes":""')`,
    `shown || ' '`,
    'left(shown, 100)',
    `'[]'`,
  ]
  for (const forged of forgeries) {
    const [row] = await w.sql<{ id: string; shown: string }>(
      'select id, shown from invoices order by created_at desc limit 1',
    )
    await w.sql(`update invoices set shown = ${forged} where id = $1`, [row?.id])
    assert.ok((await report()).differences > 0, forged)
    await w.sql('update invoices set shown = $1 where id = $2', [row?.shown, row?.id])
  }
  assert.equal((await report()).differences, 0)
})
