// Says whose events are that processes of an older version wrote without it.

import type { Tx } from '../../platform/db/table.ts'
import type { Backfill, Filled } from '../../platform/sweeps/backfill.ts'
import { fillCustomers, WITHOUT_CUSTOMER } from './store-customers.ts'

export const eventCustomers: Backfill<number> = {
  name: 'event_customers',
  left: 'events without their customer',
  table: 'events',
  lacking: WITHOUT_CUSTOMER,
  async fill(tx: Tx, environmentId, { after = 0, most }): Promise<Filled<number>> {
    const filled = await fillCustomers(tx, environmentId, { after, most })
    return { found: filled.length, last: Math.max(...filled) }
  },
}
