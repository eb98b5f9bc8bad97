// Creates the search words of rows older than the search.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Tx } from '../../platform/db/table.ts'
import { indexWords } from '../../platform/db/word-index.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { customerWords } from '../customers/store.ts'
import { productWords } from '../products/store.ts'
import { findWithoutWords } from './store.ts'

const ROUND_MOST = 500

export function indexSweep(pool: Pool): Sweep {
  return {
    name: 'search.index',
    everyMs: 5_000,
    async run(signal) {
      let done = 0
      let more = false
      for (const environmentId of await findWithoutWords(pool)) {
        if (signal.aborted) break
        for (const index of [
          (tx: Tx) => indexWords(tx, customerWords, environmentId, ROUND_MOST),
          (tx: Tx) => indexWords(tx, productWords, environmentId, ROUND_MOST),
        ]) {
          const count = await transaction(pool, index)
          done += count
          more ||= count === ROUND_MOST
        }
      }
      return { done, lagMs: 0, more }
    },
  }
}
