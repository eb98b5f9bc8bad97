// Verifies the chain over events and audit entries, link by link, against the rows that each link was made over.

import { createHash } from 'node:crypto'
import type { Heads } from '../../platform/db/chain-heads.ts'
import type { Tx } from '../../platform/db/table.ts'
import type { Differ } from './checks.ts'
import { Differences, type Found } from './differences.ts'
import type { BooksEnvironment } from './store.ts'
import {
  type CurrentHead,
  countUnlinked,
  findHead,
  type LinkedRow,
  type StoredLink,
  streamLinked,
  streamLinks,
} from './store-chain.ts'

/** How long processes of a version without links can have run in parallel with one that links. */
const PARALLEL_MS = 86_400_000

/** A head as printed by an earlier verification. */
export interface GivenHead {
  environment_id: number
  link: number
  hash: string
}

/** The references that a chain is verified against, beyond itself. */
export interface Against {
  /** Undefined if the secret key is not known; signatures are then not checked. */
  heads?: Heads | undefined
  given: readonly GivenHead[]
}

/** A verified chain: the findings, and its head for a later verification. */
export interface Verified {
  found: Found
  head: string | undefined
}

export async function verifyChain(
  tx: Tx,
  environment: BooksEnvironment,
  { heads, given }: Against,
): Promise<Verified> {
  const { id } = environment
  const differences = new Differences('chain', '', 'events and audit entries match the chain')
  const differ = differences.of('the chain')
  const chain = new Chain(environment, differ)
  const rows = streamLinked(tx, id)
  let row = await next(rows)
  const seek = given.filter((each) => each.environment_id === id)
  const met = new Set<GivenHead>()
  for await (const link of streamLinks(tx, id)) {
    const over: LinkedRow[] = []
    for (; row && row.link <= link.link; row = await next(rows)) {
      if (row.link === link.link) over.push(row)
      else chain.reportUnlinked(row)
    }
    chain.add(link, over)
    for (const each of seek) if (each.link === link.link && each.hash === link.hash) met.add(each)
  }
  for (; row; row = await next(rows)) chain.reportUnlinked(row)
  for (const each of seek) if (!met.has(each)) differ(chain.describeMissing(each))
  const head = await findHead(tx, id)
  if (head) chain.end(head, heads)
  const unlinked = await countUnlinked(tx, id)
  return { found: { ...differences.found(), ...chain.counted(unlinked) }, head: headText(id, head) }
}

/** State of the verification of one chain. */
class Chain {
  readonly #environment: BooksEnvironment
  readonly #differ: Differ
  /** The first event linked when it was written; events before it are older than the chain. */
  #firstWritten = Number.POSITIVE_INFINITY
  #first: StoredLink | undefined
  #last: StoredLink | undefined
  #rows = 0
  #late = 0
  #isUnchecked = false

  constructor(environment: BooksEnvironment, differ: Differ) {
    this.#environment = environment
    this.#differ = differ
  }

  add(link: StoredLink, rows: readonly LinkedRow[]): void {
    this.#first ??= link
    this.#checkPlace(link)
    const before = link.kind === 'reset' ? '' : (this.#last?.hash ?? '')
    this.#last = link
    for (const row of rows) this.#checkRow(link, row)
    if (link.hash === this.#hashOf(link, before, rows)) return
    const over = rows.map(({ what, name }) => `${what} ${name}`)
    const some = over.length > 5 ? [...over.slice(0, 2), '…', ...over.slice(-2)] : over
    this.#differ(
      `link ${link.link} of ${timeText(link)} does not match its current content (${some.join(', ') || 'nothing'})`,
    )
  }

  /** Checks that links are consecutive, starting with the first or with a reset. */
  #checkPlace({ link, kind }: StoredLink): void {
    const isFirst = this.#last === undefined
    const expected = this.#last ? this.#last.link + 1 : 1
    if (kind === 'reset' && (!isFirst || this.#environment.mode === 'live')) {
      this.#differ(`link ${link} restarts the chain, but no reset was requested`)
    } else if (link !== expected && !(isFirst && kind === 'reset')) {
      this.#differ(`link ${expected} is missing: the next one is ${link}`)
    }
    if (kind === 'broken') {
      this.#differ(`the head before link ${link} was set without the secret key`)
    }
  }

  #checkRow({ kind, made_at }: StoredLink, { what, name, fault }: LinkedRow): void {
    if (what !== 'rewriting') this.#rows++
    if (fault !== null) this.#differ(`${what} ${name} ${fault}`)
    if (kind === 'written' && what === 'event') {
      this.#firstWritten = Math.min(this.#firstWritten, Number(name))
    }
    if (kind !== 'late') return
    this.#late++
    const isParallel = made_at - (this.#first?.made_at ?? 0) <= PARALLEL_MS
    if (what === 'event' && !isParallel && Number(name) > this.#firstWritten) {
      this.#differ(`event ${name} was written by an older version or outside the service`)
    }
  }

  #hashOf(link: StoredLink, before: string, rows: readonly LinkedRow[]): string {
    const sum = createHash('sha256')
    const add = (value: string | number) =>
      sum.update(`${Buffer.byteLength(`${value}`)}:${value}`, 'utf8')
    for (const value of [this.#environment.id, link.link, link.kind, link.made_at, before]) {
      add(value)
    }
    for (const { entry } of rows) add(entry)
    return sum.digest('hex')
  }

  reportUnlinked({ what, name, link }: LinkedRow): void {
    this.#rows++
    this.#differ(`${what} ${name} is in link ${link}, which does not exist`)
  }

  describeMissing({ link }: GivenHead): string {
    if (this.#first?.kind === 'reset' && link < this.#first.link) {
      return `the given head, link ${link}, is from before the reset of ${timeText(this.#first)} and can no longer be compared`
    }
    if (link > (this.#last?.link ?? 0)) {
      return `the given head is link ${link}, but the chain ends with link ${this.#last?.link ?? 0}: later links were removed`
    }
    return `the given head, link ${link}, is not in this chain: the chain was rewritten`
  }

  /** Checks that the counter row agrees and that its signature is valid. */
  end(head: CurrentHead, heads: Heads | undefined): void {
    const { chain_link, chain_hash } = head
    const last = this.#last
    if (chain_link !== (last?.link ?? 0) || chain_hash !== (last?.hash ?? null)) {
      this.#differ(`the head is link ${chain_link}, but the last link is ${last?.link ?? 0}`)
    }
    if (chain_link === 0) return
    if (!heads) this.#isUnchecked = true
    else if (!heads.isSigned(this.#environment.id, head)) {
      const { chain_key: key } = head
      const why = heads.has(key)
        ? `key ${key} did not create its signature`
        : `it names the key ${key ?? 'none'}, which is not in SECRET_KEY`
      this.#differ(`the head is not signed: ${why}`)
    }
  }

  counted(unlinked: number): Pick<Found, 'checked' | 'what'> {
    const notes = [
      ...(this.#first ? [`linked since ${timeText(this.#first)}`] : []),
      ...(this.#late > 0 ? [`${this.#late} of them linked late`] : []),
      ...(unlinked > 0 ? [`${unlinked} not linked yet`] : []),
      ...(this.#isUnchecked ? ['the signature of the head not checked without SECRET_KEY'] : []),
    ]
    return { checked: this.#rows, what: ['events and audit entries', ...notes].join(', ') }
  }
}

const timeText = ({ made_at }: StoredLink): string => new Date(made_at).toISOString()

const HEAD = /^(\d+):(\d+):([0-9a-f]{64}):([0-9a-f]{8}):([0-9a-f]{64})$/

/** A head as it is printed and read again later: environment, link, hash, key and signature. */
function headText(id: number, head: CurrentHead | undefined): string | undefined {
  if (!head || head.chain_link === 0) return undefined
  const { chain_link, chain_hash, chain_key, chain_signature } = head
  return [id, chain_link, chain_hash, chain_key, chain_signature].join(':')
}

/** Parses a printed head; undefined if it is malformed or its signature is invalid. */
export function readHead(text: string, heads: Heads | undefined): GivenHead | undefined {
  const [, id, link, hash, key, signature] = HEAD.exec(text.trim()) ?? []
  if (hash === undefined || key === undefined || signature === undefined) return undefined
  const given = { environment_id: Number(id), link: Number(link), hash }
  const head = {
    chain_link: given.link,
    chain_hash: hash,
    chain_key: key,
    chain_signature: signature,
  }
  // The signature of a key that is no longer in use cannot be checked; the chain is compared all the same.
  if (heads?.has(key) && !heads.isSigned(given.environment_id, head)) return undefined
  return given
}

async function next<T>(stream: AsyncGenerator<T>): Promise<T | undefined> {
  const { value, done } = await stream.next()
  return done ? undefined : value
}
