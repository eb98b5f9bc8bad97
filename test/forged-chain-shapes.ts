// How attacks on the chain are written down: as statements on rows that the books are known to have.

import type { ChainForger } from './chain-forger.ts'

export interface Attack {
  name: string
  /** The environment that is forged, where it is not the test one of the first account. */
  environment?: number
  forge: (f: ChainForger) => Promise<unknown>
  /** What verification says of it, the chain left as it was. */
  found: RegExp
}

export const E = 'environment_id = $1'
/** The row of an event. */
export const event = (sequence: number) => `${E} and sequence = ${sequence}`
export const ERASED = `(select max(link) from chain_links where ${E} and kind = 'erased')`
export const LAST = `(select max(link) from chain_links where ${E})`
export const entry = (sequence: number) =>
  `${E} and id = (select id from audit_log where ${E} and first_sequence = ${sequence} limit 1)`

export const one =
  (text: string): Attack['forge'] =>
  (f) =>
    f.sql(text)
export const all =
  (...texts: string[]): Attack['forge'] =>
  async (f) => {
    for (const text of texts) await f.sql(text)
  }
