// The secret keys of an installation, the current one first: SECRET_KEY=new,old while a key is being replaced.

import { hkdfSync } from 'node:crypto'
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

/**
 * The keys of a text, separated by commas or lines. A comma separates only where every key is long enough:
 * otherwise it belongs to a key that was chosen before there were lists.
 */
export function parseKeyRing(text: string, separator: ',' | '\n' = ','): KeyRing {
  const parts = text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const isList = parts.length > 1 && parts.every((part) => part.length >= KEY_LENGTH_LEAST)
  return new KeyRing((isList ? parts : [text]).map((key) => Buffer.from(key, 'utf8')))
}
