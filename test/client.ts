// The HTTP client of the tests: sends requests, and checks each response against its schema.

import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertAnswer } from './responses.ts'

export interface Ask {
  /** Sent as JSON; `raw` sends a string unchanged. */
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string | string[]>
  /** Replaces the client's own key; null sends none. */
  key?: string | null
  /** Called with the response before it is checked. */
  look?(answer: Answer): void
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Parsed JSON; undefined when there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any
  text: string
  /** The body as received. */
  bytes: Buffer
}

export interface Api {
  url: string
  get(path: string, ask?: Ask): Promise<Answer>
  post(path: string, ask?: Ask): Promise<Answer>
  patch(path: string, ask?: Ask): Promise<Answer>
  delete(path: string, ask?: Ask): Promise<Answer>
  send(method: string, path: string, ask?: Ask): Promise<Answer>
  close(): Promise<void>
}

/** Longer than any response may take; a longer silence means that the service hangs. */
const SILENCE_MS_MOST = 180_000

/** A client of one service, with its own connections. */
export function connectApi(url: string, ownKey: string): Api {
  const agent = new Agent({ keepAlive: true })
  const send = async (method: string, path: string, ask: Ask = {}) => {
    const answer = await exchange(agent, url, method, path, ask, ownKey)
    ask.look?.(answer)
    const accepted = String(ask.headers?.accept ?? ask.headers?.Accept ?? '')
    assertAnswer(method, path, answer, accepted)
    return answer
  }
  return {
    url,
    send,
    get: (path, ask) => send('GET', path, ask),
    post: (path, ask) => send('POST', path, ask),
    patch: (path, ask) => send('PATCH', path, ask),
    delete: (path, ask) => send('DELETE', path, ask),
    close() {
      agent.destroy()
      return Promise.resolve()
    },
  }
}

function exchange(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  ask: Ask,
  ownKey: string,
): Promise<Answer> {
  const { key = ownKey, headers = {} } = ask
  const body = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
  const all = {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      ...(!headers['transfer-encoding'] && { 'content-length': Buffer.byteLength(body) }),
    }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: all, path }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = decoded(response.headers['content-encoding'], bytes).toString('utf8')
        const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== ''
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : undefined,
          text,
          bytes,
        })
      })
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The service had closed the idle connection, and this process was too busy to see that.
      const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET'
      if (method === 'GET' && wasIdle) resolve(exchange(agent, url, method, path, ask, ownKey))
      else reject(error)
    })
    sent.setTimeout(SILENCE_MS_MOST, () => {
      sent.destroy(new Error(`${method} ${path} was not answered in ${SILENCE_MS_MOST} ms`))
    })
    sent.end(body)
  })
}

function decoded(coding: string | undefined, bytes: Buffer): Buffer {
  // A response to HEAD names the encoding of a body that it does not have.
  if (coding === undefined || bytes.length === 0) return bytes
  if (coding === 'br') return brotliDecompressSync(bytes)
  if (coding === 'gzip') return gunzipSync(bytes)
  throw new Error(`Nobody asked for Content-Encoding: ${coding}`)
}
