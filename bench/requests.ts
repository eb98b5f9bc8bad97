// Requests prepared as bytes, so that every load generator sends the same ones at little cost.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** The API key it is sent with. */
  key: string
  body?: object
}

/** A file of requests, sent at random repeatedly, or each once and in order. */
export interface RequestFile {
  path: string
  order: 'random' | 'once'
  count: number
}

/** Separates requests, and marks where the generator inserts its own Idempotency-Key. */
const BETWEEN = '\x1e'
const KEY_PLACE = '\x1f'

export function writeRequests(
  folder: string,
  name: string,
  order: RequestFile['order'],
  requests: Request[],
): RequestFile {
  const path = join(folder, `${name}.requests`)
  writeFileSync(path, requests.map(bytesOf).join(BETWEEN))
  return { path, order, count: requests.length }
}

/** The requests of a file, each as the texts before and after its Idempotency-Key. */
export function readRequests(path: string): { head: string; tail: string; keyed: boolean }[] {
  return readFileSync(path, 'utf8')
    .split(BETWEEN)
    .map((text) => {
      const [head = '', tail] = text.split(KEY_PLACE)
      return { head, tail: tail ?? '', keyed: tail !== undefined }
    })
}

function bytesOf({ method, path, key, body }: Request): string {
  const start = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`
  if (method === 'GET') return `${start}\r\n`
  const json = JSON.stringify(body ?? {})
  const length = Buffer.byteLength(json)
  return `${start}Content-Type: application/json\r\nIdempotency-Key: ${KEY_PLACE}\r\nContent-Length: ${length}\r\n\r\n${json}`
}
