// Compresses responses with gzip or brotli if the client accepts it, from 1 kB on.

import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Turns } from '../turns.ts'
import { preferences } from './preferences.ts'

type Coding = 'br' | 'gzip'
/** In order of preference at equal weight: brotli is smaller and as fast. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/** Smaller responses fit in one packet anyway; compressing them only adds time. */
const SMALLEST_BYTES = 1_024
/** Up to this size, compressing takes less time than handing it to another thread and back. */
const AT_ONCE_BYTES = 16 * 1_024
/** Cache size for static pages, which are compressed once at high quality. */
const KEPT_BYTES_MOST = 8 * 1_048_576
/** Streams compressed at once, in total and per environment; others are sent uncompressed. */
const STREAMS_MOST = 16
const STREAMS_EACH = 2

/** Higher levels take two to four times as long to save a twentieth (measured on lists of invoices). */
const QUICK = { br: 3, gzip: 1 }
const THOROUGH = { br: 9, gzip: 9 }

const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|[\w.-]+\+json)|image\/svg)/

/** Returns the client's preferred coding; undefined for identity or if no supported coding is accepted. */
export function codingFor(header: string | undefined): Coding | undefined {
  if (!header) return undefined
  const listed = preferences(header)
  const weightOf = (name: string) => listed.find((each) => each.name === name)?.weight
  const any = weightOf('*') ?? 0
  let best: Coding | undefined
  // Without a weight for identity, any coding that is named is preferred.
  let most = weightOf('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weightOf(coding) ?? any
    if (weight > 0 && (weight > most || (weight === most && best === undefined))) {
      best = coding
      most = weight
    }
  }
  return best
}

export function addCompression(server: FastifyInstance): void {
  const compressor = createCompressor()
  server.decorateRequest('secret', false)
  server.decorateRequest('headOfStream', false)
  server.addHook('onSend', (request, reply, payload, done) => {
    const coding = codingOf(request, reply, payload)
    if (!coding) return done(null, payload)
    compressor(coding, request, reply, payload).then(
      (compressed) => {
        if (compressed === undefined) return done(null, payload)
        reply.header('content-encoding', coding).removeHeader('content-length')
        done(null, compressed)
      },
      (error) => done(error),
    )
  })
}

/** Returns the coding for this response, if any, and sets Vary: Accept-Encoding. */
function codingOf(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Coding | undefined {
  if (request.secret) return undefined
  const type = reply.getHeader('content-type')
  const compressible = typeof type === 'string' && COMPRESSIBLE.test(type)
  // A 304 has no Content-Type, but stands for a response that had one.
  if (!compressible && reply.statusCode !== 304) return undefined
  varyByEncoding(reply)
  if (!compressible || reply.hasHeader('content-encoding')) return undefined
  if (!isLong(request, payload)) return undefined
  return codingFor(request.headers['accept-encoding'])
}

function varyByEncoding(reply: FastifyReply): void {
  const present = reply.getHeader('vary')
  if (!present) reply.header('vary', 'Accept-Encoding')
  else if (!/accept-encoding/i.test(String(present))) {
    reply.header('vary', `${String(present)}, Accept-Encoding`)
  }
}

function isLong(request: FastifyRequest, payload: unknown): boolean {
  if (typeof payload === 'string') {
    if (payload.length >= SMALLEST_BYTES) return true
    return payload.length * 3 >= SMALLEST_BYTES && Buffer.byteLength(payload) >= SMALLEST_BYTES
  }
  if (Buffer.isBuffer(payload)) return payload.length >= SMALLEST_BYTES
  return isStream(payload) || request.headOfStream
}

const isStream = (payload: unknown): payload is Readable =>
  typeof (payload as Readable | null)?.pipe === 'function'

type Compressor = (
  coding: Coding,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) => Promise<unknown>

/** Creates a compressor; it returns undefined when the payload is to be sent uncompressed. */
function createCompressor(): Compressor {
  const kept = new Kept()
  const streams = new Map<number, number>()
  let streaming = 0
  // Node has four threads for compression, name lookups and password hashing.
  const turns = new Turns({
    most: 2,
    each: 1,
    waiting: 50,
    patienceMs: 2_000,
    refusal: 'Too many responses are being compressed.',
    retrySeconds: 1,
  })

  function streamed(coding: Coding, group: number, source: Readable): Readable | undefined {
    const own = streams.get(group) ?? 0
    if (streaming >= STREAMS_MOST || own >= STREAMS_EACH) return undefined
    streaming++
    streams.set(group, own + 1)
    // If the source fails or is aborted, pipeline ends the stream too, cut short and never completed.
    return pipeline(source, coderOf(coding), () => {
      streaming--
      const left = (streams.get(group) ?? 1) - 1
      if (left > 0) streams.set(group, left)
      else streams.delete(group)
    })
  }

  async function inTurn(coding: Coding, group: number, bytes: Buffer, quality: typeof QUICK) {
    const end = await turns.take(group).catch(() => undefined)
    // After waiting too long, sending the response uncompressed is faster.
    if (!end) return undefined
    try {
      return await compressed(coding, bytes, quality)
    } finally {
      end()
    }
  }

  return async (coding, request, reply, payload) => {
    if (request.headOfStream) return payload
    const group = request.scope?.environment_id ?? 0
    if (isStream(payload)) return streamed(coding, group, payload)
    const bytes = Buffer.from(payload as string | Buffer)
    const tag = reply.getHeader('etag')
    const page = request.routeOptions.config.operation === undefined && typeof tag === 'string'
    if (page) {
      const key = `${coding} ${tag}`
      const found = kept.find(key) ?? (await inTurn(coding, group, bytes, THOROUGH))
      if (found) kept.keep(key, found)
      return found
    }
    if (bytes.length <= AT_ONCE_BYTES) return compressedAtOnce(coding, bytes)
    return inTurn(coding, group, bytes, QUICK)
  }
}

/** Cache of compressed pages, bounded in size; evicts the oldest first. */
class Kept {
  readonly #buffers = new Map<string, Buffer>()
  #bytes = 0

  find(key: string): Buffer | undefined {
    return this.#buffers.get(key)
  }

  keep(key: string, buffer: Buffer): void {
    if (this.#buffers.has(key) || buffer.length > KEPT_BYTES_MOST) return
    this.#buffers.set(key, buffer)
    this.#bytes += buffer.length
    for (const [oldest, { length }] of this.#buffers) {
      if (this.#bytes <= KEPT_BYTES_MOST) return
      this.#buffers.delete(oldest)
      this.#bytes -= length
    }
  }
}

const brotliAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipAsync = promisify<Buffer, ZlibOptions, Buffer>(gzip)

const brotliOptions = (bytes: Buffer, quality = QUICK.br): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
})

const compressed = (coding: Coding, bytes: Buffer, quality: typeof QUICK): Promise<Buffer> =>
  coding === 'br'
    ? brotliAsync(bytes, brotliOptions(bytes, quality.br))
    : gzipAsync(bytes, { level: quality.gzip })

const compressedAtOnce = (coding: Coding, bytes: Buffer): Buffer =>
  coding === 'br'
    ? brotliCompressSync(bytes, brotliOptions(bytes))
    : gzipSync(bytes, { level: QUICK.gzip })

/** Flushes each chunk as it arrives; a window of 256 kB per stream bounds memory. */
function coderOf(coding: Coding) {
  if (coding === 'gzip') {
    return createGzip({ level: QUICK.gzip, flush: constants.Z_SYNC_FLUSH })
  }
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUICK.br,
      [constants.BROTLI_PARAM_LGWIN]: 18,
    },
  })
}
