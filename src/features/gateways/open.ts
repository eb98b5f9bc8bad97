// Opens the gateway that has a payment or a method, with its secrets.

import type { Pool } from 'pg'
import { invariant } from '../../invariant.ts'
import type { Sealer } from '../../platform/seal.ts'
import type { Gateway, Gateways } from '../gateway.ts'
import { type SimulatedGateway, simulatedGateway } from '../simulated-gateway/gateway.ts'
import { addressOf } from '../stripe-gateway/calls.ts'
import { stripeGateway } from '../stripe-gateway/gateway.ts'
import { type GatewayRow, gatewayRecord } from './record.ts'

export interface GatewaysParts {
  pool: Pool
  gatewaySealer: Sealer
  publicUrl(): string
  wallNow(): number
  stripeUrl: string
  /** How long calls of the simulated gateway hang; a test can pass less. */
  hangMs: number | undefined
}

/** With the simulated gateway, whose pages are part of this service. */
export interface OpenGateways extends Gateways {
  simulated: SimulatedGateway
}

export function createGateways(parts: GatewaysParts): OpenGateways {
  const simulated = simulatedGateway(parts)
  // One for each pair of secrets, so that connections to Stripe are used again.
  const opened = new Map<string, { secrets: string; gateway: Gateway }>()

  const open = (row: GatewayRow): Gateway => {
    const secrets = [row.secret_key, row.webhook_secret].map((each) => each?.toString('base64'))
    const known = opened.get(row.id)
    if (known?.secrets === secrets.join()) return known.gateway
    const text = (sealed: Buffer) => parts.gatewaySealer.open(sealed).toString()
    const gateway = stripeGateway({
      ...{ pool: parts.pool, publicUrl: parts.publicUrl, gateway_id: row.id },
      secretKey: text(row.secret_key),
      webhookSecret: row.webhook_secret === null ? undefined : text(row.webhook_secret),
      address: addressOf(parts.stripeUrl),
    })
    opened.set(row.id, { secrets: secrets.join(), gateway })
    return gateway
  }

  const find = async (environment_id: number, id: string) => {
    const [row] = await gatewayRecord.find(parts.pool, [{ environment_id, id }])
    return row && open(row)
  }

  return {
    simulated,
    find,
    async of(environment_id, gateway_id) {
      if (gateway_id === null) return simulated
      const gateway = await find(environment_id, gateway_id)
      invariant(gateway, `Environment ${environment_id} has no gateway ${gateway_id}.`)
      return gateway
    },
  }
}
