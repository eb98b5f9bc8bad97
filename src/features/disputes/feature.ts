// The manifest of the disputes feature.

import type { GatewayBackground } from '../gateway.ts'
import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { disputeIds, disputes } from './record.ts'
import { disputeRoutes } from './routes.ts'
import { checkDisputes } from './sweeps.ts'

export const disputesFeature: Feature<Service, GatewayBackground> = {
  name: 'disputes',
  tables: [declared(disputes)],
  routes: disputeRoutes,
  dueWork: (background) => [checkDisputes(background)],
  objects: disputes,
  erased: { table: 'disputes', left: disputes.left, meanwhile: 'none', erase: disputes.erase },
  searched: {
    kind: 'dispute',
    exactly: [
      byId(disputeIds, disputes.find, ({ id, gateway_ref, status }) => ({
        title: disputeIds.ref(id),
        detail: gateway_ref,
        status,
      })),
    ],
  },
}
