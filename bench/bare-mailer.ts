// Sends one message again and again over pooled connections: what the library alone does in a second.
//
//   bare-mailer.ts <port> <connections> <count>     the message comes on standard input

import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'

const [port, connections, count] = process.argv.slice(2).map(Number) as [number, number, number]
const raw = await text(process.stdin)
const transport = createTransport({
  host: '127.0.0.1',
  port,
  pool: true,
  maxConnections: connections,
  maxMessages: 200,
})
const envelope = { from: 'billing@example.com', to: ['ada@example.com'] }
await transport.sendMail({ raw, envelope })
const startedMs = performance.now()
await Promise.all(Array.from({ length: count }, () => transport.sendMail({ raw, envelope })))
const rate = count / ((performance.now() - startedMs) / 1_000)
transport.close()
process.stdout.write(JSON.stringify({ rate }))
