// The life of the embedded PostgreSQL: starts, owners, crashes, repairs, and what survives them.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { workersIn } from '../src/platform/db/embedded/postmaster.ts'
import { findRunning, startEmbedded } from '../src/platform/db/embedded/server.ts'
import {
  clearAway,
  ended,
  eventually,
  firstLine,
  hold,
  killNow,
  newFolder,
  query,
  start,
} from './embedded-harness.ts'

after(clearAway)

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Most tests continue with the data of the previous test: creating a cluster takes a second. */
const shared = newFolder()

test('a first start creates account, cluster and database; leftovers of a killed start do no harm', async () => {
  mkdirSync(join(shared, 'postgres.draft-killed/base'), { recursive: true })
  writeFileSync(join(shared, 'postgres.draft-killed/PG_VERSION'), '18\n')
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
  assert.equal(existsSync(join(shared, 'postgres.draft-killed')), false)
  await query(server.connection, 'create table said (n integer); insert into said values (0)')
  await server.stop()
  assert.equal(server.state(), 'stopped')
  assert.deepEqual(workersIn(join(shared, 'postgres')), [])
})

test('programs run from the data folder, with links that npm did not create; wrong passwords are refused', async () => {
  const server = await start(shared)
  const program = readlinkSync(`/proc/${server.pid()}/exe`)
  assert.ok(program.startsWith(join(shared, 'bin')), program)
  assert.ok(existsSync(join(program, '../../lib/libicui18n.so.60')))
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

test('a start waits for a command that briefly owns the folder', async () => {
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

test('of several processes that start at once on the folder of a dead process, one owns it', async () => {
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

test('committed data survives the death of every process', async () => {
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

test('a dead server, or a dead process of it, is repaired; stopping in between leaves nothing behind', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const server = await startEmbedded({ dataDir: shared, command: 'serve', log })
  const first = server.pid()
  killNow(first)
  await eventually(() => server.state() === 'restarting')
  await eventually(() => server.state() === 'running')
  assert.notEqual(server.pid(), first)
  assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])
  assert.equal(lines[0], 'PostgreSQL exited unexpectedly (SIGKILL).')
  assert.equal(lines.at(-1), 'PostgreSQL is running again.')

  const second = server.pid()
  // A permanent process: the process of a connection can be ending at that moment.
  const checkpointer = () =>
    workersIn(join(shared, 'postgres')).find((pid) => titleOf(pid).includes('checkpointer'))
  // A process sets its title a moment after it was started.
  await eventually(() => checkpointer() !== undefined)
  killNow(checkpointer())
  await eventually(() => server.state() === 'running' && server.pid() !== second)
  assert.deepEqual(await query(server.connection, 'select 1 as one'), [{ one: 1 }])

  killNow(server.pid())
  await eventually(() => server.state() === 'restarting')
  await server.stop()
  assert.deepEqual(workersIn(join(shared, 'postgres')), [])
  assert.equal(await findRunning(shared), undefined)
})

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('Ctrl-C reaches the service and not the database', async () => {
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
