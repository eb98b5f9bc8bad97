// Signs the heads of chains: write access to the database is not enough to extend a chain unnoticed.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { idOf, type KeyRing } from '../key-ring.ts'
import { type Head, netstrings } from './chain.ts'

/** A head as stored in the counter row. */
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
  /** ID of the signing key as stored in a head; it identifies the key and reveals nothing of it. */
  key: string
  /** True if the key that a head names is available. */
  has(key: string | null): boolean
}

/** Signs with the first of the keys, and accepts signatures of all of them. */
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
