// Takes what the request log has of an erased person out of it, once all that was said is written down.

import type { Pool } from 'pg'
import { customerRef } from '../../domain/customer.ts'
import type { RowKey } from '../../platform/db/table.ts'
import { encodeId } from '../../platform/ids.ts'
import type { Sweep } from '../../platform/sweeps/sweeps.ts'
import { eraseRequestsAbout, eraseUnattributed, findNext } from '../requests/store.ts'
import { endLog, findDueLogs } from './store-log.ts'
import { findOwned, type Owned, type Place } from './store-rounds.ts'

/** Erasures in one run, objects and requests in one statement. */
const DUE_MOST = 10
const OBJECTS_MOST = 200
const REQUESTS_MOST = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'

const PREFIXES: Record<Owned, string> = {
  invoices: 'inv',
  payments: 'pay',
  credit_transactions: 'cbt',
  emails: 'eml',
}

export function eraseLogSweep(pool: Pool, wallNow: () => number): Sweep {
  return {
    name: 'customers.forget',
    everyMs: 2_000,
    async run() {
      const due = await findDueLogs(pool, wallNow(), DUE_MOST)
      for (const customer of due) {
        await eraseAbout(pool, customer)
        await eraseAboutNobody(pool, customer.environment_id)
        await endLog(pool, customer)
      }
      const lagMs = due[0] ? wallNow() - due[0].log_due_at : 0
      return { done: due.length, lagMs, more: due.length === DUE_MOST }
    },
  }
}

/** What was asked about the customer, and about all that is theirs. */
async function eraseAbout(pool: Pool, customer: RowKey): Promise<void> {
  const { environment_id } = customer
  await eraseRequestsAbout(pool, environment_id, [customerRef(Number(customer.id))])
  for (const [owned, prefix] of Object.entries(PREFIXES) as [Owned, string][]) {
    for (let after: Place | undefined; ; ) {
      const objects = await findOwned(pool, owned, customer, { after, most: OBJECTS_MOST })
      const refs = objects.map(({ id }) => encodeId(prefix, id))
      if (refs.length > 0) await eraseRequestsAbout(pool, environment_id, refs)
      if (objects.length < OBJECTS_MOST) break
      after = objects.at(-1)
    }
  }
}

/** Whom a search or a refused request was about cannot be told: so none of them keeps what it said. */
async function eraseAboutNobody(pool: Pool, environmentId: number): Promise<void> {
  for (let after = FIRST; ; ) {
    const ids = await findNext(pool, environmentId, { after, most: REQUESTS_MOST })
    if (ids.length > 0) await eraseUnattributed(pool, environmentId, ids)
    if (ids.length < REQUESTS_MOST) return
    after = ids.at(-1) as string
  }
}
