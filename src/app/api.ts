// The API put together: every feature's routes, the gate before them, and the pages beside them.

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { startOfDate } from '../domain/calendar.ts'
import { ERRORS } from '../domain/error-catalogue.ts'
import { nearest } from '../domain/nearest.ts'
import { accessReviewRoutes } from '../features/access-review/routes.ts'
import { accountRoutes } from '../features/account-settings/routes.ts'
import type { BillingEnvironment } from '../features/accounts/store.ts'
import type { Authenticator } from '../features/api-keys/actions.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { auditRoutes } from '../features/audit-log/routes.ts'
import { creditRoutes } from '../features/credit-transactions/routes.ts'
import { erasureRoutes } from '../features/customer-erasures/routes.ts'
import { customerRoutes } from '../features/customers/routes.ts'
import type { Typesetter } from '../features/documents/actions.ts'
import { documentRoutes } from '../features/documents/routes.ts'
import { emailRoutes } from '../features/emails/routes.ts'
import { eventRoutes } from '../features/events/routes.ts'
import { invoiceRoutes } from '../features/invoices/routes.ts'
import { ledgerRoutes } from '../features/ledger/routes.ts'
import { readCalendar } from '../features/ledger/store.ts'
import { limitRoutes } from '../features/limits/routes.ts'
import { memberSessionRoutes } from '../features/member-sessions/routes.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { paymentRoutes } from '../features/payments/routes.ts'
import { productRoutes } from '../features/products/routes.ts'
import type { RequestLog } from '../features/requests/actions.ts'
import { requestRoutes } from '../features/requests/routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import type { Sessions } from '../features/sessions/actions.ts'
import { summaryRoutes } from '../features/summary/routes.ts'
import { testClockRoutes } from '../features/test-clock/routes.ts'
import { timelineRoutes } from '../features/timeline/routes.ts'
import { verificationRoutes } from '../features/verification/routes.ts'
import { webhookDeliveryRoutes } from '../features/webhook-deliveries/routes.ts'
import { webhookEndpointRoutes } from '../features/webhook-endpoints/routes.ts'
import type { Config } from '../platform/config.ts'
import { findReplay } from '../platform/db/claims.ts'
import type { Heavy } from '../platform/db/heavy.ts'
import type { Lane } from '../platform/db/lane.ts'
import { createGate } from '../platform/http/gate.ts'
import type { Limiter } from '../platform/http/limiter.ts'
import type { Route } from '../platform/http/route.ts'
import { createServer } from '../platform/http/server.ts'
import type { Sockets } from '../platform/http/sockets.ts'
import { Waits } from '../platform/http/waits.ts'
import { writeThrough } from '../platform/http/write.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Scope } from '../platform/scope.ts'
import type { Sealer } from '../platform/seal.ts'

export interface ApiParts {
  config: Config
  /** How others reach this service. */
  publicUrl(): string
  /** The addresses of the pages beside the API. */
  pages: readonly string[]
  /** The routes of people beside it, each by its whole path. */
  beside: readonly { method: string; path: string }[]
  /** Counts who sends a wrong key or session, by address. */
  failures: Limiter
  pool: Pool
  /** How an environment reads what is big or dear. */
  heavyOf(environmentId: number): Heavy
  lane: Lane<BillingEnvironment>
  authenticator: Authenticator
  sessions: Sessions
  metrics: Metrics
  requestLog: RequestLog
  limiter: Limiter
  sockets: Sockets
  log: Logger
  sealer: Sealer
  /** Seals links that wait to be mailed; undefined where no mail leaves. */
  mailSealer: Sealer | undefined
  /** What the hashes of secrets are keyed with. */
  secretKey: Buffer
  /** Drives test clocks. */
  clock: { wake(environmentId: number): void }
  typesetter: Typesetter
  /** Aborted when the service begins to stop. */
  stopping: AbortSignal
  wallNow(): number
}

export type RouteParts = Pick<
  ApiParts,
  | 'config'
  | 'publicUrl'
  | 'pool'
  | 'lane'
  | 'authenticator'
  | 'sessions'
  | 'sealer'
  | 'mailSealer'
  | 'secretKey'
  | 'clock'
  | 'typesetter'
  | 'limiter'
  | 'sockets'
  | 'stopping'
  | 'wallNow'
>

/** All routes of the API, in the order of the reference. */
function apiRoutes(parts: RouteParts): Route[] {
  const { config, publicUrl, pool, authenticator, sealer, clock, typesetter } = parts
  const { stopping, secretKey, mailSealer, wallNow } = parts
  const write = writeThrough(parts.lane)
  const { forget } = authenticator
  const forgetPeople = () => parts.sessions.forget()
  const isLive = async (scope: Scope) =>
    scope.role === undefined ? authenticator.isLive(scope.key_id) : parts.sessions.isLive(scope)
  const ticksNow = () => performance.now()
  const waits = new Waits(parts.sockets.most)
  const allowPrivate = config.webhookAllowPrivate
  return [
    ...customerRoutes(pool, write),
    ...erasureRoutes(pool, write),
    ...productRoutes(pool, write),
    ...invoiceRoutes({ pool, write, publicUrl }),
    ...documentRoutes(typesetter),
    ...timelineRoutes(pool),
    ...accountRoutes(pool, write),
    ...emailRoutes({ pool, publicUrl }),
    ...creditRoutes(pool, write),
    ...paymentRoutes(pool, write),
    ...eventRoutes({ pool, waits, isLive, stopping, ticksNow }),
    ...ledgerRoutes({ pool, wallNow }),
    ...verificationRoutes({ pool, stopping, wallNow }),
    ...webhookEndpointRoutes({ pool, write, sealer, allowPrivate, wallNow }),
    ...webhookDeliveryRoutes({ pool, write, wallNow }),
    ...searchRoutes(),
    ...summaryRoutes({ wallNow, hasMailServer: config.smtpUrl !== undefined }),
    ...auditRoutes(pool),
    ...requestRoutes(pool),
    ...memberRoutes({ pool, write, secretKey, publicUrl, mailSealer, forgetPeople, wallNow }),
    ...memberSessionRoutes({ pool, write, forgetPeople, wallNow }),
    ...accessReviewRoutes({ pool, wallNow }),
    ...limitRoutes({ pool, limiter: parts.limiter, ticksNow }),
    ...apiKeyRoutes({ pool, write, secretKey, forget, wallNow }),
    ...testClockRoutes({ pool, write, waits, clock, isLive, stopping, wallNow, ticksNow }),
  ]
}

/** The routes for whoever reads what they declare and calls none: the reference, the tests. */
export function declaredRoutes(): Route[] {
  return apiRoutes({ config: {}, authenticator: {}, sockets: {} } as RouteParts)
}

export function createApi(parts: ApiParts): FastifyInstance {
  const { config, publicUrl, pages, beside, pool, authenticator, metrics, limiter, log } = parts
  const { enter } = parts.sessions
  const gate = createGate({ ...authenticator, enter, publicUrl, limiter, failures: parts.failures })
  return createServer({
    routes: apiRoutes(parts),
    pages,
    beside,
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
    host: config.host,
    sockets: parts.sockets,
    tls:
      config.tlsCertFile && config.tlsKeyFile
        ? { certFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
        : undefined,
  })
}
