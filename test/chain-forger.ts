// Forges books together with their chain, as an attacker with the database but without the key could. Written from
// decision 11, independently of the product's code.

import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'

/** SHA-256 over netstrings; null is `-`. */
function hashOf(...parts: (string | null)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    hash.update(part === null ? '-' : `${Buffer.byteLength(part)}:${part}`)
  }
  return hash.digest('hex')
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::text`

interface EventRow {
  at: string
  link: string | null
  sequence: string
  id: string
  type: string
  object_id: string
  time: string
  object: string
  previous: string | null
  frozen: string | null
  salt: string | null
  digest: string | null
}

interface EntryRow {
  at: string
  link: string | null
  id: string
  unsalted: (string | null)[]
  label: string
  address: string
  salt: string | null
  digest: string | null
}

interface LinkRow {
  link: string
  kind: string
  time: string
  hash: string
}

const sealOf = ({ salt, object, previous, frozen }: EventRow) =>
  hashOf(salt, object, previous, frozen)
const eventOf = ({ sequence, id, type, object_id, time, digest }: EventRow) =>
  hashOf('event', sequence, id, type, object_id, time, digest)
const entryOf = ({ unsalted, digest }: EntryRow) => hashOf('audit', ...unsalted, digest)

/** The chain of one environment, in a transaction that is rolled back. */
export class ChainForger {
  readonly tx: PoolClient
  readonly environment: number

  constructor(tx: PoolClient, environment: number) {
    this.tx = tx
    this.environment = environment
  }

  /** Runs a statement; `$1` is the environment. */
  async sql(text: string, ...values: unknown[]): Promise<number> {
    const used = text.includes('$1') ? [this.environment, ...values] : []
    return (await this.tx.query(text, used)).rowCount ?? 0
  }

  async #rows<Row extends object>(text: string): Promise<Row[]> {
    return (await this.tx.query<Row>(text, [this.environment])).rows
  }

  #events(): Promise<EventRow[]> {
    return this.#rows(
      `select ctid::text as at, link::text, sequence::text, id::text, type, object_id,
         ${MS('created_at')} as time, object::text, previous_attributes::text as previous, frozen,
         encode(salt, 'hex') as salt, encode(digest, 'hex') as digest
       from events e where environment_id = $1 order by e.sequence`,
    )
  }

  #entries(): Promise<EntryRow[]> {
    return this.#rows(
      `select ctid::text as at, link::text, id::text, array[id::text, ${MS('created_at')}, actor, request_id,
         action, object_id, first_sequence::text, last_sequence::text] as unsalted,
         actor_label as label, address, encode(salt, 'hex') as salt, encode(digest, 'hex') as digest
       from audit_log a where environment_id = $1 order by a.id`,
    )
  }

  /** Recomputes digests from the current rows, wherever a salt is stored. */
  async redigest(): Promise<void> {
    for (const event of await this.#events()) {
      if (event.salt !== null) await this.#setDigest('events', event, sealOf(event))
    }
    for (const entry of await this.#entries()) {
      const { salt, label, address } = entry
      if (salt !== null) await this.#setDigest('audit_log', entry, hashOf(salt, label, address))
    }
  }

  async #setDigest(
    table: string,
    { at, digest }: { at: string; digest: string | null },
    is: string,
  ) {
    if (digest === is) return
    await this.tx.query(`update ${table} set digest = decode($2, 'hex') where ctid = $1::tid`, [
      at,
      is,
    ])
  }

  /** Recomputes the erasure notes from the current rows. */
  async renote(): Promise<void> {
    for (const { sequence, object, previous, frozen } of await this.#events()) {
      await this.sql(
        `update chain_rewrites set digest = decode($3, 'hex') where environment_id = $1 and sequence = $2`,
        sequence,
        hashOf(object, previous, frozen),
      )
    }
  }

  /** Recomputes the hashes from the first link to the last, and the head except for its signature. */
  async rechain(): Promise<void> {
    const events = await this.#events()
    const entries = await this.#entries()
    const notes = await this.#rows<{ link: string; sequence: string; digest: string }>(
      `select link::text, sequence::text, encode(digest, 'hex') as digest
       from chain_rewrites w where environment_id = $1 order by w.sequence`,
    )
    let hash = ''
    let last = '0'
    for (const link of await this.#links()) {
      const isIn = (row: { link: string | null }) => row.link === link.link
      hash = hashOf(
        ...[String(this.environment), link.link, link.kind, link.time, hash],
        ...events.filter(isIn).map(eventOf),
        ...notes.filter(isIn).map(({ sequence, digest }) => hashOf('rewritten', sequence, digest)),
        ...entries.filter(isIn).map(entryOf),
      )
      last = link.link
      await this.sql(
        `update chain_links set hash = decode($3, 'hex') where environment_id = $1 and link = $2`,
        last,
        hash,
      )
    }
    await this.sql(
      `update environment_counters set chain_link = $2, chain_hash = decode($3, 'hex') where environment_id = $1`,
      last,
      hash,
    )
  }

  #links(): Promise<LinkRow[]> {
    return this.#rows(
      `select link::text, kind, ${MS('made_at')} as time, encode(hash, 'hex') as hash
       from chain_links l where environment_id = $1 order by l.link`,
    )
  }

  /** Recomputes everything that an attacker can recompute without the key. */
  async fit(): Promise<void> {
    await this.redigest()
    await this.renote()
    await this.rechain()
  }
}
