// The embedded PostgreSQL on real processes: starts, deaths, owners, and the folders it may meet.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import pg from 'pg'
import { boundLog } from '../src/platform/db/embedded/log-file.ts'
import { workersIn } from '../src/platform/db/embedded/postmaster.ts'
import {
  type Connection,
  type EmbeddedServer,
  findRunning,
  startEmbedded,
} from '../src/platform/db/embedded/server.ts'

const asRoot = process.getuid?.() === 0
const source = join(import.meta.dirname, '../src/platform')
const folders: string[] = []
const children: ChildProcess[] = []

after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    const data = join(folder, 'postgres')
    for (const pid of existsSync(data) ? workersIn(data) : []) killNow(pid)
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A process like ours that owns a data folder until it is told to stop; a query must work then. */
const HOLDER = `
  import pg from ${JSON.stringify(import.meta.resolve('pg'))}
  import { startEmbedded } from ${JSON.stringify(join(source, 'db/embedded/server.ts'))}
  import { onStopSignal } from ${JSON.stringify(join(source, 'stop-signals.ts'))}
  const [dataDir, command] = process.argv.slice(1)
  const server = await startEmbedded({ dataDir, command, log: () => {} }).catch((error) => {
    console.log('refused: ' + error.message)
    process.exit(1)
  })
  console.log(server.pid())
  onStopSignal(async () => {
    const client = new pg.Client(server.connection)
    await client.connect()
    await client.query('insert into said values (1)').catch(() => {})
    await client.end()
    await server.stop()
    process.exit(0)
  })
  setInterval(() => {}, 60_000)
`

function hold(dataDir: string, command = 'serve'): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', HOLDER, dataDir, command],
    // A group of its own, like the one a terminal makes for what it runs.
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout)
  const [line] = await once(createInterface(child.stdout), 'line')
  return line
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function killNow(pid: number | undefined): void {
  assert.ok(pid)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its parent.
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-embedded-'))
  folders.push(folder)
  return folder
}

function start(dataDir: string, command = 'serve'): Promise<EmbeddedServer> {
  return startEmbedded({ dataDir, command, log: () => undefined })
}

async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, 'it did not come true in 20 s')
    await new Promise((done) => setTimeout(done, 20))
  }
}

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Most tests go on with the data of the one before: making a cluster takes a second. */
const shared = newFolder()

test('a first start makes account, cluster and database; drafts of a killed one do no harm', async () => {
  mkdirSync(join(shared, 'postgres.draft/base'), { recursive: true })
  writeFileSync(join(shared, 'postgres.draft/PG_VERSION'), '18\n')
  const server = await start(shared)
  const [row] = await query(
    server.connection,
    `select current_user, current_database(), rolsuper, rolcreatedb, rolcreaterole,
       current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, current_setting('timezone') as zone,
       current_setting('listen_addresses') as addresses, datcollate, datlocprovider, datlocale,
       pg_encoding_to_char(encoding) as encoding
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  assert.deepEqual(row, {
    current_user: 'reckoner',
    current_database: 'reckoner',
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    checksums: 'on',
    fsync: 'on',
    commit: 'on',
    zone: 'UTC',
    addresses: '',
    datcollate: 'C',
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    encoding: 'UTF8',
  })
  assert.equal(mode(join(shared, 'postgres')), '700')
  assert.equal(mode(join(shared, 'run')), '700')
  assert.equal(mode(join(shared, 'postgres.password')), '600')
  assert.equal(statSync(join(shared, 'postgres')).uid === 0, false)
  assert.equal(existsSync(join(shared, 'postgres.draft')), false)
  await query(server.connection, 'create table said (n integer); insert into said values (0)')
  await server.stop()
  assert.equal(server.state(), 'stopped')
  assert.deepEqual(workersIn(join(shared, 'postgres')), [])
})

test('the programs run from beside the data, with the links npm did not make', async () => {
  const server = await start(shared)
  const program = readlinkSync(`/proc/${server.pid()}/exe`)
  assert.ok(program.startsWith(join(shared, 'bin')), program)
  assert.ok(existsSync(join(program, '../../lib/libicui18n.so.60')))
  await server.stop()
})

test('wrong passwords are refused', async () => {
  const server = await start(shared)
  const stranger = { ...server.connection, password: 'guess' }
  await assert.rejects(query(stranger, 'select 1'), /password authentication failed/)
  await server.stop()
})

test('a second server is refused by name; a command finds the running one', async () => {
  const holder = hold(shared)
  await firstLine(holder)
  await assert.rejects(start(shared), {
    name: 'EmbeddedError',
    message:
      `The data folder ${shared} is in use by process ${holder.pid} (reckoner serve). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  })
  const running = await findRunning(shared)
  assert.deepEqual(running?.owner, { pid: holder.pid, command: 'serve' })
  assert.deepEqual(await query(running!.connection, 'select 1 as one'), [{ one: 1 }])
  holder.kill('SIGTERM')
  await ended(holder)
  assert.equal(await findRunning(shared), undefined)
})

test('a command that holds the folder for a moment is waited for', async () => {
  const holder = hold(shared, 'keys create')
  await firstLine(holder)
  const server = start(shared)
  const found = findRunning(shared)
  holder.kill('SIGTERM')
  const { connection, stop } = await server
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
  await found
  await stop()
})

test('of several that start at once on the folder of a dead one, one gets it', async () => {
  const dead = hold(shared)
  await firstLine(dead)
  dead.kill('SIGKILL')
  await ended(dead)
  assert.ok(existsSync(join(shared, 'owner.sock')))
  const holders = Array.from({ length: 4 }, () => hold(shared))
  const lines = await Promise.all(holders.map(firstLine))
  assert.equal(lines.filter((line) => /^\d+$/.test(line)).length, 1, lines.join('\n'))
  assert.equal(lines.filter((line) => line.startsWith('refused: The data folder')).length, 3)
  for (const holder of holders) holder.kill('SIGTERM')
  await Promise.all(holders.map(ended))
})

test('a server left over by a killed process is replaced, and nothing is lost', async () => {
  const holder = hold(shared)
  const left = Number(await firstLine(holder))
  const { connection } = (await findRunning(shared))!
  await query(connection, 'insert into said values (2)')
  holder.kill('SIGKILL')
  await ended(holder)
  assert.ok(workersIn(join(shared, 'postgres')).includes(left), 'it outlives its starter')
  const server = await start(shared)
  assert.notEqual(server.pid(), left)
  assert.equal(workersIn(join(shared, 'postgres')).includes(left), false)
  const rows = await query(server.connection, 'select count(*)::int from said where n = 2')
  assert.deepEqual(rows, [{ count: 1 }])
  await server.stop()
})

test('what was committed survives the death of every process', async () => {
  const holder = hold(shared)
  await firstLine(holder)
  const { connection } = (await findRunning(shared))!
  await query(connection, 'insert into said values (3)')
  holder.kill('SIGKILL')
  for (const pid of workersIn(join(shared, 'postgres'))) killNow(pid)
  await ended(holder)
  const server = await start(shared)
  const rows = await query(server.connection, 'select count(*)::int from said where n = 3')
  assert.deepEqual(rows, [{ count: 1 }])
  await server.stop()
})

test('the death of the server is noticed and mended', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const server = await startEmbedded({ dataDir: shared, command: 'serve', log })
  const first = server.pid()
  killNow(first)
  await eventually(() => server.state() === 'restarting')
  await eventually(() => server.state() === 'running')
  assert.notEqual(server.pid(), first)
  assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
  assert.equal(lines[0], 'PostgreSQL ended unexpectedly (SIGKILL).')
  assert.equal(lines.at(-1), 'PostgreSQL runs again.')
  await server.stop()
})

test('stopping during a repair leaves nothing behind', async () => {
  const server = await start(shared)
  killNow(server.pid())
  await eventually(() => server.state() === 'restarting')
  await server.stop()
  assert.deepEqual(workersIn(join(shared, 'postgres')), [])
  assert.equal(await findRunning(shared), undefined)
})

test('Ctrl-C reaches us and not the database', async () => {
  const holder = hold(shared)
  await firstLine(holder)
  const before = await saidOnStop()
  process.kill(-holder.pid!, 'SIGINT') // to the whole group, as a terminal does
  await ended(holder)
  assert.equal(holder.exitCode, 0)
  const server = await start(shared)
  const [row] = await query(server.connection, 'select count(*)::int from said where n = 1')
  assert.equal(row?.count, before + 1)
  await server.stop()
})

async function saidOnStop(): Promise<number> {
  const { connection } = (await findRunning(shared))!
  const [row] = await query(connection, 'select count(*)::int from said where n = 1')
  return Number(row?.count)
}

test('a lock file whose process id now belongs to someone else does not stop the start', async () => {
  const pidFile = join(shared, 'postgres/postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${join(shared, 'postgres')}\n1\n5432\n`)
  const server = await start(shared)
  await server.stop()
})

test('data of another major version, and a folder that is no data, are left alone', async () => {
  const version = join(shared, 'postgres/PG_VERSION')
  const kept = readFileSync(version)
  writeFileSync(version, '17\n')
  await assert.rejects(start(shared), {
    name: 'EmbeddedError',
    message:
      `The data in ${join(shared, 'postgres')} was written by PostgreSQL 17, and this Reckoner brings PostgreSQL 18. ` +
      'Start the version of Reckoner that wrote it, or set DATA_DIR to another folder.',
  })
  rmSync(version)
  await assert.rejects(start(shared), /is not a PostgreSQL data folder: it has no PG_VERSION/)
  writeFileSync(version, kept)
})

test('without its password file the data is not replaced but asked about', async () => {
  const password = join(shared, 'postgres.password')
  renameSync(password, `${password}.away`)
  await assert.rejects(start(shared), /postgres\.password, which opens the database.* is missing/)
  renameSync(`${password}.away`, password)
  await (await start(shared)).stop()
})

test('a server that cannot start says why', async () => {
  const settings = { shared_buffers: '1kB' }
  const log = () => undefined
  await assert.rejects(
    startEmbedded({ dataDir: shared, command: 'serve', log, settings }),
    /PostgreSQL does not start: .*shared_buffers.* \(its log is .*postgres\.log\)\./,
  )
  assert.equal(await findRunning(shared), undefined)
})

test('a path longer than a socket address works', async () => {
  const parent = newFolder()
  chmodSync(parent, 0o711)
  const long = join(parent, 'd'.repeat(120))
  assert.equal(await findRunning(long), undefined)
  const server = await start(long)
  assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
  await assert.rejects(start(long), /in use by process/)
  const running = await findRunning(long)
  assert.deepEqual(await query(running!.connection, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

if (asRoot) {
  test('as root, a closed folder on the way to the data is named', async () => {
    const closed = newFolder() // mode 700
    await assert.rejects(start(join(closed, 'data')), {
      name: 'EmbeddedError',
      message: new RegExp(`cannot enter ${closed}\\. Set DATA_DIR .*chmod o\\+x ${closed}\\.$`),
    })
  })
}

test('the log is moved aside when it has become long', () => {
  const log = join(newFolder(), 'postgres.log')
  writeFileSync(log, 'short')
  boundLog(log)
  assert.equal(readFileSync(log, 'utf8'), 'short')
  truncateSync(log, 9 * 1024 * 1024)
  boundLog(log)
  assert.equal(statSync(log).size, 0)
  assert.equal(statSync(`${log}.1`).size, 9 * 1024 * 1024)
})
