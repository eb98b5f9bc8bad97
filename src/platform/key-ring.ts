// The secret keys of an installation, the current one first: SECRET_KEY=new,old while a key is being replaced.

import { createHmac, hkdfSync } from 'node:crypto'
import { invariant } from '../invariant.ts'

/** A key is at least so long, and so is each key of a list. */
const KEY_LENGTH_LEAST = 32
const ID_BYTES = 4

export class KeyRing {
  /** What is made from now on is made with this one. */
  readonly first: Buffer
  /** Those with which something may have been made, the first one included. */
  readonly all: readonly Buffer[]
  readonly #byId: ReadonlyMap<string, Buffer>

  constructor(keys: readonly Buffer[]) {
    const [first] = keys
    invariant(first, 'a ring has a key')
    this.first = first
    this.#byId = new Map(keys.map((key) => [idOf(key), key]))
    this.all = [...this.#byId.values()]
  }

  /** The key with this id; undefined when it is not (or no longer) in the ring. */
  byId(id: string): Buffer | undefined {
    return this.#byId.get(id)
  }

  get ids(): string[] {
    return [...this.#byId.keys()]
  }
}

/** What a key is called beside the things made with it: eight characters from which nobody learns the key. */
export function idOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'reckoner key id', ID_BYTES)).toString('hex')
}

/** Tells two keys apart without giving either away: what the database knows of its current one. */
export function secretCheckOf(key: Buffer): string {
  return createHmac('sha256', key).update('installation').digest('hex')
}

/**
 * The keys of a setting. A comma separates where what is on either side is long enough to be a key;
 * elsewhere it belongs to a key that was chosen before there were lists.
 */
export function parseKeyRing(text: string): KeyRing {
  const keys: string[] = []
  let begun = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) {
    if (!isLong(text.slice(begun, at)) || !isLong(text.slice(at + 1))) continue
    keys.push(text.slice(begun, at).trim())
    begun = at + 1
  }
  keys.push(begun === 0 ? text : text.slice(begun).trim())
  return ringOf(keys)
}

/** The keys of a file, one a line. */
export function parseKeyLines(text: string): KeyRing {
  return ringOf(text.trim().split(/\s*\n\s*/))
}

const isLong = (text: string) => text.trim().length >= KEY_LENGTH_LEAST

const ringOf = (keys: string[]) => new KeyRing(keys.map((key) => Buffer.from(key, 'utf8')))
