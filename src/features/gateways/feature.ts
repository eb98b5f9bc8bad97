// The manifest of the gateways feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { gatewayIds, gatewayJson, gatewayRecord } from './record.ts'
import { type GatewayService, gatewayRoutes } from './routes.ts'

const sealed = {
  table: 'gateways',
  key: { environment_id: 'int', id: 'uuid' },
  purpose: 'gateway secrets',
  label: 'secrets of payment gateways',
} as const

export const gatewaysFeature: Feature<GatewayService> = {
  name: 'gateways',
  // Their rows count as account settings, which contain a summary of them.
  tables: [declared(gatewayRecord)],
  sealed: [
    { ...sealed, column: 'secret_key' },
    { ...sealed, column: 'webhook_secret' },
  ],
  routes: gatewayRoutes,
  objects: { ...gatewayRecord, json: gatewayJson },
  searched: {
    kind: 'gateway',
    exactly: [
      byId(gatewayIds, gatewayRecord.find, ({ name, key_hint, status }) => ({
        title: name,
        detail: key_hint,
        status,
      })),
    ],
  },
}
