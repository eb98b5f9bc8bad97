// The secret keys of an installation, the current one first: SECRET_KEY=new,old while a key is being replaced.

import { createHmac, hkdfSync } from 'node:crypto'
import { invariant } from '../invariant.ts'

/** Minimum length of a key, and of each key of a list. */
const KEY_LENGTH_LEAST = 32
const ID_BYTES = 4

export class KeyRing {
  /** The current key, used for everything new. */
  readonly first: Buffer
  /** All keys that may have been used, including the first. */
  readonly all: readonly Buffer[]
  readonly #byId: ReadonlyMap<string, Buffer>

  constructor(keys: readonly Buffer[]) {
    const [first] = keys
    invariant(first, 'a ring has a key')
    this.first = first
    this.#byId = new Map(keys.map((key) => [idOf(key), key]))
    this.all = [...this.#byId.values()]
  }

  /** The key with this ID; undefined if it is not (or no longer) in the ring. */
  byId(id: string): Buffer | undefined {
    return this.#byId.get(id)
  }

  get ids(): string[] {
    return [...this.#byId.keys()]
  }
}

/** ID of a key, stored with the data it protects: eight characters that do not reveal the key. */
export function idOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'reckoner key id', ID_BYTES)).toString('hex')
}

/** Lets the database recognize its current key without storing it. */
export function secretCheckOf(key: Buffer): string {
  return createHmac('sha256', key).update('installation').digest('hex')
}

/**
 * Parses the keys of a setting. A comma is a separator only if the text on either side is long enough to be a key;
 * otherwise it belongs to a key that was chosen before lists existed.
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

export function parseKeyLines(text: string): KeyRing {
  return ringOf(text.trim().split(/\s*\n\s*/))
}

const isLong = (text: string) => text.trim().length >= KEY_LENGTH_LEAST

const ringOf = (keys: string[]) => new KeyRing(keys.map((key) => Buffer.from(key, 'utf8')))
