// Sealing secrets that must be used again: AES-256-GCM under a key that is not in the database.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

export interface Sealer {
  seal(secret: Buffer): Buffer
  /** Throws when the bytes were not sealed with this key. */
  open(sealed: Buffer): Buffer
}

/** A sealer for one purpose; what it seals, no other purpose can open. */
export function createSealer(secretKey: Buffer, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `reckoner ${purpose}`, 32))
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()])
    },
  }
}
