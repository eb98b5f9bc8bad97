// The service as a whole: database, write path, API and sweeps, started and stopped in order.

import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { environmentSettings, logos } from '../features/account-settings/store.ts'
import { accountDefaults, prepareInstallation } from '../features/accounts/actions.ts'
import { createEnvironments } from '../features/accounts/store.ts'
import { createAuthenticator, createKey } from '../features/api-keys/actions.ts'
import { apiKeys } from '../features/api-keys/store.ts'
import { creditTransactions } from '../features/credit-transactions/store.ts'
import { customerErasures } from '../features/customer-erasures/store.ts'
import { customers } from '../features/customers/store.ts'
import { type ClosableTypesetter, createTypesetter } from '../features/documents/actions-typeset.ts'
import { MAIL_CONNECTIONS, MAIL_TIMES } from '../features/emails/sweeps.ts'
import { invoices } from '../features/invoices/store.ts'
import { ledgerEntries } from '../features/ledger/store.ts'
import { oneTimeLinks } from '../features/links/store.ts'
import { memberSessions } from '../features/member-sessions/store.ts'
import { members } from '../features/members/store.ts'
import { emails } from '../features/outbox/store.ts'
import { payments } from '../features/payments/store.ts'
import { products } from '../features/products/store.ts'
import { testClocks } from '../features/test-clock/store.ts'
import { webhookAttempts, webhookDeliveries } from '../features/webhook-deliveries/store.ts'
import { webhookEndpoints } from '../features/webhook-endpoints/store.ts'
import { type Config, localUrl } from '../platform/config.ts'
import { Lane } from '../platform/db/lane.ts'
import { openPool } from '../platform/db/pool.ts'
import { fault } from '../platform/faults.ts'
import { Limiter } from '../platform/http/limiter.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createMailer, type Mailer } from '../platform/outgoing/mail.ts'
import { createSealer, type Sealer } from '../platform/seal.ts'
import { loadSecretKey } from '../platform/secret.ts'
import { type Sweeper, startSweeps } from '../platform/sweeps/sweeps.ts'
import { createApi } from './api.ts'
import { recordCommand } from './commands/recorded.ts'
import { addDashboard, DASHBOARD_PATHS } from './dashboard.ts'
import { assertUsable, type Database, migrateDatabase, openDatabase } from './database.ts'
import { addHosted, HOSTED_PATHS } from './hosted/routes.ts'
import { addPages, PAGE_PATHS } from './pages.ts'
import { addPeople, createPeople, ownerLink } from './people.ts'
import { openRequestLog } from './request-log.ts'
import { createSweeps } from './sweeps.ts'

/** In the order in which they are saved, owners first; they are locked the other way round. */
const TABLES = [
  testClocks,
  // Settings are locked before their logo, and both last before the counter rows.
  logos,
  environmentSettings,
  customers,
  customerErasures,
  products,
  invoices,
  payments,
  creditTransactions,
  ledgerEntries,
  emails,
  webhookEndpoints,
  webhookDeliveries,
  webhookAttempts,
  apiKeys,
  // Members are locked before the settings, behind which their changes take turns.
  members,
  oneTimeLinks,
  memberSessions,
]

export interface Service {
  url: string
  /** Where the data lies. */
  place: string
  /** The first test key, whole: only when this start made the installation. */
  firstKey: string | undefined
  /** The link by which the first owner signs in: as long as there is none. */
  ownerLink: string | undefined
  /** Answers what was accepted, stops sweeping, and closes the database. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** The clock on the wall, in milliseconds; a test may bring its own. */
  wallNow?: (() => number) | undefined
  /** Whether it serves a command for the moment, so that it invites no owner. */
  passing?: boolean
}

/** Starts everything. Throws, with what was started stopped again, when it cannot. */
export async function startService(
  config: Config,
  log: Logger,
  { wallNow = () => Date.now(), passing = false }: ServiceOptions = {},
): Promise<Service> {
  const database = await openDatabase(config, 'serve', (line) => log.info(line))
  try {
    const running = await start(config, log, database, { wallNow, passing })
    return {
      ...running,
      async stop() {
        await running.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function start(
  config: Config,
  log: Logger,
  database: Database,
  { wallNow, passing }: Required<ServiceOptions> & { wallNow(): number },
): Promise<Service> {
  const { pool } = database
  await assertUsable(database.connection)
  await migrateDatabase(database.connection)
  const secretKey = loadSecretKey(config)
  const firstKey = await firstStart(config, database, secretKey, wallNow())
  const metrics = createMetrics()
  const limiter = new Limiter()
  // With PORT=0 the system picks the port, so the address is known by listening only.
  let publicUrl = config.publicUrl
  const derived = publicUrl === localUrl(config, config.port)
  const environments = createEnvironments(() => publicUrl, {
    from: config.mailFrom,
    sends: config.smtpUrl !== undefined,
  })
  // One connection more than batches in flight, so that none waits for one.
  const writes = openPool(database.connection, { size: 3, byKeyOnly: true })
  const requestLog = openRequestLog(config, log, database, metrics)
  let sweeper: Sweeper | undefined
  const wake = (sweep: string) => sweeper?.wake(sweep)
  const lane = laneOf({ writes, environments, metrics, wallNow, wake })
  const authenticator = createAuthenticator(pool, secretKey, wallNow)
  const mailSealer = linkSealer(config, secretKey)
  const people = createPeople({ pool, secretKey, mailSealer, wallNow })
  const sealer = createSealer(secretKey, 'webhook secrets')
  const typesetter = typesetterFor(log)
  const stopping = new AbortController()
  const mailer = await mailerFor(config)
  const parts = {
    ...{ config, log, pool, lane, authenticator, sealer, mailSealer, secretKey },
    ...{ typesetter, wallNow, sessions: people.sessions },
    publicUrl: () => publicUrl,
  }
  const sweeps = createSweeps({ ...parts, mailer, wake })
  const failures = new Limiter()
  const api = createApi({
    ...parts,
    clock: sweeps.clock,
    pages: [...PAGE_PATHS, ...HOSTED_PATHS, ...DASHBOARD_PATHS],
    beside: people.addresses,
    failures,
    metrics,
    requestLog,
    limiter,
    stopping: stopping.signal,
  })
  addPages(api, { config, pool, metrics, publicUrl: () => publicUrl })
  addHosted(api, { pool, typesetter })
  addDashboard(api)
  addPeople(api, people, { publicUrl: () => publicUrl, failures })
  watch(metrics, database, { lane, requestLog, limiter, typesetter })
  const stop = async () => {
    stopping.abort()
    const late = AbortSignal.timeout(config.shutdownTimeoutSeconds * 1_000)
    await Promise.all([
      closeWithin(api, config.shutdownTimeoutSeconds),
      sweeper?.stop().then(() => sweeps.settle(late)),
    ])
    mailer?.close()
    await Promise.all([lane.close(), typesetter.close()])
    await Promise.all([requestLog.close(), writes.end()])
    await Promise.all([authenticator.flush(), people.sessions.flush()]).catch((error: Error) =>
      log.warn({ err: error }, 'last use lost'),
    )
  }
  try {
    await api.listen({ host: config.host, port: config.port })
    const url = localUrl(config, (api.server.address() as AddressInfo).port)
    if (derived) publicUrl = url
    sweeper = startSweeps(sweeps.all, log, metrics)
    const link = passing ? undefined : await ownerLink({ pool, secretKey, wallNow }, publicUrl)
    return { url, place: database.place, firstKey, ownerLink: link, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface LaneParts {
  writes: Pool
  environments: ReturnType<typeof createEnvironments>
  metrics: Metrics
  wallNow(): number
  wake(sweep: string): void
}

function laneOf({ writes, environments, metrics, wallNow, wake }: LaneParts) {
  return new Lane(
    { pool: writes, tables: TABLES, environments, wallNow },
    {
      onBatch(size, seconds) {
        metrics.batch(size, seconds)
        // What was written may be for a webhook.
        wake('webhooks.fan_out')
      },
    },
  )
}

/** Seals links that wait to be mailed, apart from other secrets; nobody does without a mail server. */
function linkSealer({ smtpUrl }: Config, secretKey: Buffer): Sealer | undefined {
  return smtpUrl === undefined ? undefined : createSealer(secretKey, 'one-time links')
}

/** Who hands mails over; nobody without a mail server. */
function mailerFor({ smtpUrl }: Config): Promise<Mailer> | undefined {
  if (smtpUrl === undefined) return undefined
  return createMailer({ url: smtpUrl, connections: MAIL_CONNECTIONS, ...MAIL_TIMES })
}

/** Each process takes a core while it works, below everything else. */
function typesetterFor(log: Logger): ClosableTypesetter {
  const processes = Math.min(2, availableParallelism())
  return createTypesetter({ processes }, (details, message) => log.warn(details, message))
}

/** Answers what was accepted; whoever has not sent or read all of it by then is cut off. */
async function closeWithin(api: FastifyInstance, seconds: number): Promise<void> {
  const timer = setTimeout(() => api.server.closeAllConnections(), seconds * 1_000)
  await api.close()
  clearTimeout(timer)
}

async function firstStart(
  config: Config,
  { pool }: Database,
  secretKey: Buffer,
  at: number,
): Promise<string | undefined> {
  let firstKey: string | undefined
  const defaults = accountDefaults(config)
  // With the account or not at all: an installation that nobody holds a key to is of no use.
  await prepareInstallation(pool, secretKey, defaults, at, async (tx, { environments }) => {
    const spec = {
      environment_id: environments.test,
      mode: 'test' as const,
      name: 'First test key',
      scopes: ['*'],
      expires_at: null,
    }
    const { record, text } = await createKey(tx, secretKey, spec, at)
    await recordCommand(tx, environments.test, 'createApiKey', record.id)
    firstKey = text
  })
  fault('start.furnished')
  return firstKey
}

interface Watched {
  lane: { waiting: number }
  requestLog: { readonly waiting: number }
  limiter: Limiter
  typesetter: ClosableTypesetter
}

function watch(
  metrics: Metrics,
  { pool }: Database,
  { lane, requestLog, limiter, typesetter: { renderer } }: Watched,
): void {
  metrics.watch({
    poolTotal: () => pool.totalCount,
    poolIdle: () => pool.idleCount,
    poolWaiting: () => pool.waitingCount,
    laneWaiting: () => lane.waiting,
    requestLogWaiting: () => requestLog.waiting,
    limiterRefused: () => limiter.refused,
    limiterWindows: () => limiter.size,
    documentsWaiting: () => renderer.waiting,
    documentsMade: () => renderer.made,
    documentsMemory: () => renderer.memoryBytes,
  })
}
