// A feature that is defined only here appears everywhere where features do, although no other file names it.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { Compile } from 'typebox/compile'
import { exportObjects, kindsOf } from '../src/app/exported.ts'
import { FEATURES } from '../src/app/features.ts'
import { tablesOf } from '../src/app/tables.ts'
import { makeCustomer } from './fixtures.ts'
import { until, world } from './harness.ts'
import { PROBES_SQL, probeFeature, probes } from './probe-feature.ts'

const features = [...FEATURES, probeFeature]
const w = await world({ after }, { features, tampers: true })
await w.pool.query(PROBES_SQL)
const item = Compile(probes.item)
const { id: customer } = await makeCustomer(w.api)

/** Sends requests without checking schemas: the reference does not contain this feature. */
async function ask(method: string, path: string, body?: object, headers: object = {}) {
  const answer = await fetch(`${w.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${w.keys.test}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const parsed: any = text.startsWith('{') ? JSON.parse(text) : undefined
  return { status: answer.status, headers: answer.headers, text, body: parsed }
}

async function make(name: string) {
  const customer_id = `cus_${String(customer).replace('cus_', '')}`
  const made = await ask('POST', '/probes', {
    customer_id,
    name,
    alias: 'Al',
    metadata: { a: 'b' },
  })
  assert.equal(made.status, 201, made.text)
  assert.ok(item.Check(made.body), made.text)
  return made.body
}

const first = await make('Ada')
const second = await make('Bea')

test('a probe is created, read, updated with If-Match, and tried with a dry run', async () => {
  const read = await ask('GET', `/probes/${first.id}`)
  assert.deepEqual([read.status, read.body], [200, first])
  assert.deepEqual([first.object, first.total, first.tags], ['probe', 2000, ['a', 'b']])
  const dry = await ask('PATCH', `/probes/${first.id}?dry_run=true`, { status: 'done' })
  assert.equal(dry.status, 200, dry.text)
  assert.equal((await ask('GET', `/probes/${first.id}`)).body.status, 'open')
  const stale = await ask('PATCH', `/probes/${first.id}`, { status: 'done' }, { 'if-match': '"x"' })
  assert.equal(stale.status, 412)
  const tag = { 'if-match': read.headers.get('etag') ?? '' }
  const changed = await ask('PATCH', `/probes/${first.id}`, { status: 'done' }, tag)
  assert.deepEqual([changed.status, changed.body.status], [200, 'done'], changed.text)
  assert.ok(item.Check(changed.body))
  assert.equal((await ask('GET', `/probes/prb_${'0'.repeat(26)}`)).status, 404)
  const sent = await ask('POST', '/probes', { customer_id: 'cus_1', name: '' })
  assert.equal(sent.status, 400)
})

test('probes are listed page by page, filtered, and exported as CSV with every visible property', async () => {
  const page = await ask('GET', '/probes?limit=1')
  assert.deepEqual(page.body.data[0].id, second.id)
  assert.equal(page.body.has_more, true)
  const next = await ask('GET', `/probes?limit=1&starting_after=${second.id}`)
  assert.deepEqual([next.body.data[0].id, next.body.has_more], [first.id, false])
  const open = await ask('GET', '/probes?status=open')
  assert.deepEqual(
    open.body.data.map(({ id }: { id: string }) => id),
    [second.id],
  )
  const csv = await ask('GET', '/probes.csv')
  assert.equal(csv.status, 200, csv.text)
  const [headings = '', ...lines] = csv.text.trim().split(/\r?\n/)
  const shown = Object.keys(probes.item.properties).filter((name) => name !== 'object')
  const names = headings.split(',').map((heading) => heading.replace(/_major$/, ''))
  assert.deepEqual(names, shown)
  assert.equal(lines.length, 2)
})

test('a probe is in the feed, in the audit log, and found by its ID', async () => {
  const feed = await ask('GET', `/events?object_id=${second.id}`)
  assert.deepEqual(feed.body.data[0].data.object, second)
  const log = await ask('GET', '/audit_log')
  const entries = log.body.data.map((entry: { object_id: string }) => entry.object_id)
  assert.ok(entries.includes(first.id) && entries.includes(second.id), log.text)
  const found = await ask('GET', `/search?q=${second.id}`)
  assert.deepEqual(
    found.body.data.map((each: { id: string; title: string }) => [each.id, each.title]),
    [[second.id, 'Bea']],
  )
})

test('a probe is exported as the API shows it', async () => {
  const of = { environmentId: 1, mode: 'test' as const, publicUrl: w.url }
  const objects: unknown[] = []
  for await (const chunk of exportObjects(w.pool, of, kindsOf(features))) {
    if (chunk.kind === 'probes') objects.push(...chunk.objects.map((text) => JSON.parse(text)))
  }
  const listed = (await ask('GET', '/probes')).body.data
  assert.deepEqual(objects, listed.toReversed())
})

test('probes are backed up after their customers, and a reset deletes them first', async () => {
  const { backup, erased, tenant } = tablesOf(features)
  assert.ok(tenant.includes('probes'))
  assert.ok(backup.indexOf('probes') > backup.indexOf('customers'))
  assert.ok(erased.indexOf('probes') >= 0 && erased.indexOf('probes') < erased.indexOf('customers'))
  const reset = await ask('POST', '/test_clock/reset', {})
  assert.ok(reset.status < 300, reset.text)
  await until('a reset that has taken the probes', async () => {
    const rows = await w.sql('select 1 from probes')
    return rows.length === 0
  })
})
