// ETags: a strong hash of the representation, so they change exactly when it does.

import { hash } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** RFC 9110, section 8.8.3. */
export function etagOf(representation: string | Buffer): string {
  return `"${hash('sha1', representation, 'base64url')}"`
}

/** True if a list of tags (If-Match, If-None-Match) contains this one, or is `*`. */
export function matches(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((part) => {
    const tag = part.trim()
    return tag === etag || (weakly && tag === `W/${etag}`)
  })
}

/** Throws if If-Match names another version than the current one. */
export function assertMatch(header: string | undefined, currentJson: string): void {
  if (header === undefined || matches(header, etagOf(currentJson), false)) return
  if (!/^\s*"/.test(header)) {
    throw new Refusal(
      'precondition_failed',
      'If-Match is not an ETag of this service. Send the ETag header unchanged, with its quotes and without W/.',
    )
  }
  throw new Refusal(
    'precondition_failed',
    'The object has changed since you read it: If-Match is not its current ETag. Read it again, then repeat the change.',
  )
}
