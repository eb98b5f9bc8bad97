// A mail server that takes everything and only counts: how many came, when the first and the last did.
// HTTP on the port that it prints second tells; DELETE begins anew.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

let arrived = 0
let firstMs = 0
let lastMs = 0
let raw = ''

const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  logger: false,
  onData(stream, _session, done) {
    void buffer(stream).then((bytes) => {
      lastMs = performance.now()
      if (arrived === 0) firstMs = lastMs
      arrived++
      raw ||= bytes.toString('utf8')
      done()
    })
  },
})
smtp.on('error', () => undefined)

const told = createServer((request, response) => {
  if (request.method === 'DELETE') arrived = 0
  response.end(JSON.stringify({ arrived, seconds: (lastMs - firstMs) / 1_000, raw }))
})

smtp.listen(0, '127.0.0.1', () => {
  told.listen(0, '127.0.0.1', () => {
    const { port } = smtp.server.address() as AddressInfo
    process.stdout.write(`${port} ${(told.address() as AddressInfo).port}\n`)
  })
})
