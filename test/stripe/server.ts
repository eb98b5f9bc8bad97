// A stand-in for Stripe's HTTP API on this machine, written from Stripe's documentation. It refuses what the documentation
// does not name, and can lose responses, fail, hang, hold calls and be down.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Stripe from 'stripe'
import { Books } from './books.ts'
import { routes } from './operations.ts'
import { invalid, parseForm, Refusal, Repeated, type Response } from './wire.ts'

/**
 * `lost`, `hangs` and `fails` do the work first; `broken` does nothing, and its 500 is kept; `busy` keeps nothing. The
 * package repeats a request whose connection was closed, once and with the same key: the second response is lost too.
 */
export type Fault = 'lost' | 'hangs' | 'fails' | 'broken' | 'busy'

export interface Seen {
  /** `POST /v1/customers` */
  request: string
  key: string | undefined
  sent: Record<string, unknown>
}

export interface StandIn {
  url: string
  address: { host: string; port: number; protocol: 'http'; timeout: number }
  books: Books
  seen: Seen[]
  /** What happens to the next request with this method and beginning of a path. */
  fault: { at: string; is: Fault; again?: boolean } | undefined
  /** What calls that write wait for, once their key is taken. */
  held: Promise<unknown> | undefined
  /** True if connections are reset before anything is read. */
  isDown: boolean
  /** Largest page of a list. */
  pageMost: number
  /** Forgets idempotency keys, as Stripe does after a day. */
  prune(): void
}

export const TEST_KEY = 'sk_test_standin1234'
export const LIVE_KEY = 'sk_live_standin1234'
const LIMITED_KEY = 'rk_test_limited1234'
/** It can do everything but read payment intents. */
export const BLIND_KEY = 'rk_test_blind1234'

/** Responds within this time, or the test has made it hang. */
const TIMEOUT_MS = 2_000

export async function startStripe(lifetime: {
  after(work: () => Promise<void>): void
}): Promise<StandIn> {
  const repeated = new Repeated()
  const server = createServer((request, response) => {
    if (standIn.isDown) return void request.socket.resetAndDestroy()
    respond(standIn, repeated, request, response).catch((error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    address: { host: '127.0.0.1', port, protocol: 'http', timeout: TIMEOUT_MS },
    books: new Books(),
    seen: [],
    fault: undefined,
    held: undefined,
    isDown: false,
    pageMost: 100,
    prune: () => repeated.prune(),
  }
  lifetime.after(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return standIn
}

async function respond(
  standIn: StandIn,
  repeated: Repeated,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
  const method = request.method ?? ''
  const text = method === 'GET' ? search.slice(1) : Buffer.concat(chunks).toString()
  const key = request.headers['idempotency-key'] as string | undefined
  const name = `${method} ${pathname}`
  standIn.seen.push({ request: name, key, sent: parseForm(text) })
  const fault = name.startsWith(standIn.fault?.at ?? '-') ? standIn.fault?.is : undefined
  if (fault === 'lost' && !standIn.fault?.again)
    standIn.fault = { at: name, is: fault, again: true }
  else if (fault) standIn.fault = undefined
  const { status, body } = await repeatable(repeated, key, `${name} ${text}`, async () => {
    assertAllowed(request, name)
    if (method === 'POST') await standIn.held
    return work(standIn, name, text, fault)
  })
  if (fault === 'lost') response.destroy()
  else if (fault !== 'hangs') {
    const headers = { 'content-type': 'application/json', 'request-id': 'req_standin' }
    response.writeHead(status, headers).end(body)
  }
}

async function repeatable(
  repeated: Repeated,
  key: string | undefined,
  request: string,
  run: () => Promise<Response>,
): Promise<Response> {
  try {
    const kept = key === undefined ? undefined : repeated.begin(key, request)
    if (kept) return kept
  } catch (error) {
    return refusal(error)
  }
  let done: Response
  try {
    done = await run()
  } catch (error) {
    done = refusal(error)
  }
  // Kept once the work began: also declines and failures, but not what failed validation.
  const isKept = done.status < 400 || done.status === 402 || done.status === 500
  if (key !== undefined && isKept) repeated.end(key, done)
  else if (key !== undefined) repeated.forget(key)
  return done
}

function work({ books, pageMost }: StandIn, name: string, text: string, fault?: Fault): Response {
  if (fault === 'busy') throw new Refusal(503, { type: 'api_error', message: 'Try later.' })
  const failure = new Refusal(500, { type: 'api_error', message: 'Something went wrong.' })
  if (fault === 'broken') throw failure
  const sent = parseForm(text)
  for (const { matches, run } of routes) {
    const [, id = ''] = matches.exec(name) ?? [undefined]
    if (!matches.test(name)) continue
    const body: Stripe.StripeRawError | object = run(books, { id, sent, pageMost })
    if (fault === 'fails') throw failure
    return { status: 200, body: JSON.stringify(body) }
  }
  throw invalid(`Unrecognized request URL (${name}).`, {}, 404)
}

function refusal(error: unknown): Response {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, body: JSON.stringify({ error: error.error }) }
}

/** Two restricted keys: one can read, and not write. Any other key is wrong. */
function assertAllowed({ headers }: IncomingMessage, name: string): void {
  const sent = headers.authorization?.replace('Bearer ', '') ?? ''
  const isBlind = sent === BLIND_KEY && name.startsWith('GET /v1/payment_intents')
  if (isBlind || (sent === LIMITED_KEY && name.startsWith('POST'))) {
    const message = `The provided key '${sent}' does not have the required permissions for this endpoint.`
    throw invalid(message, {}, 403)
  }
  if (![TEST_KEY, LIVE_KEY, LIMITED_KEY, BLIND_KEY].includes(sent))
    throw invalid(`Invalid API Key provided: ${sent}`, {}, 401)
  if (headers['stripe-version'] !== '2026-10-28.endive')
    throw invalid(`Invalid Stripe API version: ${headers['stripe-version']}`)
}
