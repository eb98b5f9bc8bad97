// The API routes of gateways.

import { GATEWAY_STATUSES, GATEWAYS_MOST } from '../../domain/gateway.ts'
import type { Call, Route } from '../../platform/http/route.ts'
import type { Sealer } from '../../platform/seal.ts'
import { crud } from '../crud.ts'
import { anyOf } from '../filters.ts'
import type { Service } from '../service.ts'
import { createGateway, updateGateway } from './actions.ts'
import { type GatewayRow, gatewayIds, gatewayJson, gatewayRecord } from './record.ts'
import { GatewayCreate, GatewayPatch, type GatewayPatch as Patch } from './schemas.ts'

export interface GatewayService extends Service {
  gatewaySealer: Sealer
}

/** Throws unless a session that changes where live money goes has a recently entered password. */
async function assertConfirmed({ scope, dryRun }: Call, service: GatewayService): Promise<void> {
  if (scope.mode !== 'live' || scope.role === undefined || dryRun) return
  await service.assertConfirmed(scope)
}

const hasSecret = ({ secret_key, webhook_secret }: Patch): boolean =>
  secret_key !== undefined || webhook_secret !== undefined

export const gatewayRoutes: Route<GatewayService>[] = crud({
  ids: gatewayIds,
  record: {
    ...gatewayRecord,
    json: (row: GatewayRow, _call: Call, service: GatewayService) =>
      gatewayJson(row, service.publicUrl()),
  },
  list: {
    description:
      'Payment services that collect invoices, newest first. In a test environment, the simulated gateway, which is not in this list, takes all currencies that no active gateway takes.',
    filters: { status: anyOf(GATEWAY_STATUSES, 'Gateways in this state.') },
    example: { summary: 'Those that begin payments', query: { status: 'active' } },
  },
  create: {
    description: `Test environments take test keys of Stripe only, live environments live keys only. Then add \`webhook_url\` as a webhook endpoint at Stripe, and send its signing secret as \`webhook_secret\`. New payments use the default gateway if it takes the currency, otherwise the oldest one that does. An environment can have ${GATEWAYS_MOST} gateways.`,
    body: GatewayCreate,
    errors: ['gateway_mode_mismatch', 'gateways_full', 'currency_invalid'],
    example: {
      summary: 'Stripe, for euros',
      body: {
        ...{ type: 'stripe', name: 'Stripe, Europe', currencies: ['eur'] },
        secret_key: 'rk_test_replaceByYourOwnKey',
      },
    },
    async handle(call, service: GatewayService) {
      await assertConfirmed(call, service)
      const { environment_id } = call.scope
      const sealer = service.gatewaySealer
      return service.write(call, createGateway, { ...call.body, environment_id, sealer })
    },
  },
  update: {
    description:
      'Omitted properties keep their values. A disabled gateway begins no new payments, and its saved methods cannot pay; payments that it has begun go on.',
    body: GatewayPatch,
    errors: ['gateway_mode_mismatch', 'currency_invalid'],
    example: { summary: 'Disable it', body: { status: 'disabled' } },
    async handle(call, service: GatewayService, id) {
      if (hasSecret(call.body)) await assertConfirmed(call, service)
      const { environment_id } = call.scope
      const sealer = service.gatewaySealer
      const input = { id, environment_id, patch: call.body, sealer }
      return service.write(call, updateGateway, input)
    },
  },
})
