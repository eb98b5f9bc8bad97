// Two server processes on one database: in every race one request wins, numbers and sequences have no gap, and no
// request gets a 5xx.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import type { Answer, Ask } from '../client.ts'
import { bodyOf } from '../fixtures.ts'
import { world } from '../harness.ts'
import { readFeed } from './feed-reader.ts'
import { countEnds, endOf, patient, times } from './pair.ts'
import { sample } from './rounds.ts'

const w = await world({ after })
const second = await w.secondProcess({ LOG_LEVEL: 'error' })
const apis = [patient(w.api), patient(second.api)] as const

const AT_ONCE = 30
const ROUNDS = sample(1)
const ROUNDS_MOST = sample(30)
let turn = 0
/** Sends by one process, and the next request by the other. */
function send(method: string, path: string, ask?: Ask): Promise<Answer> {
  turn++
  return apis[turn % 2 === 0 ? 0 : 1].send(method, path, ask)
}

/** Sends and expects success. */
function made(method: string, path: string, body?: unknown): Promise<Answer['body']> {
  return bodyOf(send(method, path, { body }))
}

const LINES = [{ description: 'Seats', quantity: 3, unit_amount: 1999 }]

/** Runs the sampled number of races, and continues until both outcomes have occurred. */
async function untilBoth(seen: Set<string>, race: (index: number) => Promise<void>) {
  for (let done = 0; done < ROUNDS || (seen.size < 2 && done < ROUNDS_MOST); done++) {
    await times(AT_ONCE, race)
  }
  assert.equal(seen.size, 2, `both orders were seen: ${[...seen]}`)
}

const makeCustomer = async () => `cus_${(await made('POST', '/v1/customers', { name: 'Ada' })).id}`
const makeDraft = (customer_id: string, more = {}) =>
  made('POST', '/v1/invoices', { customer_id, line_items: LINES, ...more })

test('the first creates of a new installation succeed from both processes at once', async () => {
  const answers = await times(60, (index) =>
    send('POST', '/v1/customers', { body: { name: `Customer ${index}` } }),
  )
  assert.deepEqual(countEnds(answers), { ok: 60 })
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 60)
})

test('100 finalizes of different drafts and 20 of one draft give contiguous numbers, and one of the 20 succeeds', async () => {
  const customer = await makeCustomer()
  const drafts = await times(100, () => makeDraft(customer))
  const one = await makeDraft(customer)
  const taken = Number(
    (
      await w.sql('select max(number) as last from invoices where finalized_at is not null')
    )[0]?.last?.slice(4) ?? 0,
  )

  const readers = apis.map((api) => readFeed(api, w.keys.test))
  const [distinct, same] = await Promise.all([
    times(100, (index) => send('POST', `/v1/invoices/${drafts[index].id}/finalize`)),
    times(20, () => send('POST', `/v1/invoices/${one.id}/finalize`)),
  ])
  assert.deepEqual(countEnds(distinct), { ok: 100 })
  assert.deepEqual(countEnds(same), { ok: 1, invoice_not_draft: 19 })
  const winners = [...distinct, ...same].filter(({ status }) => status === 200)
  const numbers = winners.map(({ body }) => Number(body.number.slice('INV-'.length)))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 101 }, (_, index) => taken + index + 1),
  )
  const [{ last }] = (await w.sql<{ last: number }>(
    'select max(sequence) as last from events where environment_id = 1',
  )) as [{ last: number }]
  for (const reader of readers) {
    const sequences = await reader.upTo(last)
    assert.deepEqual(
      sequences,
      Array.from({ length: last }, (_, index) => index + 1),
    )
    assert.ok(reader.pages > 3, 'it read while they were written')
  }
})

test('an invoice moved to another customer while it is finalized is finalized completely for one of them', async () => {
  const [from, to] = (await times(2, makeCustomer)) as [string, string]
  const move = async () => {
    const { id } = await makeDraft(from)
    const path = `/v1/invoices/${id}`
    const [finalized, moved] = await Promise.all([
      send('POST', `${path}/finalize`),
      send('PATCH', path, { body: { customer_id: to } }),
    ])
    assert.equal(endOf(finalized), 'ok')
    assert.ok(['ok', 'invoice_not_draft'].includes(endOf(moved)))
    const { body } = await send('GET', path)
    assert.equal(body.customer_id, endOf(moved) === 'ok' ? to : from)
    const [row] = await w.sql<{ id: number }>(
      "select (snapshot->'customer'->>'id')::int as id from invoices where id = $1",
      [(await w.sql('select id from invoices where number = $1', [body.number]))[0]?.id],
    )
    assert.equal(`cus_${row?.id}`, body.customer_id, 'the snapshot is of the customer it names')
  }
  for (let done = 0; done < ROUNDS; done++) await times(AT_ONCE, move)
})

test('a customer is deleted or gets an invoice, and never both', async () => {
  const seen = new Set<string>()
  await untilBoth(seen, async (index) => {
    const customer = await makeCustomer()
    const invoice = { body: { customer_id: customer, line_items: LINES } }
    const remove = () => send('DELETE', `/v1/customers/${customer}`)
    const create = () => send('POST', '/v1/invoices', invoice)
    const [first, other] = index % 2 ? [remove, create] : [create, remove]
    const ends = (await Promise.all([first(), other()])).map(endOf)
    const [deleted, created] = index % 2 ? ends : ends.reverse()
    seen.add(`${deleted} ${created}`)
  })
  for (const end of seen) {
    assert.ok(['ok resource_missing', 'customer_has_open_invoices ok'].includes(end), end)
  }
  const open = await w.sql(
    `select 1 from invoices i join customers c on c.environment_id = i.environment_id
       and c.id = i.customer_id where c.deleted_at is not null and i.status <> 'void'`,
  )
  assert.deepEqual(open, [])
})

test('a product is archived after a line names it, or the line is rejected', async () => {
  const customer = await makeCustomer()
  const seen = new Set<string>()
  await untilBoth(seen, async (index) => {
    const { id } = await made('POST', '/v1/products', { name: 'Seat' })
    const line_items = [{ ...LINES[0], product_id: id }]
    const archive = () => send('DELETE', `/v1/products/${id}`)
    const create = () =>
      send('POST', '/v1/invoices', { body: { customer_id: customer, line_items } })
    const [first, other] = index % 2 ? [archive, create] : [create, archive]
    const answers = await Promise.all([first(), other()])
    const [archived, created] = (index % 2 ? answers : answers.reverse()) as [Answer, Answer]
    assert.equal(endOf(archived), 'ok')
    seen.add(endOf(created))
    const sequences = await w.sql<{ type: string }>(
      `select type from events where environment_id = 1
         and (object_id = $1 and type = 'product.archived' or object_id = $2) order by sequence`,
      [id, created.body.id ?? ''],
    )
    const types = sequences.map(({ type }) => type)
    const inOrder = ['invoice.created', 'product.archived']
    assert.deepEqual(types, endOf(created) === 'ok' ? inOrder : ['product.archived'])
  })
  assert.deepEqual([...seen].sort(), ['ok', 'product_archived'])
})

test('the books balance after all races', async () => {
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
})
