// Where the simulation is played: two server processes on a PostgreSQL of their own, all of which can
// be broken while requests are under way, and come back by themselves.

import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createAccount, prepareInstallation } from '../../src/features/accounts/actions.ts'
import { createKey } from '../../src/features/api-keys/actions.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import type { Answer } from '../client.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { type Process, startProcess } from '../process.ts'
import type { Request } from './commands.ts'
import type { Fault, Sending } from './wishes.ts'

const SECRET_KEY = 'a secret key for simulations, 32 characters and more'
/** A commit that was answered must survive a crash of the server. */
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
  /** Servers that ended though nobody had killed them. */
  readonly surprises: string[] = []
  requests = 0
  readonly #cluster: Cluster
  readonly #databaseUrl: string
  readonly #pool: Pool
  readonly #seats: [Process | undefined, Process | undefined] = [undefined, undefined]
  /** What the next life on a seat will die of. */
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
    // One that just starts is stopped once it has, if it comes so far.
    for (const process of this.#seats) process?.kill('SIGTERM')
    await Promise.all(this.#keepers)
    this.#agent.destroy()
    await this.#pool.end()
    await this.#cluster.stop()
  }

  /** Keeps a seat taken: whoever dies is followed by another. */
  async #keep(seat: 0 | 1): Promise<void> {
    for (let isFirst = true; isFirst || !this.#stopping; isFirst = false) {
      const death = this.#deaths[seat]
      this.#deaths[seat] = undefined
      const life = await startProcess(this.#settings(death), '').catch(() => undefined)
      if (!life) {
        // Killed at once, or there was no database.
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

  /** A key to an environment in which nothing has ever happened. */
  newEnvironment(): Promise<string> {
    return this.#insist(async () => {
      const account = await createAccount(this.#pool, 'Simulation', DEFAULTS, Date.now())
      const spec = { environment_id: account.environments.test, mode: 'test' as const }
      const key = { ...spec, name: 'simulation', scopes: ['*'], expires_at: null }
      return (await createKey(this.#pool, Buffer.from(SECRET_KEY), key, Date.now())).text
    })
  }

  /** As if the time had passed that the lease of a dead process on a clock takes to run out. */
  letLeasesRunOut(): Promise<unknown> {
    return this.#insist(() =>
      this.#pool.query(
        "update test_clocks set lease_until = '2000-01-01' where lease_token is not null",
      ),
    )
  }

  /** What is asked of the database past the service, also while that is being broken. */
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

  /** Sends until there is an answer that is one; the connection of the first try may be cut. */
  async send(sent: Request, manner: Manner): Promise<Answer> {
    const headers: Record<string, string> = {
      ...(manner.idempotencyKey && { 'idempotency-key': manner.idempotencyKey }),
      ...(sent.etag && { 'if-match': sent.etag }),
    }
    const end = performance.now() + PATIENCE_MS
    if (manner.cut) await this.#hangUp(sent, headers, manner)
    for (let tries = 0; ; tries++) {
      this.requests++
      // The same process again, which knows what is under way, unless it has died.
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
   * Sends, and leaves at once, or when the answer begins to come. Resolves when the other side has hung
   * up, too: by then it has read the request, which else might arrive after its own repetition, and be
   * done though that one was refused (refusals do not burn a key).
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

/** Nothing is known of what became of it: the connection broke, or nobody was there. */
function lost(error: NodeJS.ErrnoException): undefined {
  if (/^(ECONNRESET|ECONNREFUSED|EPIPE|ECONNABORTED)$/.test(String(error.code))) return undefined
  throw error
}

/** Whether an answer says no more than that it is to be tried again. */
function isPassing({ status, body }: Answer): boolean {
  return status === 503 || body?.error?.code === 'idempotency_key_in_use'
}
