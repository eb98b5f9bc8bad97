// The programs of the quickstart and of the pages on idempotency and pagination do what those pages say.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { get, makeProduct } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'
import { programOf, programsOf } from './guide-programs.ts'
import { ranIn } from './run-once.ts'

const here = await sharedWorld({ after })
const LANGUAGES = ['js', 'python'] as const
const run = (language: string, text: string) =>
  ranIn(language, text, { KEY: here.keys.test }, { after })

test('the quickstart creates an invoice in each language, whatever data already exists', async () => {
  for (const [index, language] of ['sh', ...LANGUAGES].entries()) {
    // The first shell block only sets the key.
    const program = programsOf('quickstart', language, here.url).at(-1) ?? ''
    const output = await run(language, program)
    const number = `INV-00000${index + 1}`
    if (language === 'sh')
      assert.match(output, new RegExp(`"status":"posted","number":"${number}"`))
    else assert.equal(output.trim(), `${number} posted 5997`)
  }
})

test('a write retried with its key happens once, in each language', async () => {
  const shell = await run('sh', programOf('idempotency', 'sh', here.url))
  assert.equal(shell.match(/^HTTP\/1.1 201/gm)?.length, 2, shell)
  assert.equal(shell.match(/^idempotent-replayed: true/gim)?.length, 1, shell)
  for (const language of LANGUAGES) {
    const [first = '', second = '', ...others] = (
      await run(language, programOf('idempotency', language, here.url))
    )
      .trim()
      .split('\n')
    assert.deepEqual(others, [])
    assert.match(first, /^201 prod_\w{26} (null|None)$/)
    assert.equal(second, first.replace(/\w+$/, 'true'))
  }
  assert.equal((await get(here.api, '/v1/products')).total_count, 3)
})

test('the programs on pagination read every object', async () => {
  // One more than a page holds.
  for (let made = 3; made < 101; made++) await makeProduct(here.api)
  const all = [
    ...(await get(here.api, '/v1/products?limit=100')).data,
    ...(await get(here.api, '/v1/products?limit=100&offset=100')).data,
  ].map(({ id }) => id)
  assert.equal(all.length, 101)
  for (const language of LANGUAGES) {
    const output = await run(language, programOf('pagination', language, here.url))
    assert.deepEqual(output.trim().split('\n'), all, language)
  }
  const page = JSON.parse(await run('sh', programOf('pagination', 'sh', here.url)))
  assert.deepEqual([page.data.length, page.has_more], [100, true])
})

/** Responses to a write, in order; undefined closes the connection. */
const BAD_DAY = [
  undefined,
  [503, 'unavailable'],
  [429, 'rate_limit_exceeded'],
  [409, 'idempotency_key_in_use'],
  [201, undefined],
  [400, 'parameter_invalid'],
] as const

const CALLS: Record<string, string> = {
  js: `
console.log((await send('POST', '/v1/things', { a: 1 }, 'key-1')).done)
await send('POST', '/v1/things', {}, 'key-2').catch(({ code }) => console.log(code))
`,
  python: `
print(send("POST", "/v1/things", {"a": 1}, "key-1")["done"])
try:
    send("POST", "/v1/things", {}, "key-2")
except Refused as refused:
    print(refused.code)
`,
}

for (const language of LANGUAGES) {
  test(`the function on errors retries until it gets a response, in ${language}`, async () => {
    const keys: unknown[] = []
    const server = createServer((request, response) => {
      keys.push(request.headers['idempotency-key'])
      const [status, code] = BAD_DAY[keys.length - 1] ?? []
      if (status === undefined) return void request.socket.destroy()
      response.writeHead(status, { 'Retry-After': '0' })
      response.end(JSON.stringify(code ? { error: { code, message: 'No.' } } : { done: 'yes' }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as AddressInfo
    const program = programOf('error-handling', language, `http://127.0.0.1:${port}`)
    const output = await run(language, program + CALLS[language])
    assert.equal(output.trim(), 'yes\nparameter_invalid')
    assert.deepEqual(keys, ['key-1', 'key-1', 'key-1', 'key-1', 'key-1', 'key-2'])
  })
}
