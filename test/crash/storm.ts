// A storm: kills the service, its PostgreSQL, one PostgreSQL process, or all of them at random instants under load, on
// one data folder; checks everything after each kill.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { workersIn } from '../../src/platform/db/embedded/postmaster.ts'
import { findRunning } from '../../src/platform/db/embedded/server.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { type Api, connectApi } from '../client.ts'
import type { Lifetime } from '../database.ts'
import { assertSummed } from '../day-sums.ts'
import { clearAway, newFolder } from '../embedded-harness.ts'
import { until } from '../harness.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { assertReplays, assertSound, Books } from './books.ts'
import { type Clients, type Deed, type Insist, mailedInvoice, startClients } from './clients.ts'
import { makeKey, SECRET_KEY } from './lives.ts'
import { assertDelivered, assertMailed, letLeasesRunOut } from './outside.ts'
import { type Round, strike, untilStarted } from './storm-plan.ts'
import { NOWHERE, Service } from './storm-service.ts'

const CLIENTS = 4
const DAY_MS = 86_400_000
const CLOCK_REST_MS = 150
const MAIL_REST_MS = 250
/** Completed requests that are replayed again after each kill. */
const REPLAYED = 25

/** The clients of one environment, and the checks of their requests. */
interface Side {
  key: string
  api: Api
  /** Used in place of the service while it is dead. */
  nowhere: Api
  books: Books
  judged: Deed[]
  clients: Clients[]
}

/** Number of kills, requests completed meanwhile, and the time without a response. */
export interface Lived {
  kills: number
  deeds: number
  downMs: number
}

/** Totals at the end. */
export interface Ended {
  deeds: number
  /** Requests without a response, or asked to retry. */
  unanswered: number
  webhooks: number
  mails: number
  days: number
}

/** Starts the service on a new data folder, and clients of all kinds. */
export async function startStorm(lifetime: Lifetime): Promise<Storm> {
  const dataDir = newFolder()
  const receiver = await startReceiver(lifetime)
  const mails = await startMailServer(lifetime)
  const service = new Service({
    DATA_DIR: dataDir,
    PORT: '0',
    SECRET_KEY,
    LOG_LEVEL: 'error',
    RATE_LIMIT_TIER: 'enterprise',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: mails.url,
    MAIL_FROM: 'billing@nordlicht.example',
  })
  await service.bringBack()
  const { connection } = (await findRunning(dataDir)) ?? assert.fail('nobody owns the folder')
  const pool = openPool(connection, { size: 4 })
  const test = await startSide(pool, 1)
  const live = await startSide(pool, 2, ['invoice.sent', 'invoice.updated'])
  const storm = new Storm({ dataDir, pool, service, receiver, mails, sides: [test, live] })
  lifetime.after(() => storm.clear())
  await storm.begin(test, live)
  return storm
}

async function startSide(pool: Pool, id: 1 | 2, byThemselves?: string[]): Promise<Side> {
  const key = await makeKey(pool, id)
  const books = new Books(pool, id, byThemselves)
  const nowhere = connectApi(NOWHERE, key)
  return { key, api: nowhere, nowhere, books, judged: [], clients: [] }
}

interface Parts {
  dataDir: string
  pool: Pool
  service: Service
  receiver: Receiver
  mails: MailServer
  sides: Side[]
}

export class Storm {
  readonly #parts: Parts
  #days = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async begin(test: Side, live: Side): Promise<void> {
    this.#meetAgain()
    const body = { url: this.#parts.receiver.url, enabled_events: ['invoice.*'] }
    const { status, text } = await test.api.post('/v1/webhook_endpoints', { body })
    assert.equal(status, 201, text)
    test.clients.push(startClients(CLIENTS, () => this.#server(test)))
    test.clients.push(startClients(1, () => this.#server(test), this.#anotherDay))
    live.clients.push(startClients(1, () => this.#server(live), anotherMail))
  }

  /** Kills as planned, waits for the repair, and checks. */
  async live({ kill, again }: Round): Promise<Lived> {
    const { sides, dataDir, service, pool } = this.#parts
    for (const each of sides.flatMap(({ clients }) => clients)) each.go()
    await until('writes', () => this.#deedsSinceJudged() >= kill.progress)
    const began = performance.now()
    let kills = Number(await strike(kill, dataDir, service))
    if (again) {
      let isBack = false
      const back = service.bringBack().finally(() => {
        isBack = true
      })
      await untilStarted(again.progress, dataDir, () => isBack)
      kills += Number(await strike(again, dataDir, service))
      await back
    }
    await service.bringBack()
    const downMs = performance.now() - began
    this.#meetAgain()
    await letLeasesRunOut(pool, Date.now())
    return { kills, deeds: await this.#judge(), downMs }
  }

  #deedsSinceJudged(): number {
    const { sides } = this.#parts
    return sides.flatMap(({ clients }) => clients).reduce((sum, { deeds }) => sum + deeds.length, 0)
  }

  /** Lets everything finish, and checks all of it once more. */
  async end(): Promise<Ended> {
    const { sides, pool, service, receiver, mails, dataDir } = this.#parts
    const clients = sides.flatMap((side) => side.clients)
    await Promise.all(clients.map((each) => each.stop()))
    await until('the clock to arrive', async () => {
      const { rows } = await pool.query("select 1 from test_clocks where status <> 'ready'")
      return rows.length === 0
    })
    const ended = {
      unanswered: clients
        .flatMap(({ answers }) => [...answers])
        .reduce((sum, [status, count]) => (Number(status) < 300 ? sum : sum + count), 0),
      webhooks: await assertDelivered(pool, receiver),
      mails: await assertMailed(pool, mails),
      days: this.#days,
    }
    await this.#judge()
    for (const { api, judged } of sides) await assertReplays(api, judged)
    await service.stop()
    assert.deepEqual(workersIn(join(dataDir, 'postgres')), [])
    await until('what the dead had started to end', () => !isLeftBy(service.pids))
    return { deeds: sides.reduce((sum, { judged }) => sum + judged.length, 0), ...ended }
  }

  async clear(): Promise<void> {
    const { pool, service } = this.#parts
    await pool.end()
    await service.kill()
    clearAway()
  }

  /** Pauses all clients and checks; returns the number of requests completed since the last time. */
  async #judge(): Promise<number> {
    const { sides, pool } = this.#parts
    await Promise.all(sides.flatMap(({ clients }) => clients).map((each) => each.rest()))
    await assertSound(pool)
    await assertSummed(pool)
    let count = 0
    for (const { books, api, judged, clients } of sides) {
      const deeds = clients.flatMap((each) => each.deeds.splice(0))
      await books.assertDoneOnce(api, deeds)
      await assertReplays(api, judged.slice(-REPLAYED))
      judged.push(...deeds)
      count += deeds.length
    }
    return count
  }

  #server({ api, nowhere }: Side): Api {
    return api.url === this.#parts.service.url ? api : nowhere
  }

  /** A restarted service has another address. */
  #meetAgain(): void {
    const { service, sides } = this.#parts
    for (const side of sides) {
      if (side.api.url !== service.url) side.api = connectApi(service.url, side.key)
    }
  }

  #anotherDay = async (insist: Insist): Promise<void> => {
    const to = new Date(Date.now() + ++this.#days * DAY_MS).toISOString()
    await insist('POST', '/v1/test_clock/advance', { to })
    await pause(CLOCK_REST_MS)
  }
}

async function anotherMail(insist: Insist): Promise<void> {
  await mailedInvoice(insist)
  await pause(MAIL_REST_MS)
}

/** True if a document renderer still runs without the service that started it. */
function isLeftBy(pids: number[]): boolean {
  return globSync('/proc/[0-9]*/cmdline').some((path) => {
    try {
      const [, parent] = /typesetter\.ts.*"parent":(\d+)/.exec(readFileSync(path, 'utf8')) ?? []
      return pids.includes(Number(parent))
    } catch {
      return false // it ended meanwhile
    }
  })
}
