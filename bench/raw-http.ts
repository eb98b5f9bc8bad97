// A bare node:http server that always returns the bytes of one response of the product.
//
//   raw-http.ts <url of the product> <file of requests, of which the first is sent>

import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readRequests } from './requests.ts'

const [url = '', path = ''] = process.argv.slice(2)
const lines = readRequests(path)[0]?.head.split('\r\n') ?? []
const target = lines[0]?.split(' ')[1] ?? '/'
const authorization = lines.find((line) => line.startsWith('Authorization: '))?.slice(15) ?? ''

const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  get(`${url}${target}`, { agent: false, headers: { authorization } }, resolve).on('error', reject)
})
let body = ''
for await (const text of answer.setEncoding('utf8')) body += text
if (answer.statusCode !== 200) throw new Error(`${target} answered ${answer.statusCode}.`)

const own = new Set(['connection', 'keep-alive', 'date'])
const headers = Object.entries(answer.headers).filter(([name]) => !own.has(name)) as [
  string,
  string,
][]
const server = createServer((_request, response) => {
  response.writeHead(200, headers.flat()).end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
