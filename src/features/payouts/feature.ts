// The manifest of the payouts feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { type Payout, payoutIds, payouts } from './record.ts'
import { payoutRoutes } from './routes.ts'
import { findByReference } from './store.ts'

const shown = ({ id, reference, status }: Payout) => ({
  title: payoutIds.ref(id),
  detail: reference || null,
  status,
})

export const payoutsFeature: Feature<Service> = {
  name: 'payouts',
  tables: [declared(payouts)],
  routes: payoutRoutes,
  objects: payouts,
  searched: {
    kind: 'payout',
    exactly: [
      byId(payoutIds, payouts.find, shown),
      async (db, environmentId, text) =>
        (await findByReference(db, environmentId, text)).map((payout) => ({
          id: payoutIds.ref(payout.id),
          ...shown(payout),
        })),
    ],
  },
}
