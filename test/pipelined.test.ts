// Requests sent one behind the other on a connection take their turn with those of others: whoever sends
// thousands of them without a key, in less than a megabyte, keeps nobody else from being answered.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { connectApi } from './client.ts'
import { until, world } from './harness.ts'

const w = await world({ after })
const CONNECTIONS = 16
const EACH = 1_500
const ONE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

test('whoever pipelines thousands of requests is not answered all of them before others', async (t) => {
  const port = Number(new URL(w.url).port)
  let answered = 0
  for (let n = 0; n < CONNECTIONS; n++) {
    const socket = connect({ port, host: '127.0.0.1' })
    t.after(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      answered += data.toString('latin1').split('HTTP/1.1 ').length - 1
    })
    socket.write(ONE.repeat(EACH))
  }
  await until('the first answers', () => answered > 0)
  const other = connectApi(w.url, w.keys.otherTest)
  t.after(() => other.close())
  const before = answered
  assert.equal((await other.get('/healthz', { key: null })).status, 200)
  assert.equal((await other.get('/v1/products')).status, 200)
  const meanwhile = answered - before
  assert.ok(
    meanwhile < (CONNECTIONS * EACH) / 10,
    `${meanwhile} of ${CONNECTIONS * EACH} were answered before two requests of somebody else`,
  )
})
