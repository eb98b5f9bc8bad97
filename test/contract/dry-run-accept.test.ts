// Dry runs requested by the Accept header, and requests that have none.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Ask } from '../client.ts'
import { get, type Made, PRODUCTS, refused } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const w = await world({ after })
const { api } = w

const TYPE = 'application/vnd.reckoner.dry-run+json'
const accepting = (accept: string, more: Ask = {}): Ask => ({
  body: { name: 'By Accept' },
  ...more,
  headers: { accept, ...more.headers },
})

test('a write whose Accept prefers the dry-run media type is a dry run', async () => {
  const [before] = await w.sql('select count(*) from products')
  for (const accept of [
    TYPE,
    `${TYPE}; charset=utf-8`,
    TYPE.toUpperCase(),
    `${TYPE}, */*`,
    `application/json;q=0.9, ${TYPE}`,
    `${TYPE};q=0.5, application/json;q=0.4, text/html`,
    `${TYPE}, application/json;q=0`,
  ]) {
    for (const path of [PRODUCTS, `${PRODUCTS}?dry_run=true`]) {
      const { status, headers, body } = await api.post(path, accepting(accept))
      assert.equal(status, 200, accept)
      assert.equal(headers['content-type'], `${TYPE}; charset=utf-8`)
      assert.equal(headers.location, undefined)
      assert.deepEqual([body.object, body.result.name], ['dry_run', 'By Accept'])
    }
  }
  assert.deepEqual(await w.sql('select count(*) from products'), [before])
  await until('the requests to be logged', async () => {
    const { data } = await get(api, '/v1/requests?operation=createProduct&limit=14')
    return data.filter(({ query }: Made) => query === 'dry_run=true').length === 14
  })
})

test('an Accept that does not prefer the dry-run media type runs the write', async () => {
  for (const accept of [
    '*/*',
    'text/html',
    'application/json',
    'application/*',
    // Sent by clients that list every media type of the reference.
    `application/json, ${TYPE}`,
    `${TYPE}, application/json`,
    `${TYPE};q=0.5, application/json`,
    `${TYPE};q=0.5, */*`,
    `${TYPE};q=0`,
    `${TYPE}x`,
    `*/*, ${TYPE}x`,
    ',;q=,',
  ]) {
    const { status, body, headers } = await api.post(PRODUCTS, accepting(accept))
    assert.equal(status, 201, accept)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal((await get(api, `${PRODUCTS}/${body.id}`)).name, 'By Accept')
    // The dry_run parameter takes precedence over Accept.
    const foreseen = await api.post(`${PRODUCTS}?dry_run=true`, accepting(accept))
    assert.equal(foreseen.body.object, 'dry_run')
  }
})

test('a dry run by Accept leaves the Idempotency-Key unused, as the parameter does', async () => {
  const headers = { 'idempotency-key': 'accept-1' }
  const foreseen = await api.post(PRODUCTS, accepting(TYPE, { headers }))
  assert.equal(foreseen.body.object, 'dry_run')
  const made = await api.post(PRODUCTS, accepting('*/*', { headers }))
  assert.deepEqual([made.status, made.headers['idempotent-replayed']], [201, undefined])
  const again = await api.post(PRODUCTS, accepting(TYPE, { headers }))
  assert.equal(again.headers['idempotent-replayed'], undefined)
  assert.notEqual(again.body.result.id, made.body.id)
  const wrong = await api.post(PRODUCTS, accepting(TYPE, { headers, body: { nam: 'x' } }))
  assert.equal(wrong.status, 400)
})

test('dry_run=false with a dry-run Accept is rejected, and the error says what to send', async () => {
  const [before] = await w.sql('select count(*) from products')
  const answer = await api.post(`${PRODUCTS}?dry_run=false`, accepting(TYPE))
  const { message } = refused(answer, 400, 'parameters_exclusive', 'dry_run')
  assert.equal(
    message,
    `dry_run=false requests the write, but Accept requests ${TYPE}. Nothing was changed. Omit one of the two.`,
  )
  assert.deepEqual(await w.sql('select count(*) from products'), [before])
})

test('a GET that accepts only a dry run gets 406 not_acceptable and what to send (contract 3)', async () => {
  for (const method of ['GET', 'HEAD']) {
    for (const path of [PRODUCTS, `${PRODUCTS}.csv`, '/v1/account']) {
      const { status } = await api.send(method, path, { headers: { accept: TYPE } })
      assert.equal(status, 406, `${method} ${path}`)
    }
  }
  const answer = await api.get(PRODUCTS, { headers: { accept: `${TYPE}, ${TYPE};q=0.3` } })
  const { message } = refused(answer, 406, 'not_acceptable', 'Accept')
  assert.equal(
    message,
    `Accept allows only ${TYPE}, but a GET, which changes nothing, has no dry run. Send Accept: application/json, or omit it.`,
  )
  for (const accept of [`${TYPE}, */*;q=0.1`, `${TYPE}, text/html`, 'text/html', '*/*', 'x']) {
    assert.equal((await api.get(PRODUCTS, { headers: { accept } })).status, 200, accept)
  }
  const headers = { accept: TYPE, origin: w.api.url, 'content-type': 'application/json' }
  const body = { email: 'no@body.example', password: 'wrong horse' }
  const ask = { key: null, headers, body }
  refused(await api.post('/session/v1/sessions', ask), 406, 'not_acceptable', 'Accept')
})
