// The service as a whole: database, write path, API and background jobs, started and stopped in order.

import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { accountDefaults, prepareInstallation } from '../features/accounts/create.ts'
import { createEnvironments } from '../features/accounts/store.ts'
import { createAuthenticator } from '../features/api-keys/authenticate.ts'
import { createKey } from '../features/api-keys/generate.ts'
import { type ClosableTypesetter, createTypesetter } from '../features/documents/typeset.ts'
import { MAIL_CONNECTIONS, MAIL_TIMES } from '../features/emails/sweeps.ts'
import { createGateways } from '../features/gateways/open.ts'
import { findCurrentKey, takeFirstKey } from '../features/secret-keys/current.ts'
import { type Config, localUrl } from '../platform/config.ts'
import { createHeads, type Heads } from '../platform/db/chain-heads.ts'
import { Lane } from '../platform/db/lane.ts'
import type { Table } from '../platform/db/table.ts'
import { fault } from '../platform/faults.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createMailer, type Mailer } from '../platform/outgoing/mail.ts'
import { createNames, type Names } from '../platform/outgoing/names.ts'
import { doesWork, type ProcessRole } from '../platform/process-role.ts'
import { measureClock } from '../platform/processes.ts'
import { createSealer, type Sealer } from '../platform/seal.ts'
import { loadKeyRing } from '../platform/secret.ts'
import { type Sweeper, startSweeps } from '../platform/sweeps/sweeps.ts'
import { createWallClock, trustedClock, type WallClock } from '../platform/wall-clock.ts'
import { closeAll, finish } from './closing.ts'
import { recordCommand } from './command-audit.ts'
import { boundSockets } from './connections.ts'
import {
  assertShared,
  assertUsable,
  type Database,
  migrateDatabase,
  openDatabase,
} from './database.ts'
import { type AppFeature, FEATURES } from './features.ts'
import { createFront } from './front.ts'
import { type Limits, openLimits } from './limits.ts'
import { parkedWarning } from './parked-warning.ts'
import { createPeople, firstOwnerLink, isOwned } from './people.ts'
import { openPools } from './pools.ts'
import { type OpenPresence, openPresence } from './presence.ts'
import { createReadiness } from './readiness.ts'
import { openRequestLog } from './request-log.ts'
import { SEALED } from './secrets.ts'
import { createSweeps } from './sweeps.ts'
import { writtenBy } from './written.ts'

export interface Service {
  url: string
  /** Where the data is, as text for people. */
  place: string
  /** The first test key in full, if this start created the installation. */
  firstKey: string | undefined
  /** The sign-in link of the first owner, if this start created the installation. */
  ownerLink: string | undefined
  /** True if the first account has an owner. */
  isOwned: boolean
  /** Reports not ready, so that clients send requests elsewhere, but keeps serving. */
  drain(): void
  /** Completes accepted requests, stops background jobs, and closes the database. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  /** The wall clock in milliseconds; a test can pass its own, which overrules the database's. */
  wallNow?: (() => number) | undefined
  /** Resolves the names of webhook receivers; a test can pass its own name server. */
  names?: Names | undefined
  /** How long calls of the simulated gateway hang; a test can pass less. */
  hangMs?: number | undefined
  /** True if it serves a single command, and so invites no owner. */
  passing?: boolean
  /** When started as root: switches to the owner of the embedded database before it reads a request. */
  stepsDown?: boolean
  /** Which parts of the service this process runs. */
  role?: ProcessRole
  /** The features it consists of, in the order of saving. */
  features?: readonly AppFeature[]
}

type Ready = Required<Omit<ServiceOptions, 'hangMs'>> & {
  hangMs: number | undefined
  clock: WallClock
  wallNow(): number
  names: Names
  tables: readonly Table[]
}

/** Starts everything. On failure, stops the parts that were started and throws. */
export async function startService(
  config: Config,
  log: Logger,
  options: ServiceOptions = {},
): Promise<Service> {
  const { names = createNames(), hangMs } = options
  const clock = options.wallNow ? trustedClock(options.wallNow) : createWallClock()
  const { passing = false, stepsDown = false, role = 'serve', features = FEATURES } = options
  assertShared(config, role)
  const tables = writtenBy(features)
  const database = await openDatabase(config, 'serve', (line) => log.info(line))
  try {
    const served = { names, hangMs, passing, stepsDown, role, features, tables }
    const ready = { clock, wallNow: clock.now, ...served }
    const running = await start(config, log, database, ready)
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
  ready: Ready,
): Promise<Service> {
  const { role, passing, stepsDown, names, clock, wallNow, features } = ready
  // With PORT=0 the system picks the port, so the URL is known only after listening.
  let publicUrl = config.publicUrl
  const derived = publicUrl === localUrl(config, config.port)
  let sweeper: Sweeper | undefined
  const wake = (sweep: string) => sweeper?.wake(sweep)
  const shared = { publicUrl: () => publicUrl, wake }
  const installed = await prepare(config, log, database, clock)
  const { keys, firstKey } = installed
  const { parts, sealerFor, ...made } = await make({
    config,
    log,
    database,
    ...ready,
    ...shared,
    ...installed,
  })
  const { pools, people, metrics, sockets, requestLog, mailer } = made
  const { pool } = database
  const [draining, stopping] = [new AbortController(), new AbortController()]
  const sweeps = createSweeps({ ...parts, features, keys, sealerFor, names, mailer, wake })
  const presence = openPresence({ ...parts, clock, role, pool: pools.health })
  const limits = openLimits(config, database, presence, role)
  const api = createFront({
    ...parts,
    ...pools.reading,
    ...limits,
    role,
    features,
    people,
    wake,
    readiness: createReadiness(pools.health, draining.signal),
    // Without background jobs here, a worker process finds the clock that was advanced.
    clock: doesWork(role) ? sweeps.clock : { wake: () => undefined },
    metrics,
    requestLog,
    sockets,
    draining: draining.signal,
    stopping: stopping.signal,
  })
  watch(metrics, database, { ...pools.reading, ...parts, ...limits, sockets, requestLog, presence })
  const closing = { ...parts, mailer, limits, presence, requestLog, endPools: pools.end }
  const stop = async () => {
    stopping.abort()
    await finish(config, api, sweeps, sweeper)
    await closeAll(closing)
  }
  try {
    await limits.start()
    const giveUpRoot = () => stepsDown && stepDown(config, log, database)
    // Only root can listen on a port below 1024.
    const isReserved = config.port !== 0 && config.port < 1024
    if (!isReserved) giveUpRoot()
    await api.listen({ host: config.host, port: config.port })
    if (isReserved) giveUpRoot()
    const url = localUrl(config, (api.server.address() as AddressInfo).port)
    if (derived) publicUrl = url
    const due = doesWork(role) ? sweeps.all : []
    sweeper = startSweeps([presence.sweep, ...due], log, metrics)
    const invites = firstKey !== undefined && !passing
    const ownerLink = invites ? await firstOwnerLink({ pool, keys, wallNow }, publicUrl) : undefined
    const found = { firstKey, ownerLink, isOwned: await isOwned(pool) }
    return { url, place: database.place, ...found, drain: () => draining.abort(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The files the service reads while it runs: its own program, and those that settings name. */
function stepDown(config: Config, log: Logger, database: Database): void {
  const { tlsCertFile, tlsKeyFile, fontsDir } = config
  const named = [process.argv[1], tlsCertFile, tlsKeyFile, fontsDir]
  const needed = [process.execPath, join(import.meta.dirname, '../../package.json'), ...named]
  const reason = database.stepDown?.(needed.filter((path) => path !== undefined))
  if (reason !== undefined) log.warn(reason)
}

type MadeOf = Ready &
  Awaited<ReturnType<typeof prepare>> & {
    config: Config
    log: Logger
    database: Database
    publicUrl(): string
    wake(sweep: string): void
  }

/** Creates what requests and background jobs need; starts nothing. */
async function make(given: MadeOf) {
  const { config, log, database, keys, unmarkedId, tables, wallNow, publicUrl, wake } = given
  const { hangMs } = given
  const { pool } = database
  const metrics = createMetrics()
  const heads = createHeads(keys)
  const environments = environmentsOf(config, heads, publicUrl)
  const pools = openPools(config, log, database, metrics)
  const { writes, bulk, attempts } = pools
  const { sealerFor, sealer, gatewaySealer, ...ofPeople } = sealersOf(config, keys, unmarkedId)
  const people = createPeople({ pool, keys, attempts, ...ofPeople, wallNow })
  const parts = {
    config,
    log,
    pool,
    lane: laneOf({ pool, writes, bulk, tables, environments, metrics, log, wallNow, wake }),
    environments,
    authenticator: createAuthenticator(pool, keys, wallNow),
    sealer,
    mailSealer: ofPeople.mailSealer,
    gatewaySealer,
    gateways: createGateways({
      ...{ pool, gatewaySealer, publicUrl, wallNow },
      stripeUrl: config.stripeUrl,
      hangMs,
    }),
    secretKey: keys.first,
    heads,
    typesetter: typesetterFor(log, config.fontsDir),
    wallNow,
    sessions: people.sessions,
    publicUrl,
  }
  const sockets = boundSockets(config, log, metrics)
  const requestLog = openRequestLog(config, log, database, metrics)
  const mailer = await mailerFor(config)
  return { parts, sealerFor, pools, people, metrics, sockets, requestLog, mailer }
}

/** Migrates the database, and creates the first account and key if they are missing. */
async function prepare(config: Config, log: Logger, database: Database, clock: WallClock) {
  await assertUsable(database.connection)
  await migrateDatabase(database.connection, (line) => log.info(line))
  const { pool } = database
  clock.heed(await measureClock(pool, clock.machine))
  const keys = loadKeyRing(config)
  const current = (await findCurrentKey(pool, keys)) ?? keys.first
  const firstKey = await firstStart(config, database, current, clock.now())
  return { keys, firstKey, unmarkedId: await takeFirstKey(pool, keys, SEALED) }
}

function environmentsOf({ mailFrom, smtpUrl }: Config, heads: Heads, publicUrl: () => string) {
  return createEnvironments(publicUrl, heads, { from: mailFrom, sends: smtpUrl !== undefined })
}

/** One sealer for each kind of secret, so that none can open what another has sealed. */
function sealersOf({ smtpUrl }: Config, keys: KeyRing, unmarkedId: string) {
  const sealerFor = (purpose: string): Sealer => createSealer(keys, purpose, unmarkedId)
  return {
    sealerFor,
    sealer: sealerFor('webhook secrets'),
    // Links wait to be emailed, which never happens without a mail server.
    mailSealer: smtpUrl === undefined ? undefined : sealerFor('one-time links'),
    factorSealer: sealerFor('second factors'),
    gatewaySealer: sealerFor('gateway secrets'),
  }
}

interface LaneParts {
  pool: Pool
  writes: Pool
  bulk: Pool
  tables: readonly Table[]
  environments: ReturnType<typeof createEnvironments>
  metrics: Metrics
  log: Logger
  wallNow(): number
  wake(sweep: string): void
}

function laneOf({
  pool,
  writes,
  bulk,
  tables,
  environments,
  metrics,
  log,
  wallNow,
  wake,
}: LaneParts) {
  return new Lane(
    { pool: writes, tables, environments, wallNow },
    {
      bulkPool: bulk,
      onBatch(size, seconds) {
        metrics.batch(size, seconds)
        // The new events can be for a webhook.
        wake('webhooks.fan_out')
      },
      onParked: parkedWarning(pool, log),
    },
  )
}

/** The mailer; undefined without a mail server. */
function mailerFor({ smtpUrl, smtpCaFile }: Config): Promise<Mailer> | undefined {
  if (smtpUrl === undefined) return undefined
  const server = { url: smtpUrl, caFile: smtpCaFile }
  return createMailer({ ...server, connections: MAIL_CONNECTIONS, ...MAIL_TIMES })
}

/** Each process uses a core while it works, at the lowest priority. */
function typesetterFor(log: Logger, fontFolder: string | undefined): ClosableTypesetter {
  const processes = Math.min(2, availableParallelism())
  return createTypesetter({ processes, fontFolder }, (details, message) =>
    log.warn(details, message),
  )
}

async function firstStart(
  config: Config,
  { pool }: Database,
  secretKey: Buffer,
  at: number,
): Promise<string | undefined> {
  let firstKey: string | undefined
  const defaults = accountDefaults(config)
  // In the same transaction as the account: an installation without a key is of no use.
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
  replica: { readonly lagMs: number } | undefined
  sockets: { readonly size: number }
  lane: { waiting: number; parked: number }
  requestLog: { readonly waiting: number }
  limiter: Limits['limiter']
  typesetter: ClosableTypesetter
  presence: OpenPresence
}

function watch(
  metrics: Metrics,
  { pool }: Database,
  { replica, sockets, lane, requestLog, limiter, typesetter: { renderer }, presence }: Watched,
): void {
  metrics.watch({
    poolTotal: () => pool.totalCount,
    poolIdle: () => pool.idleCount,
    poolWaiting: () => pool.waitingCount,
    ...(replica && { replicaLag: () => replica.lagMs }),
    connections: () => sockets.size,
    laneWaiting: () => lane.waiting,
    laneParked: () => lane.parked,
    requestLogWaiting: () => requestLog.waiting,
    limiterRefused: () => limiter.refused,
    limiterWindows: () => limiter.size,
    documentsWaiting: () => renderer.waiting,
    documentsMade: () => renderer.made,
    documentsMemory: () => renderer.memoryBytes,
    processes: () => presence.processes,
    clockAheadSeconds: () => presence.clock.aheadMs / 1_000,
  })
}
