// The message authentication codes of a backup: they prove that a holder of the secret key made it.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { idOf, type KeyRing } from '../key-ring.ts'
import { BackupError, type Seal } from './format.ts'

const MAC_BYTES = 32

/** Returns the codes of a checksum by the ID of their key, one for each key of the ring. */
export const macsOf = (keys: KeyRing, sha256: string): Seal['macs'] =>
  Object.fromEntries(keys.all.map((key) => [idOf(key), macOf(key, sha256)]))

function macOf(key: Buffer, sha256: string): string {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'reckoner backup', MAC_BYTES))
  return createHmac('sha256', derived).update(Buffer.from(sha256, 'hex')).digest('hex')
}

const FLAG = 'If you trust the place where it was kept, add --allow-unauthenticated.'

/**
 * Throws BackupError unless a key of the ring made this backup. `howToAdd` says how to add a former key to the ring.
 */
export function assertAuthentic(
  keys: KeyRing | undefined,
  { macs, sha256 }: Seal,
  path: string,
  howToAdd: string,
): void {
  const ids = Object.keys(macs)
  if (ids.length === 0) {
    throw new BackupError(
      `${path} is not authenticated: its code is missing, so others could have changed it. Use another copy. ${FLAG}`,
    )
  }
  const known = ids.filter((id) => keys?.byId(id))
  if (known.length === 0) {
    throw new BackupError(
      `${path} is authenticated with the secret key ${ids.join(' or ')}, which is missing. Add that key after the current one (${howToAdd}). ${FLAG}`,
    )
  }
  const isValid = known.some((id) => isSame(macOf(keys?.byId(id) as Buffer, sha256), macs[id]))
  if (isValid) return
  throw new BackupError(
    `${path} was changed after it was created: its code does not match the secret key. Use another copy. ${FLAG}`,
  )
}

const isSame = (expected: string, sent = ''): boolean =>
  expected.length === sent.length && timingSafeEqual(Buffer.from(expected), Buffer.from(sent))
