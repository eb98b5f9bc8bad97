// A PostgreSQL server for one test run, in a temporary folder; fast because its data need not be durable.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { requirePassage, serverAccount } from '../src/platform/db/embedded/account.ts'
import { installBinaries } from '../src/platform/db/embedded/binaries.ts'
import {
  BUILTIN_LOCALE,
  makeFolder,
  runInitdb,
  SUPERUSER,
} from '../src/platform/db/embedded/cluster.ts'
import { type Place, placeIn } from '../src/platform/db/embedded/place.ts'
import { launchServer, stopServer, workersIn } from '../src/platform/db/embedded/postmaster.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { count } from './costs.ts'

/** `embedded`: the version that Reckoner brings. `external`: the oldest version that DATABASE_URL may name. */
export type ClusterKind = 'embedded' | 'external'

export interface Cluster {
  /** Connects as a role that can create databases, like one in a DATABASE_URL. */
  url: string
  /** PostgreSQL's data folder. */
  data: string
  /** Stops the server, as if it had crashed if `how` is `crash`; clients notice at once. */
  halt(how?: 'crash'): Promise<void>
  /** Starts it again, with these settings in addition to the usual ones. */
  resume(settings?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export const EXTERNAL = '/usr/lib/postgresql/15/bin'
const PREFIX = 'reckoner-test-'
const ROLE = 'reckoner'
const TEMPLATE = 'reckoner_template'

export const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '../run',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '64MB',
  // The service refuses a server without fsync; asynchronous commits are fast enough.
  synchronous_commit: 'off',
  autovacuum_naptime: '10min',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'warning',
}

const MEMORY = '/dev/shm'
/** Twice the most that a run has written. */
const MEMORY_LEAST = 6 * 2 ** 30

/** In memory if there is enough of it: creating a database takes a third of the time, and dropping it a quarter. */
const FOLDERS = hasMemory() ? MEMORY : tmpdir()

/** Creates a folder for a server's data. If this process is killed before it removes it, a later run does. */
export const makeServerFolder = (): string => mkdtempSync(join(FOLDERS, `${PREFIX}${process.pid}-`))

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const [, , , options = ''] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === MEMORY) ?? []
  // The programs of the server are copied there and must be executable.
  if (options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MEMORY_LEAST && freemem() >= MEMORY_LEAST
}

/** Starts a server with the migrated database `reckoner_template`, from which tests clone theirs. */
export async function startCluster(kind: ClusterKind): Promise<Cluster> {
  await clearAbandoned()
  count('servers')
  const folder = makeServerFolder()
  chmodSync(folder, 0o711)
  const place = placeIn(folder)
  try {
    const { initdb, postgres, locale } = programs(kind, place)
    const account = serverAccount(place)
    requirePassage(place, account)
    const password = randomBytes(16).toString('hex')
    makeFolder(place.data, account)
    makeFolder(place.run, account)
    // Only this run can reach its socket, and checking a password takes longer than most statements.
    const options = [...locale, '--no-sync', '--auth=trust']
    runInitdb(initdb, place.data, password, account, options)
    const resume = async (settings: Record<string, string> = {}) => {
      const all = { ...SETTINGS, ...settings }
      await launchServer({ postgres, data: place.data, log: place.log, settings: all, account })
    }
    await resume()
    const url = (user: string, database: string) =>
      `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(place.run)}`
    await prepare(url, password)
    return {
      url: url(ROLE, 'postgres'),
      data: place.data,
      halt(how) {
        const pid = postmasterOf(place.data)
        // An immediate shutdown: nothing is flushed, and the next start recovers.
        if (how === 'crash') process.kill(pid, 'SIGQUIT')
        return stopServer(place.data, [pid])
      },
      resume,
      stop: () => remove(folder),
    }
  } catch (error) {
    await remove(folder)
    throw error
  }
}

async function prepare(
  url: (user: string, database: string) => string,
  password: string,
): Promise<void> {
  await connected(url(SUPERUSER, 'postgres'), (client) =>
    client.query(`create role ${ROLE} login createdb password '${password}'`),
  )
  await connected(url(ROLE, 'postgres'), (client) => client.query(`create database ${TEMPLATE}`))
  await connected(url(ROLE, TEMPLATE), migrate)
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The process that gets the signals for stop and promotion. */
export function postmasterOf(data: string): number {
  return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
}

/** Does what `pg_ctl promote` does. */
export function promote(data: string): void {
  writeFileSync(join(data, 'promote'), '')
  process.kill(postmasterOf(data), 'SIGUSR1')
}

function programs(kind: ClusterKind, place: Place) {
  if (kind === 'embedded') return { ...installBinaries(place.binaries), locale: BUILTIN_LOCALE }
  if (!existsSync(join(EXTERNAL, 'postgres'))) {
    throw new Error(`${EXTERNAL} is missing: apt-get install postgresql-15, then try again.`)
  }
  return {
    initdb: join(EXTERNAL, 'initdb'),
    postgres: join(EXTERNAL, 'postgres'),
    locale: ['--locale=C.UTF-8'],
  }
}

export async function remove(folder: string): Promise<void> {
  const { data } = placeIn(folder)
  if (existsSync(data)) {
    const pids = workersIn(data)
    for (const pid of pids) killQuietly(pid)
    await stopServer(data, pids)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 50 })
}

/** Removes what killed runs have left behind. */
async function clearAbandoned(): Promise<void> {
  const folders = [tmpdir(), MEMORY].filter((folder) => existsSync(folder))
  for (const path of folders.flatMap((each) => readdirSync(each).map((name) => join(each, name)))) {
    const name = basename(path)
    if (!name.startsWith(PREFIX)) continue
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    if (!existsSync(`/proc/${pid}`)) await remove(path).catch(() => undefined)
  }
}

/** Its data need not be flushed. */
function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}
