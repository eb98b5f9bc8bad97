// Removes an erased person from the request log, once all earlier requests are written.

import type { Pool } from 'pg'
import { customerRef } from '../../domain/customer.ts'
import { resourceOf } from '../../domain/resource-lists.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import type { Background } from '../background.ts'
import { eraseRequestsAbout, eraseUnattributed, findNext } from '../requests/store.ts'
import { endLog, findDueLogs } from './store-log.ts'
import { findOwned, type Place } from './store-rounds.ts'

/** Erasures per run, objects and requests per statement. */
const DUE_MOST = 10
const OBJECTS_MOST = 200
const REQUESTS_MOST = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

type LogParts = Pick<Background, 'pool' | 'wallNow' | 'erasedRows'>

export function eraseLogSweep({ pool, wallNow, erasedRows }: LogParts): Sweep {
  const tables = erasedRows.map(({ table }) => table)
  return {
    name: 'customers.forget',
    everyMs: 2_000,
    async run() {
      const due = await findDueLogs(pool, wallNow(), DUE_MOST)
      for (const customer of due) {
        await eraseAbout(pool, customer, tables)
        await eraseWithoutCustomer(pool, customer.environment_id)
        await endLog(pool, customer)
      }
      const lagMs = due[0] ? wallNow() - due[0].log_due_at : 0
      return { done: due.length, lagMs, more: due.length === DUE_MOST }
    },
  }
}

/** Erases requests about the customer and the customer's objects. */
async function eraseAbout(pool: Pool, customer: RowKey, tables: readonly string[]): Promise<void> {
  const { environment_id } = customer
  await eraseRequestsAbout(pool, environment_id, [customerRef(Number(customer.id))])
  for (const table of tables) {
    for (let after: Place | undefined; ; ) {
      const objects = await findOwned(pool, table, customer, { after, most: OBJECTS_MOST })
      const refs = objects.map(({ id }) => encodeId(resourceOf(table)?.prefix ?? '', id))
      if (refs.length > 0) await eraseRequestsAbout(pool, environment_id, refs)
      if (objects.length < OBJECTS_MOST) break
      after = objects.at(-1)
    }
  }
}

/** Searches and refused requests have no known subject, so the texts of all of them are erased. */
async function eraseWithoutCustomer(pool: Pool, environmentId: number): Promise<void> {
  for (let after = FIRST; ; ) {
    const ids = await findNext(pool, environmentId, { after, most: REQUESTS_MOST })
    if (ids.length > 0) await eraseUnattributed(pool, environmentId, ids)
    if (ids.length < REQUESTS_MOST) return
    after = ids.at(-1) as string
  }
}
