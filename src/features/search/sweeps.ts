// Makes the words of rows that were written before there was a search.

import type { Pool } from 'pg'
import { transaction } from '../../platform/db/pool.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { indexCustomers } from '../customers/store.ts'
import { indexProducts } from '../products/store.ts'
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
        for (const index of [indexCustomers, indexProducts]) {
          const count = await transaction(pool, (tx) => index(tx, environmentId, ROUND_MOST))
          done += count
          more ||= count === ROUND_MOST
        }
      }
      return { done, lagMs: 0, more }
    },
  }
}
