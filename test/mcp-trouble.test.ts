// `mcp` in the presence of failures: restricted keys, an unavailable service, lost responses, and being killed.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { after, test } from 'node:test'
import { reckonerHere } from './cli.ts'
import type { Lifetime } from './database.ts'
import { freePort } from './free-port.ts'
import { until, world } from './harness.ts'
import { startModel } from './models-client.ts'
import { INHERITED, MAIN } from './process.ts'

const w = await world({ after })

const sequence = async (): Promise<number> =>
  (await w.api.get('/v1/events?limit=1')).body.total_count

/** A proxy between the model and the service; drops the responses that `loses` selects. */
async function goBetween(lifetime: Lifetime, port: number) {
  const self = { requests: [] as string[], loses: (_: string) => false }
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = new Headers(request.headers as Record<string, string>)
    for (const name of ['host', 'connection', 'content-length']) headers.delete(name)
    const { method = 'GET', url = '/' } = request
    const answer = await fetch(`${w.url}${url}`, {
      method,
      headers,
      ...(body.length > 0 && { body }),
    })
    const text = await answer.text()
    self.requests.push(`${method} ${url} ${answer.status}`)
    if (self.loses(`${method} ${url}`)) return void response.destroy()
    const {
      'content-encoding': _,
      'content-length': __,
      ...kept
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept).end(text)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  lifetime.after(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  return self
}

test('a key is offered the tools that its scopes allow', async (t) => {
  const scopes = ['customers:write', 'payments:write', 'events:read']
  const clerk = await startModel(t, w.url, await w.key({ scopes }))
  assert.deepEqual(await clerk.tools(), [
    ...[
      'find_anything',
      'list_payments',
      'list_disputes',
      'list_payouts',
      'list_events',
      'list_payment_methods',
    ],
    ...['get_reconciliation', 'create_customer', 'update_customer', 'record_payment'],
    'reverse_payment',
    ...['allocate_payment', 'deallocate_payment'],
  ])

  await assert.rejects(clerk.call('void_invoice', {}), /not found/)

  const from = await sequence()
  const careful = await startModel(t, w.url, w.keys.test, '--read-only')
  const { tools } = await careful.client.listTools()
  assert.equal(tools.length, 20)
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
  assert.equal(await sequence(), from, 'asking what a key may do changes nothing')
})

test('a live key is announced before and with each write', async (t) => {
  const model = await startModel(t, w.url, w.keys.live)
  assert.match(model.client.getInstructions() ?? '', /LIVE environment/)
  const dry = await model.call('create_customer', { name: 'Real' })
  assert.equal(dry.data.mode, 'live')
  assert.match(dry.text, /^DRY RUN in the LIVE environment \(real customers, real money\)/)
  const { tools } = await model.client.listTools()
  assert.equal(tools.length, 42)
  const writes = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
  assert.equal(writes.length, 22)
  for (const { name, inputSchema, outputSchema, description = '' } of tools) {
    assert.equal(inputSchema.additionalProperties, false, name)
    assert.ok(outputSchema && description.length > 60, name)
    assert.equal(
      'confirmation' in (inputSchema.properties ?? {}),
      writes.some((each) => each.name === name),
    )
  }
})

test('a server started before the service reports that, and works once the service responds', async (t) => {
  const port = await freePort()
  const key = await w.key({ scopes: ['invoices:read'] })
  const model = await startModel(t, `http://127.0.0.1:${port}`, key)
  await until('its note', () =>
    /does not respond \(ECONNREFUSED\).*Tools are still offered/.test(model.err()),
  )
  assert.equal((await model.tools()).length, 42)
  const away = await model.call('list_invoices')
  assert.equal(away.data.error.code, 'service_unavailable')
  assert.match(away.text, /Reckoner is running/)
  let isNotified = false
  model.client.setNotificationHandler('notifications/tools/list_changed', () => {
    isNotified = true
  })
  await goBetween(t, port)
  assert.deepEqual((await model.call('list_invoices')).data.invoices, [])
  await until('the notification', () => isNotified)
  assert.equal((await model.tools()).length, 5)
})

test('neither a lost response nor a kill leads to a duplicate write', async (t) => {
  const port = await freePort()
  const between = await goBetween(t, port)
  const model = await startModel(t, `http://127.0.0.1:${port}`, w.keys.test)
  const args = { name: 'Once' }
  const from = await sequence()
  const { confirmation } = (await model.call('create_customer', args)).data
  between.loses = (line) => line === 'POST /v1/customers'
  const lost = await model.call('create_customer', { ...args, confirmation })
  assert.deepEqual([lost.isError, lost.data.error.outcome], [true, 'unknown'])
  between.loses = () => false
  const done = await model.call('create_customer', { ...args, confirmation })
  assert.deepEqual([done.data.performed, done.data.replayed], [true, true])
  assert.equal(await sequence(), from + 1)
  assert.deepEqual(
    between.requests.filter((line) => line.startsWith('POST /v1/customers ')),
    ['POST /v1/customers 201', 'POST /v1/customers 201'],
  )

  // Killed between dry run and write, it has written nothing, and its confirmations are no longer valid.
  const never = { name: 'Never' }
  const kept = (await model.call('create_customer', never)).data.confirmation
  process.kill(model.pid(), 'SIGKILL')
  const second = await startModel(t, w.url, w.keys.test)
  const refused = await second.call('create_customer', { ...never, confirmation: kept })
  assert.equal(refused.data.error.code, 'confirmation_unknown')
  assert.match(refused.data.error.what_to_do, /list_events/)
  assert.equal(await sequence(), from + 1)
})

test('the server ends with its input, and writes only the protocol to standard output', async (t) => {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--url', 'http://127.0.0.1:9'], {
    cwd: '/',
    env: { ...INHERITED, RECKONER_API_KEY: w.keys.test },
    stdio: 'pipe',
  })
  t.after(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  const ended = once(child, 'exit')
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await until('the answer', () => out.includes('\n'))
  child.stdin.end('this is no protocol\n')
  assert.deepEqual(await ended, [0, null])
  const messages = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(messages[0].result.serverInfo.name, 'reckoner')
  assert.ok(messages.every(({ jsonrpc }) => jsonrpc === '2.0'))
})

test('a missing or malformed key is reported, and never printed', async () => {
  const none = await reckonerHere(['mcp', '--url', w.url], {})
  assert.match(none.err, /^RECKONER_API_KEY is not set\. Set it to an API key/)
  const key = w.keys.test.slice(0, -1)
  const broken = await reckonerHere(['mcp', '--url', w.url], { RECKONER_API_KEY: key })
  assert.match(broken.err, /^RECKONER_API_KEY is not a complete API key/)
  assert.ok(!broken.err.includes(key.slice(-20)))
  assert.deepEqual([none.code, broken.code, none.out + broken.out], [1, 1, ''])
})
