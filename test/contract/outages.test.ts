// Contract 3: errors when something breaks: they reveal nothing internal.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { CUSTOMERS, get, INVOICES, makeInvoice, PRODUCTS, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after }, { provokesErrors: true })
const { api } = w

test('an unexpected failure gets 500 internal_error and reveals nothing internal', async () => {
  const { id } = await makeInvoice(api)
  // A constraint that no code expects mimics a bug of ours.
  await w.sql("alter table products add constraint no_boom check (name <> 'boom')")
  const answer = await api.post(PRODUCTS, { body: { name: 'boom' } })
  const { message } = refused(answer, 500, 'internal_error')
  // The request ID is random letters, which can spell anything.
  const text = answer.text.replaceAll(String(answer.headers['request-id']), '')
  assert.doesNotMatch(text, /no_boom|constraint|products|pg|sql|\.ts|stack/i)
  assert.match(message, /request_id/)
  const logged = w.logs.find(
    (line) => line.level === 'error' && line.request_id === answer.headers['request-id'],
  )
  assert.match(JSON.stringify(logged), /no_boom/)
  assert.equal((await get(api, PRODUCTS)).data.length, 0)
  assert.equal((await get(api, `${INVOICES}/${id}`)).id, id)
})

/** Runs a statement about our database from another database of the server. */
async function elsewhere(text: string): Promise<void> {
  const client = new pg.Client(process.env.TEST_DATABASE_URL)
  await client.connect()
  await client.query(text)
  await client.end()
}

test('a database outage gets 503 unavailable with Retry-After', async () => {
  const database = new URL(w.config.databaseUrl as string).pathname.slice(1)
  await elsewhere(`alter database ${database} with connection limit 0`)
  await elsewhere(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  )
  const reading = await api.get(CUSTOMERS)
  refused(reading, 503, 'unavailable')
  assert.match(String(reading.headers['retry-after']), /^\d+$/)
  refused(await api.post(CUSTOMERS, { body: { name: 'x' } }), 503, 'unavailable')
  assert.equal((await api.get('/healthz', { key: null })).status, 200)
  refused(await api.get('/readyz', { key: null }), 503, 'unavailable')
  const causes = w.logs.filter(({ msg }) => msg === 'the database failed this request')
  assert.equal(causes.length, 3)
  for (const { err } of causes) assert.ok((err as { message: string }).message.length > 10)
  await elsewhere(`alter database ${database} with connection limit -1`)
  await until('the service to mend itself', async () => (await api.get(CUSTOMERS)).status === 200)
  assert.equal((await api.post(CUSTOMERS, { body: { name: 'x' } })).status, 201)
})
