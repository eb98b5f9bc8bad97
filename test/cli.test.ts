// The command line as people and scripts use it: the real executable, on databases of the test run.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { enrol } from './authenticator.ts'
import { owner } from './browser-like.ts'
import { allInOne, type Ran, reckoner, reckonerHere } from './cli.ts'
import { commandPaths, guideIsFresh, helpOf } from './guide.ts'
import { until, world } from './harness.ts'

const w = await world({ after })
const settings = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PORT: '0',
}
const run = (line: string, env = {}) => reckonerHere(line.split(' '), { ...settings, ...env })

/** A failure is one sentence, without internals. */
function assertRefused(ran: Ran, said: RegExp): void {
  assert.equal(ran.code, 1, ran.out + ran.err)
  assert.match(ran.err, said)
  assert.doesNotMatch(ran.err, /\n\s+at |node:internal|Error:/)
  assert.match(ran.err, /^\S.*[.?)]\n$/, 'one line, a sentence')
}

/** An empty database, as an operator would name in DATABASE_URL on the first day. */
async function emptyDatabase(): Promise<{ DATABASE_URL: string; client: pg.Client }> {
  const admin = new pg.Client(process.env.TEST_DATABASE_URL)
  await admin.connect()
  const name = `test_${randomBytes(8).toString('hex')}`
  await admin.query(`create database ${name}`)
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${name}`
  const client = new pg.Client(url.href)
  await client.connect()
  after(async () => {
    await client.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  return { DATABASE_URL: url.href, client }
}

test('a key can be created before the first start', async () => {
  const { DATABASE_URL, client } = await emptyDatabase()
  const env = { ...settings, DATABASE_URL }
  for (const command of [
    'keys list',
    'accounts list',
    'verify',
    'keys roll svc_test_0123456789abcdef',
  ]) {
    assertRefused(await run(command, { DATABASE_URL }), /no installation in the database .* yet/)
  }
  const { rows } = await client.query("select to_regclass('accounts') as found")
  assert.equal(rows[0].found, null, 'asking makes nothing')

  const made = await reckoner(['keys', 'create', '--mode', 'test', '--json'], env)
  assert.equal(made.code, 0, made.err)
  assert.equal(made.out.trimEnd().split('\n').length, 1)
  const { id, key, created_at, ...rest } = made.json()
  assert.match(key, new RegExp(`^${id}_[0-9A-Za-z]{38}$`))
  assert.match(created_at, /^\d{4}-.*Z$/)
  assert.deepEqual(rest, {
    mode: 'test',
    scopes: ['*'],
    name: 'Unnamed',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  })
  assert.match(made.err, /^Created a new installation in the database .*\.\n$/)
  assert.doesNotMatch(made.err, /:[^@/]+@/, 'no password is shown')
  const accounts = (await reckoner(['accounts', 'list', '--json'], env)).json()
  assert.deepEqual(
    accounts.map(({ created_at, ...account }: { created_at: string }) => account),
    [
      {
        id: 1,
        name: 'Default',
        tier: 'standard',
        requests_per_minute: 100,
        default_currency: 'cad',
        payment_terms_days: 30,
        time_zone: 'UTC',
      },
    ],
  )
})

test('the schema is migrated, or the command says how', async () => {
  const { DATABASE_URL, client } = await emptyDatabase()
  const on = { DATABASE_URL }
  const due = await run('migrate --check --json', on)
  assert.equal(due.code, 1)
  assert.ok(due.json().pending.includes('0001_accounts.sql'))
  assert.match(due.err, /behind\. Run "npm run -s reckoner -- migrate"/)
  assert.deepEqual((await run('migrate --json', on)).json(), { applied: due.json().pending })
  assert.equal((await run('migrate', on)).out, 'Nothing to do: the database is up to date.\n')
  assert.equal((await run('migrate --check', on)).out, 'The database is up to date.\n')

  const { rows } = await client.query('select max(name) as last from migrations')
  await client.query('delete from migrations where name = $1', [rows[0].last])
  assertRefused(
    await run('keys list', on),
    /1 migration\(s\) behind this version\. Start the service/,
  )
  const spoil = "update migrations set checksum = 'x' where name = '0001_accounts.sql'"
  await client.query(spoil)
  assertRefused(
    await run('keys list', on),
    /The database was created by a development version before 0\.2\.0, which cannot be upgraded\./,
  )
  await client.query(
    "update migrations set name = '9999_new.sql', kind = 'contract' where checksum = 'x'",
  )
  assertRefused(await run('migrate', on), /of a newer Reckoner, which this version does not know/)
})

test('keys are created, limited, rolled and revoked while the service runs', async () => {
  const make = async (options: string) =>
    (await run(`keys create --mode test --json ${options}`)).json()
  const status = async (key: string, path = '/v1/products') =>
    (await w.api.get(path, { key })).status
  const reader = await make('--name reader --scopes invoices:read,events:read --expires 30d')
  assert.equal(await status(reader.key, '/v1/invoices'), 200)
  assert.equal(await status(reader.key), 403)
  const days = (Date.parse(reader.expires_at) - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30)

  const old = await make('--expires 2099-12-31')
  assert.equal(old.expires_at, '2099-12-31T00:00:00.000Z')
  const rolled = (await run(`keys roll ${old.id} --overlap 2h --json`)).json()
  assert.notEqual(rolled.id, old.id)
  assert.equal(await status(old.key), 200)
  assert.equal(await status(rolled.key), 200)
  const { keys, listed } = await list()
  assert.match(keys.get(old.id)?.status, /^until /)
  assert.equal(keys.get(rolled.id)?.status, 'active')
  assert.doesNotMatch(listed, /_[0-9A-Za-z]{38}/, 'no list shows a secret')

  // A pasted whole key, in both spellings, also names it.
  assert.equal((await run(`keys revoke ${old.key.replace('svc_', 'sk_')}`)).code, 0)
  await until('the revoked key to be refused', async () => (await status(old.key)) === 401)
  assertRefused(
    await run(`keys roll ${old.id}`),
    /is revoked and cannot be rolled\. Create a new key/,
  )
  assert.equal((await list()).keys.get(old.id)?.status, 'revoked')

  async function list() {
    const ran = await run('keys list --json')
    // biome-ignore lint/suspicious/noExplicitAny: what a script reads has no type.
    const keys = new Map<string, any>(ran.json().map((key: { id: string }) => [key.id, key]))
    return { keys, listed: ran.out + (await run('keys list')).out }
  }
})

test('a new rate limit tier applies at once', async () => {
  const key = w.keys.otherTest
  const tier = async (options: string) =>
    (await run(`accounts set-tier ${options} --account 2 --json`)).json()
  assert.equal((await tier('enterprise --limit 1')).requests_per_minute, 1)
  await until('the limit', async () => (await w.api.get('/v1/products', { key })).status === 429)
  assert.equal((await tier('enterprise')).requests_per_minute, null)
  assert.equal((await w.api.get('/v1/products', { key })).status, 200)
  const made = (await run('accounts create --name Maple --json')).json()
  assert.deepEqual([made.id, made.name, made.tier], [3, 'Maple', 'standard'])
})

test('verify distinguishes clean books from altered ones', async () => {
  const clean = await run('verify')
  assert.equal(clean.code, 0, clean.out)
  assert.match(clean.out, /^Account 1, test\n.*The books are in order\.\n$/s)
  await w.sql('update environment_counters set event_sequence = 5 where environment_id = 4')
  const spoilt = await run('verify')
  assertRefused(spoilt, /^The books differ in 1 of \d+ checks \(events\)/)
  assert.match(
    spoilt.out,
    /Account 2, live\n.*✗ events .*\n\s+the counter is 5, but the last event is 0/s,
  )
  const report = (await run('verify --json')).json()
  assert.equal(report.clean, false)
  await w.sql('update environment_counters set event_sequence = 0 where environment_id = 4')
})

test('verify prints chain heads, and reports one that is no longer in the chain', async () => {
  const [, head = ''] = /^ {2}Account 1, test: (\S+)$/m.exec((await run('verify')).out) ?? []
  assert.match(head, /^1:\d+:[0-9a-f]{64}:[0-9a-f]{8}:[0-9a-f]{64}$/)
  const kept = await run(`verify --head ${head}`)
  assert.equal(kept.code, 0, kept.out)
  assertRefused(
    await run(`verify --head ${head.replace(/^1:/, '2:')}`),
    /is not a head printed by "verify" of/,
  )
  assertRefused(await run('verify --head 1:2:3'), /is not a head printed by "verify" of/)
  // A key of another installation, or a key that is no longer here.
  const other = head.replace(/^1:(\d+):.{64}:.{8}/, `1:$1:${'0'.repeat(64)}:00000000`)
  const rewritten = await run(`verify --head ${other}`)
  assertRefused(rewritten, /^The books differ in 1 of \d+ checks \(chain\)/)
  assert.match(
    rewritten.out,
    /the given head, link \d+, is not in this chain: the chain was rewritten/,
  )
  const gone = head.replace(/^1:(.*):.{8}:/, '99:$1:00000000:')
  assertRefused(await run(`verify --head ${gone}`), /is of environment 99, which does not exist/)
})

test('doctor reports no problem, or says what to do', async (t) => {
  const well = await run('doctor --json')
  assert.equal(well.code, 0, well.out)
  const { findings } = well.json()
  const names = new Set(findings.map((finding: { name: string }) => finding.name))
  const machine = ['settings', 'fonts', 'port', 'database', 'schema', 'backfills', 'secret']
  assert.deepEqual([...names], [...machine, 'clock', 'processes', 'webhooks', 'seller'])
  // An incomplete seller is reported with a remedy, and is not a failure.
  const seller = findings.find(({ name }: { name: string }) => name === 'seller')
  assert.deepEqual(
    [seller.ok, seller.text],
    [true, 'live invoices of acct_1 (Default) are missing required details'],
  )
  assert.match(seller.remedy, /no name: .*no address\. .*address to reply to\. .*Set SMTP_URL/)

  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await until('the port', () => taken.address())
  const PORT = String((taken.address() as { port: number }).port)
  const pem = join(tmpdir(), `reckoner-${process.pid}.pem`)
  writeFileSync(pem, 'not a certificate')
  t.after(() => rmSync(pem))
  const away = 'postgresql://u:p@127.0.0.1:1/x'
  for (const [env, line, remedy] of [
    [{ PORT }, /✗ port .*in use by another program/, /→ Stop that program, or set PORT/],
    [
      { SECRET_KEY: 'x'.repeat(40) },
      /✗ secret .*does not match/,
      /→ Restore the previous SECRET_KEY/,
    ],
    [{ TLS_CERT_FILE: pem, TLS_KEY_FILE: pem }, /✗ TLS .*cannot be read/, /→ Set them to a PEM/],
    [{ DATABASE_URL: away }, /✗ database .*cannot be used/, /→ .*Check that PostgreSQL runs there/],
    [{ PORT: 'x', TIME_ZONE: 'Mars' }, /✗ settings .*PORT is "x".*✗ settings .*Mars/s, /→ Correct/],
    [{ SECRET_KEY: '', DATA_DIR: '/proc/no' }, /✗ disk .*0 GB free/, /→ Free up disk space/],
  ] as [Record<string, string>, RegExp, RegExp][]) {
    const ran = await run('doctor', env)
    assertRefused(ran, /red \(/)
    assert.match(ran.out, line)
    assert.match(ran.out, remedy)
  }
})

test('doctor warns about a proxy that is not configured, without failing', async () => {
  const PUBLIC_URL = 'https://billing.example.com'
  const ran = await run('doctor', { PUBLIC_URL })
  assert.equal(ran.code, 0, ran.out)
  assert.match(ran.out, /! proxy .*TRUST_PROXY is not set.*\n\s+→ Set TRUST_PROXY to the addresses/)
  const { ok, findings } = (await run('doctor --json', { PUBLIC_URL })).json()
  const [{ warning }] = findings.filter(({ name }: { name: string }) => name === 'proxy')
  assert.deepEqual([ok, warning], [true, true])
  const { out } = await run('doctor', { PUBLIC_URL, TRUST_PROXY: 'false' })
  assert.match(out, /! settings .*nothing serves HTTPS\n\s+→ Set TLS_CERT_FILE/)
  for (const TRUST_PROXY of ['false', '10.0.0.1']) {
    assert.doesNotMatch((await run('doctor', { PUBLIC_URL, TRUST_PROXY })).out, /! proxy/)
  }
})

test('the start warns about a proxy that is not configured, too', async () => {
  const { output } = await w.secondProcess({ PUBLIC_URL: 'https://billing.example.com' })
  await until('the warning', () => /TRUST_PROXY is not set.*Set TRUST_PROXY to/.test(output()))
})

test('impossible requests are refused in one sentence', async () => {
  for (const [line, said, env = {}] of [
    ['verfy', /Unknown command 'verfy' \(Did you mean verify\?\)/],
    ['keys create', /'--mode <mode>' not specified/],
    ['keys create --mode prod', /--mode "prod" is not valid.*test, live/],
    ['keys create --mode test --scopes invoices:wrte', /Did you mean invoices:write\?/],
    ['keys create --mode test --scopes money', /Scopes are \*, account:read/],
    ['keys create --mode test --expires 2026-02-30', /2026-02-30.*such as 2027-01-31/],
    ['keys create --mode test --expires 2020-01-01', /Use a date in the future/],
    [
      'keys create --mode test --account 99',
      /There is no account 99\. "npm run -s reckoner -- accounts list"/,
    ],
    ['keys roll svc_test_0123456789abcdef --overlap soon', /such as 30m, 24h or 7d/],
    ['keys revoke svc_test_0123456789abcdef', /There is no key svc_test_0123456789abcdef/],
    ['keys revoke svc_test_0123456789abcdef_hush', /^That is not the ID of a key\. An ID is svc_/],
    ['accounts set-tier gold', /Tier "gold" is not valid/],
    ['accounts set-tier pro --limit 5', /Leave out --limit, or choose enterprise/],
    ['accounts set-tier enterprise --limit 0', /whole number of at least 1/],
    ['accounts list --jsn', /Unknown option '--jsn' \(Did you mean --json\?\)/],
    [
      'keys list',
      /ECONNREFUSED\)\. Check that PostgreSQL runs/,
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
    ],
    [
      'keys list',
      /does not exist/,
      { DATABASE_URL: settings.DATABASE_URL.replace(/test_\w+/, 'nowhere') },
    ],
    ['verify', /ENOTFOUND|EAI_AGAIN/, { DATABASE_URL: 'postgres://a:b@nowhere.invalid/x' }],
    ['keys create --mode test', /SECRET_KEY does not match/, { SECRET_KEY: 'y'.repeat(40) }],
    ['keys list', /^PORT is "many"\. It must be a whole number/, { PORT: 'many' }],
  ] as [string, RegExp, Record<string, string>?][]) {
    const ran = await run(line, env)
    assertRefused(ran, said)
    assert.equal(ran.out, '', line)
  }
})

/** Commands that run until they are stopped or need more setup; other tests cover them. */
const APART =
  /^(serve|work|listen|mcp|simulate|backup|restore|export|upgrade-database|secret-key (rotate|drop))$/

test('every command has help, takes --json, and its example works', async () => {
  const { id } = (await run('keys create --mode test --json')).json()
  await enrol(await owner(w, 1, 'ada@example.com'))
  const examples: string[] = []
  for (const path of commandPaths()) {
    const { out, code } = await run(`${path} --help`)
    assert.equal(code, 0)
    assert.equal(out.trim(), helpOf(path), 'the guide is made from what --help says')
    assert.match(out, /--json /, path)
    const example = /^Example:\n {2}\$ (reckoner .*)$/m.exec(out)?.[1]
    assert.ok(example, `${path} has an example`)
    if (APART.test(path)) continue
    const line = example
      .replace(/svc_test_\w+/, id)
      .replace('openapi.json', '/dev/null')
      // The smallest possible demo.
      .replace('--customers 12 --months 2', '--customers 1 --months 1')
    examples.push(line)
  }
  const ran = await allInOne(examples, { ...settings, PORT: new URL(w.url).port })
  assert.equal(ran.code, 0, ran.err)
  assert.equal(guideIsFresh(), '')
})
