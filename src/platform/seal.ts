// Sealing secrets that must be used again: AES-256-GCM under a key that is not in the database.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { idOf, type KeyRing } from './key-ring.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
/** What is sealed begins with this and the id of its key, four bytes each, or with neither. */
export const MARK = Buffer.from('key:')
export const MARK_BYTES = 4
export const MARKED_BYTES = 8

export interface Sealer {
  seal(secret: Buffer): Buffer
  /** Throws when the bytes were not sealed with a key of the ring. */
  open(sealed: Buffer): Buffer
  /** The same secret sealed with the first key; undefined when it is. Throws as `open` does. */
  reseal(sealed: Buffer): Buffer | undefined
}

/**
 * A sealer for one purpose; what it seals, no other purpose can open. It marks what it seals with the id of
 * the key, unless that is the unmarked one: what is sealed with that, processes can open that know of no marks.
 */
export function createSealer(keys: KeyRing, purpose: string, unmarkedId?: string): Sealer {
  const ciphers = new Map(keys.all.map((key) => [idOf(key), cipherKey(key, purpose)]))
  const firstId = idOf(keys.first)
  const first = cipherKey(keys.first, purpose)
  const mark =
    firstId === unmarkedId ? Buffer.alloc(0) : Buffer.concat([MARK, Buffer.from(firstId, 'hex')])

  const seal = (secret: Buffer) => Buffer.concat([mark, encrypt(first, secret)])

  function open(sealed: Buffer): Buffer {
    const key = ciphers.get(markedId(sealed) ?? '')
    if (key) return decrypt(key, sealed.subarray(MARKED_BYTES))
    return openByTrying([...ciphers.values()], sealed)
  }

  return {
    seal,
    open,
    reseal: (sealed) =>
      (markedId(sealed) ?? unmarkedId) === firstId ? undefined : seal(open(sealed)),
  }
}

/** The id of the key that something was sealed with; undefined when it does not say. */
function markedId(sealed: Buffer): string | undefined {
  if (!sealed.subarray(0, MARK_BYTES).equals(MARK)) return undefined
  return sealed.subarray(MARK_BYTES, MARKED_BYTES).toString('hex')
}

function openByTrying(keys: readonly Buffer[], sealed: Buffer): Buffer {
  for (const key of keys.slice(0, -1)) {
    try {
      return decrypt(key, sealed)
    } catch {
      // The tag says that it was another one.
    }
  }
  return decrypt(keys.at(-1) as Buffer, sealed)
}

function cipherKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `reckoner ${purpose}`, 32))
}

function encrypt(key: Buffer, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()])
}
