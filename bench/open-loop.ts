// Sends requests on a schedule, regardless of earlier responses, and measures each from the instant
// it was due: a server that stalls is charged for all requests that would have come meanwhile.
//
//   open-loop.ts <port> <file> <random|once> <requests a second> <seconds>

import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { readRequests } from './requests.ts'
import { percentile } from './stats.ts'

const CONNECTIONS_MOST = 256
const PATIENCE_MS = 10_000

const [port, path = '', order, rate, seconds] = process.argv.slice(2)
const prepared = readRequests(path)
const total = Math.floor(Number(rate) * Number(seconds))
const everyMs = 1000 / Number(rate)

interface Connection {
  socket: Socket
  /** When its request in flight was due. */
  dueMs: number
  received: Buffer
}

const latencies: number[] = []
const lateness: number[] = []
const idle: Connection[] = []
const waiting: number[] = []
let opened = 0
let sent = 0
let refused = 0

function open(): Connection {
  opened++
  const socket = connect(Number(port), '127.0.0.1').setNoDelay()
  const connection: Connection = { socket, dueMs: 0, received: Buffer.alloc(0) }
  socket.on('data', (chunk: Buffer) => receive(connection, chunk))
  socket.on('error', fail).on('close', () => forget(connection))
  return connection
}

/** A server may close an idle connection, but not one with a request in flight. */
function forget(connection: Connection): void {
  const index = idle.indexOf(connection)
  if (index < 0) fail(new Error('The server closed a connection on which it owed an answer.'))
  idle.splice(index, 1)
  opened--
}

function ask(connection: Connection, dueMs: number): void {
  const index = order === 'once' ? sent : Math.floor(Math.random() * prepared.length)
  const request = prepared[Math.min(index, prepared.length - 1)]
  if (!request) throw new Error(`${path} holds no request.`)
  sent++
  connection.dueMs = dueMs
  const key = request.keyed ? randomUUID() : ''
  connection.socket.write(`${request.head}${key}${request.tail}`)
}

function receive(connection: Connection, chunk: Buffer): void {
  const received =
    connection.received.length > 0 ? Buffer.concat([connection.received, chunk]) : chunk
  connection.received = received
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer tells no length:\n${head}`)
  if (received.length < end + 4 + Number(length)) return
  connection.received = Buffer.alloc(0)
  latencies.push(performance.now() - connection.dueMs)
  if (!/^HTTP\/1\.1 2/.test(head)) refused++
  const next = waiting.shift()
  if (next === undefined) idle.push(connection)
  else ask(connection, next)
  if (latencies.length === total) report()
}

function report(): void {
  const sorted = Float64Array.from(latencies).sort()
  const late = Float64Array.from(lateness).sort()
  const figures = {
    answered: latencies.length,
    refused,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: percentile(sorted, 1),
    late_p50: percentile(late, 0.5),
    late_p99: percentile(late, 0.99),
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0))
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const startMs = performance.now() + 10
let due = 0
// Timers have a resolution of a millisecond, so requests due meanwhile are sent together; the delay is part of their
// latency, and also reported separately.
const timer = setInterval(() => {
  const now = performance.now()
  for (; due < total && startMs + due * everyMs <= now; due++) {
    const dueMs = startMs + due * everyMs
    lateness.push(now - dueMs)
    const connection = idle.pop() ?? (opened < CONNECTIONS_MOST ? open() : undefined)
    if (connection) ask(connection, dueMs)
    else waiting.push(dueMs)
  }
  if (due === total) clearInterval(timer)
}, 1)
setTimeout(
  () => fail(new Error(`${total - latencies.length} of ${total} requests were not answered.`)),
  Number(seconds) * 1000 + PATIENCE_MS,
).unref()
