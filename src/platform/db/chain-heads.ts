// Signs the heads of chains: whoever can write to the database, and no more, cannot lengthen a chain unnoticed.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { idOf, type KeyRing } from '../key-ring.ts'
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
  /** What the key that signs is called in a head: tells which one it was, and nothing of it. */
  key: string
  /** Whether a key that a head names is here. */
  has(key: string | null): boolean
}

/** Signs with the first of the keys, and knows what any of them has signed. */
export function createHeads(keys: KeyRing): Heads {
  const secrets = new Map(
    keys.all.map((key) => [
      idOf(key),
      Buffer.from(hkdfSync('sha256', key, '', 'reckoner chain', 32)),
    ]),
  )
  const key = idOf(keys.first)
  const signatureOf = (
    secret: Buffer,
    environmentId: number,
    { link, hash }: Pick<Head, 'link' | 'hash'>,
  ) =>
    createHmac('sha256', secret)
      .update(netstrings([environmentId, link, hash]))
      .digest('hex')
  const isSigned = (environmentId: number, stored: StoredHead) => {
    const { chain_link: link, chain_hash: hash, chain_signature: signature } = stored
    const secret = secrets.get(stored.chain_key ?? '')
    if (hash === null || signature === null || !secret) return false
    const expected = Buffer.from(signatureOf(secret, environmentId, { link, hash }), 'hex')
    const given = Buffer.from(signature, 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const sign: Heads['sign'] = (environmentId, head) => ({
    key,
    signature: signatureOf(secrets.get(key) as Buffer, environmentId, head),
  })
  return {
    key,
    has: (named) => secrets.has(named ?? ''),
    sign,
    isSigned,
    read: (environmentId, stored) => ({
      link: stored.chain_link,
      hash: stored.chain_hash ?? '',
      isGenuine: stored.chain_link === 0 || isSigned(environmentId, stored),
    }),
  }
}
