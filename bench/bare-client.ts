// A bare node:http client that posts the bytes of one webhook repeatedly.
//
//   bare-client.ts <url of the receiver, which has seen a webhook> <connections> <requests>

import { Agent, request } from 'node:http'

const [url = '', connections, count] = process.argv.slice(2)
const { last } = (await (await fetch(url)).json()) as {
  last: { headers: Record<string, string>; body: string }
}
const { host: _host, connection: _connection, ...headers } = last.headers
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })

function post(): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', resolve)
    })
    outgoing.on('error', reject).end(last.body, 'latin1')
  })
}

let left = Number(count)
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (left-- > 0) await post()
  }),
)
const seconds = (performance.now() - startedMs) / 1000
agent.destroy()
process.stdout.write(`${JSON.stringify({ rate: Number(count) / seconds })}\n`)
