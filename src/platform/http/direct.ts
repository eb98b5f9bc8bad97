// Reads of one object by its ID, the majority of requests, served before the framework and its hooks. They use the same
// functions for key, limit, handler, errors and log, in the same order (docs/decisions/0018).

import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import type { Logger } from 'pino'
import { encodeId, newUuid } from '../ids.ts'
import type { Scope } from '../scope.ts'
import { addressOf, type Trusts } from './address.ts'
import type { Compression } from './compress.ts'
import { begin, end, type Failing, fail, type Observers } from './ending.ts'
import type { Answering, LoggedResponse, ServerRequest } from './exchange.ts'
import { assertUnambiguous } from './framing.ts'
import type { Gate } from './gate.ts'
import type { Handle } from './handler.ts'
import { PREFIXES, type Route } from './route.ts'

export interface DirectOptions extends Failing, Observers {
  gate: Gate
  log: Logger
  trusts: Trusts | undefined
  isSecure?: boolean
  compression: Compression
  draining?: AbortSignal
  /** Requests in progress; closing waits for them. */
  running: Set<Promise<unknown>>
}

interface Mounted {
  handle: Handle
  /** Name of the path parameter that holds the ID. */
  param: string
  routeOptions: ServerRequest['routeOptions']
}

const BY_ID = /^(\/[a-z_]+)\/:([a-z_]+)$/
/** An ID that needs no decoding and has no file extension. */
const PLAIN_ID = /^[0-9A-Za-z_-]{1,256}$/

export interface Direct {
  /** Registers a route if it is a read by ID. */
  mount(route: Route<void>, handle: Handle): void
  /** Returns a listener that passes all other requests on to the framework. */
  before(others: RequestListener): RequestListener
  /** From now on, each connection closes after its response. */
  closing(): void
}

export function createDirect(options: DirectOptions): Direct {
  const { running } = options
  const mounted = new Map<string, Mounted>()
  const others = new Set<string>()
  let isClosing = false

  function serve(found: Mounted, id: string, raw: IncomingMessage, response: ServerResponse): void {
    const request = new DirectRequest(options, found, id, raw)
    const last = isClosing || options.draining?.aborted === true
    const reply = new DirectReply(options, request, response, last)
    const made = answer(options, found, request, reply)
    running.add(made)
    const done = () => running.delete(made)
    made.then(done, done)
  }

  return {
    mount({ method, path, params, produces, operation, tag }, handle) {
      if (method !== 'GET') return
      const [, base, param] = BY_ID.exec(path) ?? []
      for (const prefix of PREFIXES) {
        if (base === undefined || param === undefined || !params || produces) {
          others.add(`${prefix}${path}`)
          continue
        }
        const routeOptions = { url: `${prefix}${path}`, config: { operation, group: tag } }
        mounted.set(`${prefix}${base}`, { handle, param, routeOptions })
      }
    },
    before: (framework) => (raw, response) => {
      const [path, id, found] = pathOf(raw, mounted)
      if (!found || others.has(path)) framework(raw, response)
      else serve(found, id, raw, response)
    },
    closing() {
      isClosing = true
    },
  }
}

const NOTHING = ['', '', undefined] as const

function pathOf(
  { method, url = '', headers }: IncomingMessage,
  mounted: ReadonlyMap<string, Mounted>,
): readonly [path: string, id: string, found: Mounted | undefined] {
  if (method !== 'GET' && method !== 'HEAD') return NOTHING
  // A request that has a body, or declares one, is read and refused by the framework.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    return NOTHING
  }
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const slash = path.lastIndexOf('/')
  const id = path.slice(slash + 1)
  if (!PLAIN_ID.test(id)) return NOTHING
  return [path, id, mounted.get(path.slice(0, slash))]
}

async function answer(
  options: DirectOptions,
  { handle }: Mounted,
  request: DirectRequest,
  reply: DirectReply,
): Promise<void> {
  try {
    begin(options, request, reply)
    assertUnambiguous(request.raw)
    request.scope = await options.gate.admitKey(request, reply)
    await handle(request, reply, request.scope)
  } catch (thrown) {
    fail(options, request, reply, thrown)
  }
}

class DirectRequest implements ServerRequest {
  readonly id = encodeId('req', newUuid())
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly params: Record<string, string>
  readonly body = undefined
  readonly raw: IncomingMessage
  readonly routeOptions: ServerRequest['routeOptions']
  scope: Scope | undefined
  secret = false
  headOfStream = false
  dryRun = false
  logged: LoggedResponse | undefined
  readonly #options: DirectOptions

  constructor(options: DirectOptions, found: Mounted, id: string, raw: IncomingMessage) {
    this.#options = options
    this.raw = raw
    this.method = raw.method as string
    this.headers = raw.headers
    this.params = { [found.param]: id }
    this.routeOptions = found.routeOptions
  }

  get ip(): string {
    return addressOf(this.raw, this.#options.trusts)
  }

  get log(): ServerRequest['log'] {
    const { log } = this.#options
    const request_id = this.id
    return {
      info: (details, message) => log.info({ request_id, ...details }, message),
      warn: (details, message) => log.warn({ request_id, ...details }, message),
      error: (details, message) => log.error({ request_id, ...details }, message),
    }
  }
}

class DirectReply implements Answering {
  readonly raw: ServerResponse
  statusCode = 200
  readonly #options: DirectOptions
  readonly #request: DirectRequest
  readonly #isLast: boolean
  readonly #headers = new Map<string, string>()
  readonly #beganMs = performance.now()
  #endedMs: number | undefined

  constructor(
    options: DirectOptions,
    request: DirectRequest,
    raw: ServerResponse,
    isLast: boolean,
  ) {
    this.#options = options
    this.#request = request
    this.raw = raw
    this.#isLast = isLast
  }

  get elapsedTime(): number {
    return (this.#endedMs ?? performance.now()) - this.#beganMs
  }

  code(status: number): this {
    this.statusCode = status
    return this
  }

  header(name: string, value: string): this {
    this.#headers.set(name, value)
    return this
  }

  headers(values: Record<string, string>): this {
    for (const name in values) this.#headers.set(name, values[name] as string)
    return this
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name)
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name)
  }

  removeHeader(name: string): this {
    this.#headers.delete(name)
    // Node adds some headers automatically unless they were removed.
    this.raw.removeHeader(name)
    return this
  }

  send(payload?: unknown): this {
    const compressed = this.#options.compression(this.#request, this, payload)
    if (!compressed) this.#finish(payload as Sent)
    else {
      const asItIs = () => this.#finish(payload as Sent)
      compressed.then((sent) => this.#finish(sent as Sent), asItIs)
    }
    return this
  }

  #finish(payload: Sent): void {
    const { raw } = this
    if (payload !== undefined) this.header('content-length', String(Buffer.byteLength(payload)))
    if (this.#isLast) this.header('connection', 'close')
    raw.once('finish', () => {
      this.#endedMs = performance.now()
      end(this.#options, this.#request, this)
    })
    raw.writeHead(this.statusCode, [...this.#headers].flat())
    if (payload === undefined || this.#request.method === 'HEAD') raw.end()
    else raw.end(payload)
  }
}

/** The complete payload; undefined for a 304. */
type Sent = string | Buffer | undefined
