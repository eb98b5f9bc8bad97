// Settings: defaults, types, precedence, error messages, and the secret key.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Config, ConfigError, loadConfig, localUrl, settingsTable } from './config.ts'
import { loadKeyRing } from './secret.ts'
import { settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'reckoner-config-'))
after(() => rmSync(folder, { recursive: true }))

const checkout = join(import.meta.dirname, '../..')
const asRoot = process.getuid?.() === 0

const load = (env: Record<string, string> = {}): Config => loadConfig(env, folder)

function problems(env: Record<string, string>): string[] {
  try {
    load(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('without any settings the defaults apply', () => {
  assert.deepEqual(load({ HOME: '/home/ada' }), {
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    mailFrom: 'billing@mail-from-not-set.invalid',
    connectionsPerAddress: 512,
    stripeUrl: 'https://api.stripe.com',
    webhookAllowPrivate: false,
    dataDir: asRoot ? '/var/lib/reckoner' : '/home/ada/.local/share/reckoner',
    databasePoolSize: 10,
    readLagMs: 5_000,
    rateLimitTier: 'standard',
    defaultCurrency: 'cad',
    paymentTermsDays: 30,
    timeZone: 'UTC',
    requestLog: 'full',
    requestLogDaily: 20_000,
    requestLogUnlogged: false,
    logLevel: 'info',
    shutdownDelaySeconds: 0,
    shutdownTimeoutSeconds: 10,
  })
})

test('the environment overrides .env, and an empty value counts as missing', () => {
  const file = join(folder, '.env')
  writeFileSync(file, '# ours\nPORT=4000\nHOST=0.0.0.0\nTIME_ZONE="America/Toronto"\nLOG_LEVEL=\n')
  const config = load({ PORT: '5000', HOST: '' })
  rmSync(file)
  assert.equal(config.port, 5000)
  assert.equal(config.host, '0.0.0.0')
  assert.equal(config.timeZone, 'America/Toronto')
  assert.equal(config.logLevel, 'info')
})

test('values are converted to their types', () => {
  const config = load({
    DEFAULT_CURRENCY: 'EUR',
    PUBLIC_URL: 'https://billing.example.com/',
    TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,::1',
    DATABASE_URL: 'postgresql:///books?host=/run/postgresql',
  })
  assert.equal(config.defaultCurrency, 'eur')
  assert.equal(config.publicUrl, 'https://billing.example.com')
  assert.deepEqual(config.trustProxy, ['10.0.0.1', '192.168.0.0/16', '::1'])
  assert.equal(config.databaseUrl, 'postgresql:///books?host=/run/postgresql')
  assert.equal(load({ TRUST_PROXY: 'true' }).trustProxy, true)
  assert.equal(load({ TRUST_PROXY: 'false' }).trustProxy, false)
})

const wrong: [name: string, ...values: string[]][] = [
  ['PORT', 'http', '-1', '65536', '80.5', '1e3'],
  ['HOST', 'my host', 'http://localhost'],
  ['PUBLIC_URL', 'billing.example.com', 'ftp://a.example', 'https://a.example/v1', 'https://u@a.b'],
  ['TRUST_PROXY', 'yes', '2', '10.0.0.0/33', '10.0.0.0/8/8', '101', 'proxy.local'],
  ['DATA_DIR', 'data', '~/reckoner'],
  ['DATABASE_POOL_SIZE', '1', '81'],
  ['RATE_LIMIT_TIER', 'gold', 'Standard'],
  ['DEFAULT_CURRENCY', 'dollar', 'c$d'],
  ['PAYMENT_TERMS_DAYS', '-1', '366'],
  ['TIME_ZONE', 'Mars/Olympus', '+02:00'],
  ['MAIL_FROM', 'billing', 'Billing <a@b.example>', 'a@b.example,c@d.example', 'a b@c.example'],
  ['LOG_LEVEL', 'verbose'],
  ['SHUTDOWN_TIMEOUT_SECONDS', '0', '301'],
]
for (const [name, ...values] of wrong) {
  test(`${name}: the error quotes a bad value and says what is allowed`, () => {
    const { right } = settings[name as keyof typeof settings]
    for (const value of values) {
      assert.deepEqual(problems({ [name]: value }), [`${name} is "${value}". It must be ${right}.`])
    }
  })
}

test('a bad secret is never quoted', () => {
  const found = problems({
    SECRET_KEY: 'too-short-to-keep',
    METRICS_TOKEN: 'guessable',
    DATABASE_URL: 'mysql://ada:lovelace@host/books',
    SMTP_URL: 'http://ada:lovelace@host',
    MAIL_FROM: 'billing@example.com',
  })
  assert.equal(found.length, 4)
  assert.doesNotMatch(found.join(), /too-short-to-keep|guessable|lovelace/)
})

test('all errors are reported at once', () => {
  const found = problems({ PORT: 'x', TIME_ZONE: 'x', TLS_CERT_FILE: '/none.pem' })
  assert.deepEqual(
    found.map((problem) => problem.split(' ')[0]),
    ['PORT', 'TIME_ZONE', 'TLS_CERT_FILE', 'TLS_CERT_FILE'],
  )
  assert.match(found[2] ?? '', /TLS_KEY_FILE is not\. Set both, or neither\.$/)
  assert.match(found[3] ?? '', /"\/none\.pem", which cannot be read/)
})

test('email needs a configured sender address', () => {
  const SMTP_URL = 'smtp://localhost:25'
  assert.match(problems({ SMTP_URL }).join(), /^SMTP_URL is set, but MAIL_FROM is not/)
  assert.deepEqual(problems({ SMTP_URL, MAIL_FROM: 'billing@example.com' }), [])
  const { mailFrom } = load({ PUBLIC_URL: 'https://bills.example.com' })
  assert.equal(mailFrom, 'billing@bills.example.com')
})

test("an unknown currency is refused by the caller's table", () => {
  const isCurrency = (code: string) => code === 'cad'
  assert.equal(loadConfig({}, folder, { isCurrency }).defaultCurrency, 'cad')
  assert.throws(() => loadConfig({ DEFAULT_CURRENCY: 'abc' }, folder, { isCurrency }), {
    message: /^DEFAULT_CURRENCY is "abc", which is not an ISO 4217 currency/,
  })
})

test('the data folder cannot be in the checkout, even through a link', () => {
  const link = join(folder, 'link')
  symlinkSync(checkout, link)
  for (const path of [checkout, join(checkout, 'data/deep'), join(link, 'data')]) {
    assert.match(problems({ DATA_DIR: path }).join(), /is inside the program's folder/)
  }
  assert.deepEqual(problems({ DATA_DIR: `${checkout}-data` }), [])
})

test('the local URL can be opened', () => {
  assert.equal(localUrl({ host: '0.0.0.0', tlsCertFile: undefined }, 80), 'http://localhost:80')
  assert.equal(localUrl({ host: '::1', tlsCertFile: '/c.pem' }, 8443), 'https://[::1]:8443')
})

test('the table for the guide has a row for every setting', () => {
  const rows = settingsTable().trim().split('\n').slice(2)
  assert.deepEqual(
    rows.map((row) => row.split('`')[1]),
    Object.keys(settings),
  )
})

test('the secret key is the configured one, or is created once with private permissions', () => {
  const secretKey = 'x'.repeat(32)
  assert.equal(loadKeyRing({ secretKey, dataDir: '/nowhere' }).first.toString(), secretKey)
  const dataDir = join(folder, 'made')
  const made = loadKeyRing({ dataDir })
  assert.equal(made.first.length, 43) // 32 bytes in base64url
  assert.deepEqual(loadKeyRing({ dataDir }), made)
  assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
})

test('processes that create the secret key at the same moment get the same one', async () => {
  const dataDir = join(folder, 'raced')
  const script = `
    import { loadKeyRing } from ${JSON.stringify(join(import.meta.dirname, 'secret.ts'))}
    process.stdout.write(loadKeyRing({ dataDir: process.argv[1] }).first)`
  const keys = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir])
      let text = ''
      child.stdout.on('data', (chunk) => {
        text += chunk
      })
      await once(child, 'close')
      return text
    }),
  )
  assert.equal(new Set(keys).size, 1)
  assert.equal(keys[0]?.length, 43)
})

if (!asRoot) {
  test('an unreadable settings file is reported', () => {
    const file = join(folder, '.env')
    writeFileSync(file, 'PORT=1\n')
    chmodSync(file, 0)
    assert.match(problems({}).join(), /\.env cannot be read \(EACCES\)/)
    rmSync(file)
  })
}
