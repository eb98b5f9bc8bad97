// Assembles the API: the routes of all features, the authentication in front of them, and the pages served with them.

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { startOfDate } from '../domain/calendar.ts'
import { ERRORS } from '../domain/error-catalogue.ts'
import { mismatchesOf } from '../domain/mismatches.ts'
import { nearest } from '../domain/nearest.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import type { Authenticator } from '../features/api-keys/authenticate.ts'
import { createCustomerIds } from '../features/customers/actions.ts'
import type { Typesetter } from '../features/documents/deliver.ts'
import { createEmailTexts } from '../features/emails/texts.ts'
import { eventDataFor } from '../features/events/json.ts'
import type { OpenGateways } from '../features/gateways/open.ts'
import { readCalendar } from '../features/ledger/store.ts'
import type { RequestLog } from '../features/requests/log.ts'
import { createRead } from '../features/service.ts'
import { assertConfirmed } from '../features/sessions/confirm.ts'
import type { Sessions } from '../features/sessions/session.ts'
import { createVerify } from '../features/verification/routes.ts'
import type { Config } from '../platform/config.ts'
import type { Heads } from '../platform/db/chain-heads.ts'
import { findReplay } from '../platform/db/claims.ts'
import type { Heavy } from '../platform/db/heavy.ts'
import type { Lane } from '../platform/db/lane.ts'
import type { Replica } from '../platform/db/replica.ts'
import { createGate } from '../platform/http/gate.ts'
import type { RateLimit } from '../platform/http/limiter.ts'
import { bound } from '../platform/http/route.ts'
import { createServer } from '../platform/http/server.ts'
import type { Sockets } from '../platform/http/sockets.ts'
import { Waits } from '../platform/http/waits.ts'
import { writeThrough } from '../platform/http/write.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Sealer } from '../platform/seal.ts'
import type { AppFeature, AppService } from './features.ts'
import { routesOf } from './routes.ts'
import { verifyWithin } from './verify.ts'

export interface ApiParts {
  features: readonly AppFeature[]
  config: Config
  /** The URL at which clients reach this service. */
  publicUrl(): string
  /** The paths of the pages served outside the API. */
  pages: readonly string[]
  /** The dashboard's routes outside `/v1`, each with its full path. */
  otherAddresses: readonly { method: string; path: string }[]
  /** Counts requests with an invalid key or session, by address. */
  failures: RateLimit
  pool: Pool
  /** How expensive reads are run for an environment. */
  heavyOf(environmentId: number): Heavy
  lane: Lane<BillingEnvironment>
  /** The read replica. It learns of a write before the client that sent the write gets its response. */
  replica: Replica | undefined
  authenticator: Authenticator
  sessions: Sessions
  metrics: Metrics
  requestLog: RequestLog
  limiter: RateLimit
  sockets: Sockets
  log: Logger
  sealer: Sealer
  /** Seals links that wait to be emailed; undefined without a mail server. */
  mailSealer: Sealer | undefined
  /** Seals the secrets of payment gateways. */
  gatewaySealer: Sealer
  gateways: OpenGateways
  /** The key of the HMACs that store secrets. */
  secretKey: Buffer
  /** Signs the heads of hash chains. */
  heads: Heads
  /** Drives test clocks. */
  clock: { wake(environmentId: number): void }
  typesetter: Typesetter
  /** Aborted when clients should send requests elsewhere, some time before the service stops. */
  draining: AbortSignal
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal
  wallNow(): number
}

/** The services that handlers receive. */
function serviceOf(parts: ApiParts): AppService {
  const { config, pool, authenticator, sessions, sockets, publicUrl, stopping, wallNow } = parts
  const { limiter, sealer, mailSealer, gatewaySealer, gateways, secretKey, clock } = parts
  const read = createRead(pool)
  return {
    pool,
    write: writeThrough(
      parts.lane,
      (environmentId) => parts.replica?.wrote(environmentId),
      eventDataFor,
    ),
    read,
    publicUrl,
    wallNow,
    ticksNow: () => performance.now(),
    waits: new Waits(sockets.most),
    isLive: async (scope) =>
      scope.role === undefined ? authenticator.isLive(scope.key_id) : sessions.isLive(scope),
    assertConfirmed: (scope) => assertConfirmed(pool, scope, wallNow()),
    stopping,
    forgetKey: authenticator.forget,
    forgetPeople: () => sessions.forget(),
    clock,
    limiter,
    secretKey,
    sealer,
    mailSealer,
    gatewaySealer,
    gateways,
    hasMailServer: config.smtpUrl !== undefined,
    mismatches: mismatchesOf(config),
    emailTexts: createEmailTexts(read, publicUrl),
    allowPrivate: config.webhookAllowPrivate,
    customerIds: createCustomerIds(pool),
    typesetter: parts.typesetter,
    verify: createVerify({ pool, heads: parts.heads, stopping, wallNow, verifyWithin }),
    readScopeOf: readScopes(parts.features),
    searched: parts.features.flatMap(({ searched }) => (searched ? [searched] : [])),
  }
}

/** Maps each operation to the read scope of its resource. */
function readScopes(features: readonly AppFeature[]): (operation: string) => string {
  const scopes = new Map(
    routesOf(features).map(({ operation, permission }) => [
      operation,
      permission.replace(/:write$/, ':read'),
    ]),
  )
  return (operation) => scopes.get(operation) ?? '*'
}

/** True if browsers must use HTTPS for this host; `localhost` is excluded, as other services share that name. */
function isSecure(publicUrl = 'http://localhost'): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && hostname !== 'localhost'
}

export function createApi(parts: ApiParts): FastifyInstance {
  const { config, publicUrl, pages, otherAddresses, pool, authenticator, metrics, limiter, log } =
    parts
  const { enter } = parts.sessions
  const gate = createGate({ ...authenticator, enter, publicUrl, limiter, failures: parts.failures })
  return createServer({
    routes: bound(routesOf(parts.features), serviceOf(parts)),
    pages,
    otherAddresses,
    gate,
    async findReplay(environmentId, claim) {
      const outcome = await findReplay(pool, environmentId, claim.key, claim.fingerprint)
      if (!outcome) return undefined
      if (!outcome.ok) throw outcome.error
      return { ...outcome.answer, status: outcome.status }
    },
    catalogue: ERRORS,
    docsUrl: () => `${publicUrl()}/docs`,
    nearest,
    heavyOf: parts.heavyOf,
    startOfDate: async (environmentId, date) =>
      startOfDate(date, (await readCalendar(parts.pool, environmentId)).time_zone),
    log,
    observer: metrics,
    logged: parts.requestLog.add,
    trustProxy: config.trustProxy ?? false,
    isSecure: isSecure(config.publicUrl),
    host: config.host,
    sockets: parts.sockets,
    draining: parts.draining,
    tls:
      config.tlsCertFile && config.tlsKeyFile
        ? { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
        : undefined,
  })
}
