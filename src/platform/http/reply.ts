// Sends a handler's result, as JSON or a document, and answers conditional reads.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { responseText } from '../db/table.ts'
import { etagOf, matches } from '../etag.ts'
import { DRY_RUN_TYPE } from './dry-run.ts'
import type { DocumentReply, JsonReply } from './route.ts'

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  made: JsonReply,
): FastifyReply {
  if (made.replayed) reply.header('idempotent-replayed', 'true')
  if (made.etag && isUnchanged(request, reply, etagOf(made.json))) return reply.code(304).send()
  const type = made.dryRun ? DRY_RUN_TYPE : 'application/json'
  if (made.shown_once !== undefined) request.secret = true
  const json = made.shown_once ?? responseText(made)
  return reply.header('content-type', `${type}; charset=utf-8`).send(json)
}

/**
 * Sends a document. A stream that fails before its first byte becomes an ordinary error. One that fails later closes
 * the connection, so that the client does not take a part for the whole.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  made: DocumentReply,
): Promise<unknown> {
  const { body, contentType, headers = {}, etag } = made
  const isWhole = Buffer.isBuffer(body)
  const wanted = request.method !== 'HEAD'
  if (!isWhole && wanted) await begun(body, reply)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  const tag = etag === true && isWhole ? etagOf(body) : etag
  if (typeof tag === 'string' && isUnchanged(request, reply, tag)) {
    if (!isWhole) body.destroy()
    return reply.code(304).send()
  }
  reply.header('content-type', contentType)
  if (isWhole || wanted) return reply.send(body)
  request.headOfStream = true
  // Generation has not started, so there is nothing to undo.
  body.destroy()
  // Without a payload, Fastify would send Content-Length: 0.
  return reply.send(Readable.from([]))
}

/** Sets the ETag; returns true if the client already has it. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  const condition = request.headers['if-none-match']
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && condition !== undefined && matches(condition, etag, true)
}

/** Resolves when a stream has data, or its client has disconnected; rejects when it fails. */
function begun(body: Readable, reply: FastifyReply): Promise<void> {
  const leave = () => body.destroy()
  reply.raw.once('close', leave)
  return new Promise<void>((resolve, reject) => {
    body.once('readable', resolve).once('close', resolve).once('error', reject)
  }).finally(() => reply.raw.off('close', leave))
}
