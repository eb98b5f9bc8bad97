// Large or expensive reads do not block other requests: pages with hundreds of long lines arrive complete and in
// chunks, two at a time for each environment, while further readers wait.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { ENVIRONMENTS, until, type World, world } from './harness.ts'

const LINES = 250
/** 250 lines of 500 characters, each of four bytes: the largest possible invoice. */
const bigInvoice = (customer_id: string) => ({
  customer_id,
  line_items: Array.from({ length: LINES }, (_, n) => ({
    description: `${String(n).padStart(3, '0')} ${'🧾'.repeat(496)}`,
    quantity: n + 1,
    unit_amount: 1999,
  })),
})

/** An invoice of the largest size, and copies of it, inserted directly into the database. */
async function makeBig(w: World, count: number, environment: 'test' | 'otherTest' = 'test') {
  const key = w.keys[environment]
  const customer = await w.api.post('/v1/customers', { key, body: { name: 'Big' } })
  const body = bigInvoice(customer.body.id)
  const made = await w.api.post('/v1/invoices', { key, body })
  assert.equal(made.status, 201)
  await w.sql(
    `with first as (select i.* from invoices i where i.environment_id = $2),
     copies as (
       insert into invoices select copy.* from first f cross join generate_series(1, $1) n
       cross join lateral jsonb_populate_record(null::invoices, to_jsonb(f) || jsonb_build_object(
         'id', gen_random_uuid(), 'number', 'INV-' || (900000100000 + n),
         'shown', null, 'created_at', f.created_at + n * interval '1 ms')) copy
       returning environment_id, id),
     lines as (
       insert into invoice_lines (environment_id, invoice_id, position, description, quantity,
                                  unit_price, amount, product_id, id)
       select c.environment_id, c.id, l.position, l.description, l.quantity,
              l.unit_price, l.amount, l.product_id, gen_random_uuid()
       from copies c join first f on f.environment_id = c.environment_id
       join invoice_lines l on l.environment_id = f.environment_id and l.invoice_id = f.id)
     update environment_counters set invoices_count = invoices_count + $1
     where environment_id = (select environment_id from first)`,
    [count - 1, ENVIRONMENTS[environment]],
  )
  await w.sql('analyze invoices, invoice_lines')
  return String(made.body.id)
}

interface Reader {
  status: number | undefined
  headers: IncomingMessage['headers']
  answer: IncomingMessage
  leave(): void
}

/** Sends a request, and reads nothing of the response body. */
function ask(w: World, path: string, key: string): { answered: Promise<Reader>; leave(): void } {
  let sent: ClientRequest | undefined
  const answered = new Promise<Reader>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    sent = request(`${w.url}${path}`, { headers, agent: false }, (answer) => {
      answer.on('error', () => undefined)
      const leave = () => void answer.destroy()
      resolve({ status: answer.statusCode, headers: answer.headers, answer, leave })
    })
    sent.on('error', reject)
    sent.end()
  })
  answered.catch(() => undefined)
  return { answered, leave: () => sent?.destroy() }
}

const w = await world({ after }, { tampers: true })
const COUNT = 100
const firstId = await makeBig(w, COUNT)
const otherId = await makeBig(w, 30, 'otherTest')
await until('the texts of the copies', async () => {
  const without = await w.sql('select from invoices where shown is null limit 1')
  return without.length === 0
})

test('a page of a hundred of the largest invoices arrives complete, each the same as when read by its ID', async () => {
  const page = await w.api.get('/v1/invoices?limit=100')
  assert.equal(page.status, 200)
  assert.equal(page.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(page.headers.etag, undefined)
  const { data, ...rest } = page.body
  assert.deepEqual(rest, {
    object: 'list',
    url: '/v1/invoices',
    has_more: false,
    total_count: COUNT,
    limit: COUNT,
    offset: 0,
  })
  assert.ok(page.bytes.length > 51_000_000, `${page.bytes.length} bytes`)
  assert.equal(data.length, COUNT)
  assert.equal(data.at(-1).id, firstId)
  for (const index of [0, 42, 99]) {
    const { text } = await w.api.get(`/v1/invoices/${data[index].id}`)
    assert.ok(page.text.includes(text), 'it is told in the very same text')
  }
  const times = data.map(({ created_at }: { created_at: string }) => created_at)
  assert.deepEqual(times, times.toSorted().reverse())
  const one = await w.api.get(`/v1/invoices?limit=30&starting_after=${data[9].id}`)
  assert.deepEqual(one.body.data, data.slice(10, 40))
  assert.equal(one.body.has_more, true)
  const head = await w.api.send('HEAD', '/v1/invoices?limit=100')
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
})

test('a client that reads two pages slowly delays only itself', async () => {
  const path = '/v1/invoices?limit=100'
  const slow = [ask(w, path, w.keys.test), ask(w, path, w.keys.test)]
  const readers = await Promise.all(slow.map(({ answered }) => answered))
  assert.deepEqual(
    readers.map(({ status }) => status),
    [200, 200],
  )
  const waiting = Array.from({ length: 100 }, () => ask(w, path, w.keys.test))
  const last = ask(w, path, w.keys.test)
  const all = [...waiting, last]
  try {
    const refused = await Promise.race(all.map(({ answered }) => answered))
    assert.equal(refused.status, 503)
    assert.equal(refused.headers['retry-after'], '5')
    const { body: other } = await w.api.get('/v1/invoices?limit=30', { key: w.keys.otherTest })
    assert.equal(other.data.length, 30)
    assert.equal(other.data.at(-1).id, otherId)
    const { status } = await w.api.get('/v1/invoices?limit=1')
    assert.equal(status, 200, 'a page of its own that is not big')
    const customer = { name: 'Small' }
    assert.equal((await w.api.post('/v1/customers', { body: customer })).status, 201)
    assert.equal((await w.api.get('/healthz', { key: null })).status, 200)
    assert.equal((await w.api.get('/readyz', { key: null })).status, 200)
    const held = await w.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'reckoner %'
         and (state <> 'idle' or query = 'begin') and pid <> pg_backend_pid()`,
    )
    assert.deepEqual(held, [{ count: 0 }], 'a reader who does not read holds no connection')
  } finally {
    for (const { leave } of [...slow, ...all]) leave()
  }
  await until('its next page', async () => (await w.api.get(path)).status === 200)
})

test('pages of fifty megabytes take bounded memory', async () => {
  const process = await w.secondProcess()
  await process.api.get('/v1/invoices?limit=1')
  const peakMb = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024
  const before = peakMb()
  const away = { ...w, url: process.api.url }
  const readers = await Promise.all(
    [1, 2].map(() => ask(away, '/v1/invoices?limit=100', w.keys.test).answered),
  )
  const sizes = readers.map(async ({ answer }) => {
    let bytes = 0
    for await (const chunk of answer) bytes += chunk.length
    return bytes
  })
  for (const size of await Promise.all(sizes)) assert.ok(size > 51_000_000, `${size} bytes`)
  const more = peakMb() - before
  assert.ok(more < 200, `two pages of 52 MB took ${Math.round(more)} MB`)
})

test('pages of the feed and the timeline end early instead of growing', async () => {
  const body = { notes: 'x' }
  for (let n = 0; n < 4; n++) {
    await w.api.patch(`/v1/invoices/${firstId}`, { body: { notes: `${body.notes}${n}` } })
  }
  for (const [path, place] of [
    ['/v1/events?limit=100', 'after'],
    [`/v1/invoices/${firstId}/timeline?limit=100`, 'starting_after'],
  ] as const) {
    const ids: string[] = []
    let pages = 0
    for (let cursor = ''; ; pages++) {
      const page = await w.api.get(`${path}${cursor && `&${place}=${cursor}`}`)
      assert.ok(page.bytes.length < 2_500_000, `${page.bytes.length} bytes`)
      ids.push(...page.body.data.map(({ id }: { id: string }) => id))
      if (!page.body.has_more) break
      const last = page.body.data.at(-1)
      cursor = place === 'after' ? String(last.sequence) : last.id
    }
    assert.ok(pages > 0, `${path} came in one page`)
    assert.equal(new Set(ids).size, ids.length)
    const whole = await w.sql<{ count: number }>(
      `select count(*)::int as count from events where environment_id = 1
         and ($1 or object_id = $2)`,
      [place === 'after', firstId],
    )
    assert.deepEqual(whole, [{ count: ids.length }])
  }
})
