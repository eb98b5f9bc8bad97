// Serves the dashboard's files, which web/build.ts builds before the start and which are held in memory.

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from '../platform/etag.ts'
import { codingFor } from '../platform/http/compress.ts'
import { Refusal, unavailable } from '../platform/refusal.ts'

const DIST = join(import.meta.dirname, '../../web/dist')

/** All of these serve the same page, which routes by its address. */
const PAGES = [
  '/',
  '/sign-in',
  '/welcome',
  '/forgotten',
  '/:account(^[0-9]+$)/test',
  '/:account(^[0-9]+$)/test/*',
  '/:account(^[0-9]+$)/live',
  '/:account(^[0-9]+$)/live/*',
]
const FILES = ['/icon.svg', '/favicon.ico', '/apple-touch-icon.png', '/early.js']

/** The paths served here; `*` matches the rest of a path. */
export const DASHBOARD_PATHS = [...PAGES, ...FILES, '/assets/*']

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
  woff2: 'font/woff2',
}

interface Asset {
  type: string
  etag: string
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/** Serves the output of web/build.ts. Without it, the pages report that it is missing. */
export function addDashboard(server: FastifyInstance, dist = DIST): void {
  const index = read(join(dist, 'index.html'))?.toString('utf8')
  const assets = index === undefined ? new Map<string, Asset>() : readAssets(dist)
  for (const path of PAGES) {
    server.get(path, (_request, reply) => {
      if (index === undefined) throw unavailable(UNBUILT)
      return sendPage(reply, index)
    })
  }
  for (const path of FILES) {
    server.get(path, (request, reply) => sendAsset(assets, path, request, reply))
  }
  server.get('/assets/*', (request, reply) => {
    const path = (request.raw.url ?? '').split('?')[0] as string
    // The file name contains a hash of the content.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendAsset(assets, path, request, reply)
  })
}

const UNBUILT =
  'The dashboard has not been built in this checkout. Start with npm start or bin/reckoner.mjs serve, which build it first.'

/**
 * Allows only our own script files and one style tag, Mantine's, with a nonce. Frames can hold only
 * our own documents, and no other site can frame this one.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function sendPage(reply: FastifyReply, index: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .headers({
      'content-security-policy': policy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(index.replaceAll('NONCE', nonce))
}

function sendAsset(
  assets: Map<string, Asset>,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asset = assets.get(path)
  if (!asset) {
    reply.removeHeader('cache-control')
    throw new Refusal('route_not_found', `There is no file ${path.slice(0, 100)}. Start at /.`)
  }
  reply.header('etag', asset.etag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  const condition = request.headers['if-none-match']
  if (condition && matches(condition, asset.etag, true)) return reply.code(304).send()
  const encoding = codingFor(request.headers['accept-encoding'])
  if (encoding && asset[encoding]) reply.header('content-encoding', encoding)
  return reply.type(asset.type).send((encoding && asset[encoding]) ?? asset.plain)
}

/** Reads all assets at once (about two megabytes), as a new build can replace the folder at any time. */
function readAssets(dist: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[/\.([a-z0-9]+)$/.exec(name)?.[1] ?? '']
    const plain = type && read(join(dist, name))
    if (!type || !plain) continue
    const [br, gzip] = [read(join(dist, `${name}.br`)), read(join(dist, `${name}.gz`))]
    assets.set(`/${name}`, { type, etag: etagOf(plain), plain, br, gzip })
  }
  return assets
}

function read(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}
