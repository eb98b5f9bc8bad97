// `reckoner serve` with its embedded database: the first minutes, concurrent commands, and how it ends.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { reckoner, shell } from './cli.ts'
import { openDatabase } from './database.ts'
import { clearAway, newFolder } from './embedded-harness.ts'
import { until } from './harness.ts'
import { INHERITED, MAIN, START_MS_MOST } from './process.ts'

const DATA_DIR = newFolder()
const settings = { DATA_DIR, PORT: '0', SHUTDOWN_TIMEOUT_SECONDS: '1' }
const running: ChildProcess[] = []
after(() => {
  for (const child of running) child.kill('SIGKILL')
  clearAway()
})

const run = (line: string, env = {}) => reckoner(line.split(' '), { ...settings, ...env })

interface Serving {
  child: ChildProcess
  url: string
  output(): string
  /** The exit code, or the signal that ended it. */
  ended: Promise<unknown>
}

/** Starts `serve` and waits until it prints its address. */
async function serve(args: string[] = [], env = {}, options: string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [...options, MAIN, 'serve', ...args], {
    cwd: '/',
    env: { ...INHERITED, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const said = /(?:"docs_url":"|Reference {2})(.*?)\/docs\b/
  const url = await until('the service', () => said.exec(output)?.[1], START_MS_MOST)
  return { child, url, output: () => output, ended }
}

test('read-only commands create nothing; a key can be created before the first start', async () => {
  const listed = await run('keys list')
  assert.equal(listed.code, 1)
  assert.match(
    listed.err,
    /^There is no installation in .* yet\. Start the service, or create a first key/,
  )
  const { findings, ok } = (await run('doctor --json')).json()
  assert.equal(ok, true)
  assert.match(JSON.stringify(findings), /not created yet; the first start creates it/)
  assert.equal((await run('migrate --check')).code, 1)
  assert.deepEqual(readdirSync(DATA_DIR), [])
  assert.equal((await run('keys create --mode test --json')).json().mode, 'test')
})

test('the first start shows a key once, and three calls that work as pasted', async () => {
  const env = { DATA_DIR: newFolder() }
  const { child, output, ended } = await serve([], env)
  const steps = await until(
    'the last line',
    () => /^KEY=.*\n\n(?=\S)[\s\S]*finalize .*$/m.exec(output())?.[0],
  )
  // A pipe, so that /dev/stderr can be opened as in a terminal; Node creates a socket.
  const pasted = await shell(`{ ${steps.replace(/^Your .*$/m, '')}\n} 2>&1 | cat`, {})
  assert.equal(pasted.code, 0, pasted.err)
  const [customer, draft, invoice] = pasted.out.replaceAll('}{', '}\n{').split('\n')
  assert.equal(JSON.parse(customer ?? '').id, 1001)
  assert.equal(JSON.parse(draft ?? '').status, 'draft')
  const { number, status, amount_due } = JSON.parse(invoice ?? '')
  assert.deepEqual([number, status, amount_due], ['INV-000001', 'posted', 5997])
  child.kill('SIGTERM')
  assert.equal(await ended, 0)

  const again = await serve([], env)
  assert.doesNotMatch(again.output(), /svc_test|KEY=/)
  assert.match(
    again.output(),
    new RegExp(`^ {2}API {8}http://127.0.0.1:\\d+\n.*Data {7}${env.DATA_DIR}`, 'ms'),
  )
  again.child.kill('SIGTERM')
  assert.equal(await again.ended, 0)
})

test('commands work while the service runs, and after it', async () => {
  const { child, url, output, ended } = await serve(['--json'])
  const [line = ''] = /^\{"url".*$/m.exec(output()) ?? []
  const { owner_link, ...ready } = JSON.parse(line)
  // The command that created the installation showed it; "owner-link" creates another.
  assert.equal(owner_link, null)
  assert.deepEqual(ready, {
    url,
    docs_url: `${url}/docs`,
    data: `${DATA_DIR} (embedded PostgreSQL)`,
    first_key: null, // a key was created before
  })
  const { id, key } = (await run('keys create --mode test --json')).json()
  const listed = await fetch(`${url}/v1/invoices`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(listed.status, 200)
  assertNotRoot(child.pid, output())
  assert.equal((await run('verify')).code, 0)
  const PORT = new URL(url).port
  const well = await run('doctor', { PORT })
  assert.equal(well.code, 0, well.out)
  assert.match(well.out, new RegExp(`✓ port +Reckoner is serving on port ${PORT}`))

  const second = await run('serve', { PORT })
  assert.deepEqual([second.code, second.out], [1, ''])
  assert.match(second.err, /^The data folder .* is in use by process \d+ \(reckoner serve\)\..*\n$/)

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGTERM'] as const) child.kill(signal)
  assert.equal(await ended, 0)
  const { status } = (await run('keys list --json'))
    .json()
    .find((each: { id: string }) => each.id === id)
  assert.equal(status, 'active')
})

/** If started as root, the service runs as the owner of its database, provided that this user can read the program. */
function assertNotRoot(pid: number | undefined, output: string): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, uids = ''] = /^Uid:\t(.*)$/m.exec(status) ?? []
  const owner = statSync(join(DATA_DIR, 'postgres')).uid
  const canRead = [process.execPath, MAIN].every(
    (path) => spawnSync('test', ['-r', path], { uid: owner }).status === 0,
  )
  assert.equal(
    uids,
    Array(4)
      .fill(canRead ? owner : 0)
      .join('\t'),
  )
  assert.equal(/The service keeps running as root, because user/.test(output), !canRead)
}

test('problems that prevent a start are reported in one sentence', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const PORT = String((taken.address() as { port: number }).port)
  const plain = createServer((socket) => socket.once('data', () => socket.end('N'))).listen(0)
  t.after(() => plain.close())
  await once(plain, 'listening')
  const host = `127.0.0.1:${(plain.address() as { port: number }).port}`
  const DATABASE_URL = `postgresql://u:p@${host}/x?sslmode=verify-full`
  const pem = join(newFolder(), 'a.pem')
  writeFileSync(pem, 'not a certificate')
  for (const [env, said] of [
    [{ PORT }, new RegExp(`^Port ${PORT} of 127.0.0.1 is in use by another program\\. Stop that`)],
    [{ HOST: '203.0.113.9' }, /^Cannot listen on 203.0.113.9, port 0/],
    [{ TLS_CERT_FILE: pem, TLS_KEY_FILE: pem }, /^TLS_CERT_FILE and TLS_KEY_FILE cannot be used/],
    [{ DATABASE_URL }, /^Cannot connect to DATABASE_URL \(The server does not/],
    [
      { DATA_DIR: '/proc/no' },
      /^The data folder \/proc\/no cannot be used .*Set DATA_DIR to a folder/,
    ],
    [{ SMTP_CA_FILE: pem }, /^SMTP_CA_FILE is ".*a\.pem", which contains no certificate\. /],
    [{ SMTP_CA_FILE: '/none.pem' }, /^SMTP_CA_FILE is "\/none\.pem", which cannot be read/],
    [{ SECRET_KEY: 'x'.repeat(40) }, /^SECRET_KEY does not match this database/],
  ] as [Record<string, string>, RegExp][]) {
    const ran = await run('serve', env)
    assert.equal(ran.code, 1)
    assert.match(ran.err, said)
    assert.equal(ran.err.trimEnd().split('\n').length, 1, ran.err)
    assert.equal(ran.out, '')
  }
  for (const part of ['work', 'serve --no-work']) {
    const { code, err } = await run(part)
    assert.equal(code, 1)
    assert.match(
      err,
      new RegExp(`^"reckoner ${part}" needs other processes .*\\. Set DATABASE_URL .*\\.\n$`),
    )
  }
})

test('a failure after the service has started to listen ends it, too', {
  timeout: 600_000,
}, async (t) => {
  const { url, pool } = await openDatabase(t)
  // Its last query at startup is whether there is an owner.
  await pool.query('alter table members rename to mislaid')
  const { code, err } = await run('serve', { DATABASE_URL: url })
  assert.equal(code, 1)
  assert.match(err, /relation "members" does not exist/)
})

test('a client that never finishes its request does not delay a stop', async () => {
  const { key } = (await run('keys create --mode test --json')).json()
  const { child, url, ended } = await serve()
  const caller = connect(Number(new URL(url).port), '127.0.0.1').resume()
  const cut = once(caller, 'close')
  await once(caller, 'connect')
  const head = `POST /v1/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`
  caller.write(`${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`)
  await fetch(`${url}/healthz`) // once it responds, the other request has begun
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  await cut
})

test('an unhandled error stops it in order, and is reported', async () => {
  const bomb = "process.on('SIGUSR2', () => { throw new Error('boom') })"
  const { child, output, ended } = await serve([], {}, ['--import', `data:text/javascript,${bomb}`])
  child.kill('SIGUSR2')
  assert.equal(await ended, 1)
  assert.match(output(), /"level":"fatal".*boom.*unhandled error/)
  assert.match(output(), /"msg":"Stopped\."/)
  assert.match(output(), /^The service stopped because of an internal error: boom\.$/m)
})
