// The environment of the simulation: two server processes and their PostgreSQL, all of which can be broken while
// requests are in flight, and recover on their own.

import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createAccount, prepareInstallation } from '../../src/features/accounts/create.ts'
import { createKey } from '../../src/features/api-keys/generate.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import type { Answer } from '../client.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { type Process, startProcess } from '../process.ts'
import type { Request } from './commands.ts'
import type { Fault, Sending } from './wishes.ts'

const SECRET_KEY = 'a secret key for simulations, 32 characters and more'
/** An acknowledged commit must survive a crash of the server. */
const LASTING = { synchronous_commit: 'on' }
const PATIENCE_MS = 180_000
const DEFAULTS = {
  tier: 'enterprise',
  default_currency: 'cad',
  payment_terms_days: 30,
  time_zone: 'UTC',
} as const

export interface Manner {
  key: string
  idempotencyKey?: string
  by: 0 | 1
  cut: Sending['cut']
}

export class Stage {
  readonly faults = new Map<string, number>()
  /** Servers that ended without being killed. */
  readonly surprises: string[] = []
  requests = 0
  readonly #cluster: Cluster
  readonly #databaseUrl: string
  readonly #pool: Pool
  readonly #seats: [Process | undefined, Process | undefined] = [undefined, undefined]
  /** The fault point of the next process in each position. */
  readonly #deaths: [string | undefined, string | undefined] = [undefined, undefined]
  readonly #agent = new Agent({ keepAlive: false })
  #stopping = false
  #keepers: Promise<void>[] = []
  #restarting: Promise<void> | undefined

  private constructor(cluster: Cluster) {
    this.#cluster = cluster
    const url = new URL(cluster.url)
    url.pathname = '/reckoner_template'
    this.#databaseUrl = url.href
    this.#pool = openPool({ connectionString: url.href }, { size: 4 })
  }

  static async open(): Promise<Stage> {
    const cluster = await startCluster('embedded')
    await cluster.halt()
    await cluster.resume(LASTING)
    const stage = new Stage(cluster)
    await prepareInstallation(stage.#pool, Buffer.from(SECRET_KEY), DEFAULTS, Date.now())
    stage.#keepers = [stage.#keep(0), stage.#keep(1)]
    return stage
  }

  async close(): Promise<void> {
    this.#stopping = true
    await this.#restarting
    // A process that is still starting is stopped once it has started.
    for (const process of this.#seats) process?.kill('SIGTERM')
    await Promise.all(this.#keepers)
    this.#agent.destroy()
    await this.#pool.end()
    await this.#cluster.stop()
  }

  /** Keeps a process running: starts another one when it dies. */
  async #keep(seat: 0 | 1): Promise<void> {
    for (let isFirst = true; isFirst || !this.#stopping; isFirst = false) {
      const death = this.#deaths[seat]
      this.#deaths[seat] = undefined
      const life = await startProcess(this.#settings(death), '').catch(() => undefined)
      if (!life) {
        // Killed during its start, or the database was down.
        await pause(100)
        continue
      }
      this.#seats[seat] = life
      if (this.#stopping) life.kill('SIGTERM')
      const end = await life.ended
      this.#seats[seat] = undefined
      await life.api.close()
      const isExpected = end === 'SIGKILL' || (this.#stopping && end === 0)
      if (!isExpected) this.surprises.push(`A server ended (${end}): ${life.output()}`)
    }
  }

  #settings(death: string | undefined): Record<string, string> {
    return {
      DATABASE_URL: this.#databaseUrl,
      SECRET_KEY,
      PORT: '0',
      PUBLIC_URL: 'https://simulation.example',
      DATA_DIR: '/nonexistent',
      LOG_LEVEL: 'error',
      RATE_LIMIT_TIER: 'enterprise',
      ...(death && { RECKONER_FAULT: death }),
    }
  }

  /** Creates a key to an empty environment. */
  newEnvironment(): Promise<string> {
    return this.#insist(async () => {
      const account = await createAccount(this.#pool, 'Simulation', DEFAULTS, Date.now())
      const spec = { environment_id: account.environments.test, mode: 'test' as const }
      const key = { ...spec, name: 'simulation', scopes: ['*'], expires_at: null }
      return (await createKey(this.#pool, Buffer.from(SECRET_KEY), key, Date.now())).text
    })
  }

  /** Ends the leases of dead processes on a clock, in place of waiting. */
  letLeasesRunOut(): Promise<unknown> {
    return this.#insist(() =>
      this.#pool.query(
        "update test_clocks set lease_until = '2000-01-01' where lease_token is not null",
      ),
    )
  }

  /** Queries the database directly, also while it is being broken. */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (performance.now() > end) throw error
        await pause(20)
      }
    }
  }

  async break({ kind, seat, place, afterMs }: Fault): Promise<void> {
    await pause(afterMs)
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
    switch (kind) {
      case 'kill':
        this.#seats[seat]?.kill('SIGKILL')
        return
      case 'die at':
        this.#deaths[seat] = place
        this.#seats[seat]?.kill('SIGKILL')
        return
      case 'cut database':
        await this.#pool
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()`,
          )
          .catch(() => 'it was cut as well')
        return
      default:
        this.#restarting ??= this.#restart(kind === 'crash database').finally(() => {
          this.#restarting = undefined
        })
        await this.#restarting
    }
  }

  async #restart(isCrash: boolean): Promise<void> {
    await this.#cluster.halt(isCrash ? 'crash' : undefined)
    await this.#cluster.resume(LASTING)
  }

  /** Sends until there is a definite response; the connection of the first attempt can be cut. */
  async send(sent: Request, manner: Manner): Promise<Answer> {
    const headers: Record<string, string> = {
      ...(manner.idempotencyKey && { 'idempotency-key': manner.idempotencyKey }),
      ...(sent.etag && { 'if-match': sent.etag }),
    }
    const end = performance.now() + PATIENCE_MS
    if (manner.cut) await this.#hangUp(sent, headers, manner)
    for (let tries = 0; ; tries++) {
      this.requests++
      // The same process, which knows the pending request, unless it has died.
      const life = this.#seats[manner.by] ?? this.#seats[1 - manner.by]
      const ask = { headers, key: manner.key, ...(sent.body !== undefined && { body: sent.body }) }
      const answer = await life?.api.send(sent.method, sent.path, ask).catch(lost)
      if (answer && !isPassing(answer)) return answer
      if (performance.now() > end)
        throw new Error(`${sent.method} ${sent.path} was never answered.`)
      await pause(Math.min(5 * 2 ** tries, 100))
    }
  }

  /**
   * Sends, then closes the connection at once or when the response begins. Resolves when the server has closed it too:
   * by then it has read the request. Otherwise the request could arrive after its retry, and run although the retry was
   * rejected (rejections do not use up a key).
   */
  #hangUp(sent: Request, headers: Record<string, string>, { key, by, cut }: Manner): Promise<void> {
    const url = (this.#seats[by] ?? this.#seats[1 - by])?.api.url
    if (!url) return Promise.resolve()
    const body = sent.body === undefined ? '' : JSON.stringify(sent.body)
    const options = {
      agent: this.#agent,
      method: sent.method,
      headers: {
        ...headers,
        authorization: `Bearer ${key}`,
        'content-length': Buffer.byteLength(body),
        ...(body && { 'content-type': 'application/json' }),
      },
    }
    return new Promise((done) => {
      const call = request(`${url}${sent.path}`, options, () => call.destroy())
      call.once('close', done)
      call.on('error', () => done())
      call.end(body, () => {
        if (cut === 'sent') setTimeout(() => call.socket?.end(), 1)
      })
    })
  }
}

/** The outcome is unknown: the connection broke, or no process listened. */
function lost(error: NodeJS.ErrnoException): undefined {
  if (/^(ECONNRESET|ECONNREFUSED|EPIPE|ECONNABORTED)$/.test(String(error.code))) return undefined
  throw error
}

/** True if a response only asks to retry. */
function isPassing({ status, body }: Answer): boolean {
  return status === 503 || body?.error?.code === 'idempotency_key_in_use'
}
