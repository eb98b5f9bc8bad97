// The address to which payment services send their events: without a key, by signature. An event is only a hint: its
// payment is looked up at the gateway at once, so that order, repetition and loss of events do not matter.

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { billingError } from '../domain/errors.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import { checkRefundNow } from '../features/crediting/refunds-by-gateway.ts'
import { checkDisputesNow } from '../features/disputes/actions.ts'
import { findByRef } from '../features/disputes/store.ts'
import type { Gateway, Gateways } from '../features/gateway.ts'
import { gatewayIds } from '../features/gateways/record.ts'
import { checkSetupNow } from '../features/payment-methods/store-setups.ts'
import { checkNow } from '../features/payments/attempts.ts'
import type { Lane } from '../platform/db/lane.ts'
import { readBytes } from '../platform/http/body.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import { Refusal } from '../platform/refusal.ts'

/** Paths for the responses to requests that match no route. */
export const GATEWAY_EVENTS = [{ method: 'POST', path: '/v1/gateways/:id/events' }]

/** Larger than the events of payments; anyone can send them. */
const EVENT_BYTES_MOST = 262_144
/** Unsigned events per minute and address; further ones get 429. Signed ones are never refused. */
const FAILURES_MOST = 60

export interface EventParts {
  pool: Pool
  lane: Lane<BillingEnvironment>
  gateways: Gateways
  failures: RateLimit
  /** Runs a sweep ahead of schedule. */
  wake(sweep: string): void
}

interface OfGateway {
  Params: { id: string }
  Querystring: { environment?: string }
  Body: Buffer
}

export function addGatewayEvents(server: FastifyInstance, parts: EventParts): void {
  // In a scope of its own: signatures are of bytes, and other routes get texts.
  server.register((events, _options, done) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
      readBytes(payload, EVENT_BYTES_MOST),
    )
    events.post<OfGateway>('/v1/gateways/:id/events', async (request, reply) => {
      // A 401 has to name how to authenticate (RFC 9110, section 15.5.2).
      reply.header('www-authenticate', 'Signature realm="reckoner"')
      await take(parts, request)
      reply.removeHeader('www-authenticate')
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
    done()
  })
}

const none = { ifMatch: undefined, claim: undefined }

async function take(parts: EventParts, request: FastifyRequest<OfGateway>): Promise<void> {
  const environment_id = environmentOf(request.query.environment)
  const id = gatewayIds.parse(request.params.id)
  if (!id || !environment_id) throw await unsigned(parts.failures, request.ip)
  const gateway = await parts.gateways.find(environment_id, id)
  const subject = gateway ? await read(gateway, request) : 'invalid'
  // An unknown gateway is no other than a wrong signature, so that none can be found by trying.
  if (subject === 'invalid') throw await unsigned(parts.failures, request.ip)
  // Test and live environments, or two installations, can share an account of the payment service.
  if (subject !== 'other' && 'disputed_ref' in subject) {
    const ref = subject.disputed_ref
    const payment = await findByRef(parts.pool, { environment_id, gateway_id: id, ref })
    if (payment === undefined) return
    const checked = { id: payment, gateway_id: id }
    await parts.lane.submit({ action: checkDisputesNow, environment_id, input: checked, ...none })
    parts.wake('disputes.check')
    return
  }
  if (subject === 'other' || subject.environment_id !== environment_id) return
  if ('setup_ref' in subject) {
    await checkSetupNow(parts.pool, { environment_id, gateway_id: id, ref: subject.setup_ref })
    parts.wake('payment_methods.check_setups')
    return
  }
  if ('refund_id' in subject) {
    const input = { id: subject.refund_id, gateway_id: id }
    await parts.lane.submit({ action: checkRefundNow, environment_id, input, ...none })
    parts.wake('refunds.check')
    return
  }
  const input = { id: subject.payment_id, gateway_id: id }
  await parts.lane.submit({ action: checkNow, environment_id, input, ...none })
  parts.wake('payments.check')
}

const read = (gateway: Gateway, { body, headers }: FastifyRequest<OfGateway>) =>
  gateway.readEvent(body ?? Buffer.alloc(0), headers)

function environmentOf(text: unknown): number | undefined {
  const id = typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id >= 1 && id <= 2_147_483_647 ? id : undefined
}

async function unsigned(failures: RateLimit, address: string): Promise<Error> {
  const grant = await failures.take(address, FAILURES_MOST, performance.now())
  if (grant.allowed) {
    return billingError(
      'gateway_signature_invalid',
      'The event is not signed with the webhook secret of this gateway, or more than five minutes old. Send it to the webhook_url of the gateway, whose webhook_secret must be the signing secret of that endpoint.',
    )
  }
  return new Refusal(
    'rate_limit_exceeded',
    `More than ${FAILURES_MOST} events without a valid signature came from this address within 60 seconds. Check the webhook_secret of the gateway. Signed events still work.`,
    { headers: { 'retry-after': String(grant.resetSeconds) } },
  )
}
