// Signs the heads of chains: whoever can write to the database, and no more, cannot lengthen a chain unnoticed.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type Head, netstrings } from './chain.ts'

/** A head as it stands on the counter row. */
export interface StoredHead {
  chain_link: number
  chain_hash: string | null
  chain_key: string | null
  chain_signature: string | null
}

export interface Heads {
  sign(environmentId: number, head: Pick<Head, 'link' | 'hash'>): { key: string; signature: string }
  read(environmentId: number, stored: StoredHead): Head
  isSigned(environmentId: number, stored: StoredHead): boolean
  /** What the key is called in a head: tells which one it was, and nothing of it. */
  key: string
}

export function createHeads(secretKey: Buffer): Heads {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `reckoner ${purpose}`, bytes))
  const key = derive('chain key id', 4).toString('hex')
  const secret = derive('chain', 32)
  const signatureOf = (environmentId: number, { link, hash }: Pick<Head, 'link' | 'hash'>) =>
    createHmac('sha256', secret)
      .update(netstrings([environmentId, link, hash]))
      .digest('hex')
  const isSigned = (environmentId: number, stored: StoredHead) => {
    const { chain_link: link, chain_hash: hash, chain_signature: signature } = stored
    if (hash === null || signature === null || stored.chain_key !== key) return false
    const expected = Buffer.from(signatureOf(environmentId, { link, hash }), 'hex')
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return {
    key,
    sign: (environmentId, head) => ({ key, signature: signatureOf(environmentId, head) }),
    isSigned,
    read: (environmentId, stored) => ({
      link: stored.chain_link,
      hash: stored.chain_hash ?? '',
      isGenuine: stored.chain_link === 0 || isSigned(environmentId, stored),
    }),
  }
}
