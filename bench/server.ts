// The server under measurement: the real one, in its own process, on the embedded database.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SUPERUSER } from '../src/platform/db/embedded/cluster.ts'
import type { Connection } from '../src/platform/db/embedded/connection.ts'
import { placeIn } from '../src/platform/db/embedded/place.ts'
import { stopServer, workersIn } from '../src/platform/db/embedded/postmaster.ts'
import { findRunning } from '../src/platform/db/embedded/server.ts'
import { freePort } from '../test/free-port.ts'
import type { Bench } from './bench.ts'

const START_MS_MOST = 180_000
const STOP_MS_MOST = 30_000
/** REQUEST_LOG_DAILY: without it a run would measure a log that drops entries. */
export const EVERY_REQUEST = '100000000'
const main = join(import.meta.dirname, '../src/main.ts')

export interface Server {
  url: string
  pid: number
  connection: Connection
  /** Needed by another process on its database. */
  secretKey: string
  /** From the start of its process until it accepted requests. */
  startMs: number
  /** The current processes of its database. */
  databasePids(): number[]
  stop(): Promise<void>
}

const dataDirOf = (bench: Pick<Bench, 'folder'>) => join(bench.folder, 'data')

/** Starts the server on the run's data folder, which is created on the first start. */
export async function startServer(bench: Bench, secretKey: string): Promise<Server> {
  const dataDir = dataDirOf(bench)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: bench.folder,
    env: {
      // When started by npm, it finds compiled code there.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_TIER: 'enterprise',
      SECRET_KEY: secretKey,
      REQUEST_LOG_DAILY: EVERY_REQUEST,
      // The receiver is on this machine.
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: bench.signal,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await ready(bench, child, url)
    const startMs = performance.now() - startedMs
    const running = await findRunning(dataDir)
    if (!running) throw new Error('The server is ready, but no process has locked its data folder.')
    return {
      url,
      pid: child.pid as number,
      connection: running.connection,
      secretKey,
      startMs,
      databasePids: () => workersIn(placeIn(dataDir).data),
      stop: () => stopProcess(child, ended),
    }
  } catch (error) {
    await stopProcess(child, ended)
    throw error
  }
}

/** Ends processes that a killed server has left running on the run's data folder. */
export async function stopDatabase(bench: Pick<Bench, 'folder'>): Promise<void> {
  const { data } = placeIn(dataDirOf(bench))
  const pids = (() => {
    try {
      return workersIn(data)
    } catch {
      return [] // the folder does not exist yet
    }
  })()
  if (pids.length > 0) await stopServer(data, pids)
}

/** Works on a database of the server as superuser. */
export async function asSuperuser<T>(
  { connection }: Pick<Server, 'connection'>,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, user: SUPERUSER, database })
  client.on('error', () => undefined) // the current statement fails as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function ready(bench: Bench, child: ChildProcess, url: string): Promise<void> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-4_000)
    })
  }
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  const deadline = performance.now() + START_MS_MOST
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: bench.signal }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (failure || child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`The server did not start. ${failure?.message ?? ''}\n${output}`)
    }
    await pause(2)
  }
}

export async function stopProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MOST)
  await ended
  clearTimeout(timer)
}
