// The embedded PostgreSQL and the data folders that it can meet: which it accepts and which it refuses.
import assert from 'node:assert/strict'
import {
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { boundLog } from '../src/platform/db/embedded/log-file.ts'
import { runProgram } from '../src/platform/db/embedded/programs.ts'
import { findRunning, startEmbedded } from '../src/platform/db/embedded/server.ts'
import { clearAway, newFolder, query, start } from './embedded-harness.ts'

after(clearAway)

const shared = newFolder()
before(async () => (await start(shared)).stop())

test('data of another major version, and a folder without data, are not changed', async () => {
  const version = join(shared, 'postgres/PG_VERSION')
  const kept = readFileSync(version)
  writeFileSync(version, '17\n')
  await assert.rejects(start(shared), {
    name: 'EmbeddedError',
    message:
      `The data in ${join(shared, 'postgres')} was written by PostgreSQL 17, but this Reckoner includes PostgreSQL 18. ` +
      'Run "npm run -s reckoner -- upgrade-database", which keeps the old data next to the new, or start the version of Reckoner that wrote it.',
  })
  writeFileSync(version, '19\n')
  await assert.rejects(
    start(shared),
    /by PostgreSQL 19, .* Start the version of Reckoner that wrote/,
  )
  rmSync(version)
  await assert.rejects(start(shared), /is not a PostgreSQL data folder: it has no PG_VERSION/)
  writeFileSync(version, kept)
})

test('a start without its password file is refused; with it, a foreign process in the lock file is harmless', async () => {
  const password = join(shared, 'postgres.password')
  renameSync(password, `${password}.away`)
  await assert.rejects(
    start(shared),
    /postgres\.password, the password of the database.* is missing/,
  )
  renameSync(`${password}.away`, password)
  const pidFile = join(shared, 'postgres/postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${join(shared, 'postgres')}\n1\n5432\n`)
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

test('a data folder that cannot be created is refused at once', async () => {
  for (const folder of ['/proc/reckoner', '/proc/reckoner/data', '/dev/null/data']) {
    await assert.rejects(start(folder), {
      name: 'EmbeddedError',
      message: new RegExp(
        `^The data folder ${folder} cannot be used \\(.*Set DATA_DIR to a folder`,
      ),
    })
  }
})

if (process.getuid?.() === 0) {
  test('as root, an inaccessible parent of the data folder is named', async () => {
    const closed = newFolder() // mode 700
    await assert.rejects(start(join(closed, 'data')), {
      name: 'EmbeddedError',
      message: new RegExp(`cannot enter ${closed}\\. Set DATA_DIR .*chmod o\\+x ${closed}\\.$`),
    })
  })
}

test('system programs are found without a PATH', (t) => {
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  delete process.env.PATH
  for (const [program, option] of [
    ['id', '-u'],
    ['useradd', '--help'],
    ['sync', '--version'],
  ] as const) {
    assert.equal(runProgram(program, [option]).status, 0, program)
  }
})

test('the log is rotated when it is long', () => {
  const log = join(newFolder(), 'postgres.log')
  writeFileSync(log, 'short')
  boundLog(log)
  assert.equal(readFileSync(log, 'utf8'), 'short')
  truncateSync(log, 9 * 1024 * 1024)
  boundLog(log)
  assert.equal(statSync(log).size, 0)
  assert.equal(statSync(`${log}.1`).size, 9 * 1024 * 1024)
})
