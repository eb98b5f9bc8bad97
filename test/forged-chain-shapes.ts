// The form of attacks on the chain: SQL statements on rows that the books are known to have.

import type { ChainForger } from './chain-forger.ts'

export interface Attack {
  name: string
  /** The forged environment, if it is not the test environment of the first account. */
  environment?: number
  forge: (f: ChainForger) => Promise<unknown>
  /** The report of verification if the chain is not recomputed. */
  found: RegExp
}

export const E = 'environment_id = $1'
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
