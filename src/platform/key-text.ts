// The format of API keys: svc_<mode>_<id>_<secret><checksum>, the three parts of the specification.

import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, randomText } from './random-text.ts'

const ID_LENGTH = 16
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const PATTERN = /^(?:svc|sk)_(test|live)_([0-9A-Za-z]{16})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export type Mode = 'test' | 'live'

export interface KeyParts {
  /** The public key ID, `svc_<mode>_<16 characters>`. */
  id: string
  mode: Mode
  secret: string
}

/** Creates a key. The full text is shown once; only the ID and a keyed hash of the secret are stored. */
export function newKey(mode: Mode): KeyParts & { text: string } {
  const id = `svc_${mode}_${randomText(ID_LENGTH)}`
  const secret = randomText(SECRET_LENGTH)
  return { id, mode, secret, text: `${id}_${secret}${checksum(`${id}_${secret}`)}` }
}

/**
 * Parses a key as sent; undefined if it is malformed: the checksum detects typos before the database is queried. Also
 * accepts the `sk_` prefix of the specification's customer examples; its checksum is that of the `svc_` form.
 */
export function parseKey(text: string): KeyParts | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [, mode, id, secret, sum] = match as unknown as [string, Mode, string, string, string]
  const keyId = `svc_${mode}_${id}`
  if (checksum(`${keyId}_${secret}`) !== sum) return undefined
  return { id: keyId, mode, secret }
}

/** The keyed hash of a secret, as stored. */
export function hashSecret(secretKey: Buffer, secret: string): Buffer {
  return createHmac('sha256', secretKey).update(secret).digest()
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let count = 0; count < CHECKSUM_LENGTH; count++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.trunc(rest / 62)
  }
  return digits
}
