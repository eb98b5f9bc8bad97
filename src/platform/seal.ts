// Encrypts secrets that must be read again: AES-256-GCM with a key that is not in the database.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { idOf, type KeyRing } from './key-ring.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Sealed bytes start with this mark and the key's ID, four bytes each, or with neither. */
export const MARK = Buffer.from('key:')
export const MARK_BYTES = 4
export const MARKED_BYTES = 8

export interface Sealer {
  seal(secret: Buffer): Buffer
  /** Throws if the bytes were not sealed with a key of the ring. */
  open(sealed: Buffer): Buffer
  /** Seals a secret again with the first key; undefined if it already is. Throws as `open` does. */
  reseal(sealed: Buffer): Buffer | undefined
}

/**
 * Creates a sealer for one purpose; other purposes cannot open its output. Sealed bytes are marked with the key's ID,
 * except for the key `unmarkedId`: older processes that do not know marks can open those.
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

/** Returns the ID of the key that sealed the bytes; undefined if they have no mark. */
function markedId(sealed: Buffer): string | undefined {
  if (!sealed.subarray(0, MARK_BYTES).equals(MARK)) return undefined
  return sealed.subarray(MARK_BYTES, MARKED_BYTES).toString('hex')
}

function openByTrying(keys: readonly Buffer[], sealed: Buffer): Buffer {
  for (const key of keys.slice(0, -1)) {
    try {
      return decrypt(key, sealed)
    } catch {
      // The authentication tag does not match: another key was used.
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
