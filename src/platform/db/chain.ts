// The hash chain over written rows: what of each row is hashed, and how a link follows from the previous one.
//
// Everything is text, in netstrings (`4:text`, null is `-`), so that no two rows have the same encoding, and SHA-256
// in hex. Verification computes the same in SQL: changing a text here starts a new chain for every environment.

import { hash, randomBytes } from 'node:crypto'
import { plain, sql } from './sql.ts'

/**
 * `written`: in the transaction of its rows. `late`: for rows written outside the lane or by an older version.
 * `erased`: over what an erasure left. `reset`: a test environment starts over. `broken`: after a head that
 * this service had not signed.
 */
export type LinkKind = 'written' | 'late' | 'erased' | 'reset' | 'broken'

export interface Head {
  /** Number of the last link; 0 before the first. */
  link: number
  /** Hash of the last link; empty before the first. */
  hash: string
  /** True if one of our keys has signed it. */
  isGenuine: boolean
}

export interface Link {
  environment_id: number
  link: number
  kind: LinkKind
  hash: string
  /** Wall time. */
  made_at: number
}

/** A row's place in the chain. */
export interface Mark {
  link: number
  digest: string
  /** Null once the content that it protected was erased. */
  salt: string | null
}

const SALT_BYTES = 16

type Value = string | number | null

const digestOf = (text: string): string => hash('sha256', text)

export function netstrings(values: readonly Value[]): string {
  let text = ''
  for (const value of values) {
    if (value === null) text += '-'
    else text += `${Buffer.byteLength(String(value))}:${value}`
  }
  return text
}

/** Returns this many salts, generated at once. */
export function salts(count: number): string[] {
  const bytes = randomBytes(count * SALT_BYTES).toString('hex')
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * 2 * SALT_BYTES, (index + 1) * 2 * SALT_BYTES),
  )
}

/** Content of an event: its object, the former values of changed properties, and the digest of the frozen content. */
interface EventContent {
  object: string
  previous_attributes: string | null
  frozen: string | null
}

/** Digest of an event's content, which can be personal: without the salt, the content cannot be guessed from it. */
export const eventDigest = (event: EventContent, salt: string): string =>
  digestOf(netstrings([salt, event.object, event.previous_attributes, event.frozen]))

/** Digest of the content of an event after an erasure. */
export const leftDigest = (event: EventContent): string =>
  digestOf(netstrings([event.object, event.previous_attributes, event.frozen]))

export const auditDigest = (row: { actor_label: string; address: string }, salt: string): string =>
  digestOf(netstrings([salt, row.actor_label, row.address]))

interface EventFacts {
  sequence: number
  id: string
  type: string
  object_id: string
  created_at: number
}

/** Returns the entry of an event in its link. Its customer follows from its object. */
export const eventEntry = (event: EventFacts, digest: string): string => {
  const { sequence, id, type, object_id, created_at } = event
  return digestOf(netstrings(['event', sequence, id, type, object_id, created_at, digest]))
}

interface AuditFacts {
  id: string
  created_at: number
  actor: string
  request_id: string | null
  action: string
  object_id: string | null
  first_sequence: number | null
  last_sequence: number | null
}

export const auditEntry = (row: AuditFacts, digest: string): string => {
  const { id, created_at, actor, request_id, action, object_id } = row
  const { first_sequence, last_sequence } = row
  const fields = [actor, request_id, action, object_id, first_sequence, last_sequence]
  return digestOf(netstrings(['audit', id, created_at, ...fields, digest]))
}

export const rewriteEntry = (sequence: number, digest: string): string =>
  digestOf(netstrings(['rewritten', sequence, digest]))

/**
 * Extends the chain of an environment by a link over these entries. Returns the links to insert: one more
 * if another program has moved the head.
 */
export function extend(
  environment: { environment_id: number; chain: Head },
  kind: LinkKind,
  made_at: number,
  entries: readonly string[],
): Link[] {
  const { environment_id, chain } = environment
  if (!chain.isGenuine) {
    environment.chain = { ...chain, isGenuine: true }
    return [
      ...extend(environment, 'broken', made_at, []),
      ...extend(environment, kind, made_at, entries),
    ]
  }
  const link = chain.link + 1
  // Links after a reset do not depend on erased ones.
  const before = kind === 'reset' ? '' : chain.hash
  const text = netstrings([environment_id, link, kind, made_at, before, ...entries])
  environment.chain = { link, hash: digestOf(text), isGenuine: true }
  return [{ environment_id, link, kind, hash: environment.chain.hash, made_at }]
}

/** The marks of rows as three arrays: links, and digests and salts in hex. */
export const markColumns = (rows: readonly { mark?: Mark }[]) => ({
  link: sql`${plain(rows.map(({ mark }) => mark?.link ?? null))}::bigint[]`,
  digest: sql`${plain(rows.map(({ mark }) => mark?.digest ?? null))}::text[]`,
  salt: sql`${plain(rows.map(({ mark }) => mark?.salt ?? null))}::text[]`,
})
