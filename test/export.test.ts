// Exports: every object of an account as the API shows it, in one snapshot; a truncated file is detected.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { KINDS } from '../src/app/exported.ts'
import { ROUTES } from '../src/app/routes.ts'
import { reckoner, reckonerHere } from './cli.ts'
import { startClients } from './crash/clients.ts'
import {
  allEvents,
  get,
  grantCredit,
  type Made,
  makeCustomer,
  makeFinalized,
  makePayment,
  makeProduct,
} from './fixtures.ts'
import { until, world } from './harness.ts'

const w = await world({ after })
const settings = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PUBLIC_URL: w.url,
}
const folder = mkdtempSync(join(tmpdir(), 'reckoner-export-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Lists outside the books: access, requests, and views of objects that other lists have. */
const LEFT_OUT =
  /^\/(api_keys|members|sessions|users|audit_log|simulated_gateway|reconciliation|requests|search|summary|limits|links)\b|\/(timeline|receivables_aging)$/

function linesOf(path: string): Made[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  assert.ok(text.endsWith('\n'))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** A complete list, oldest first. */
async function whole(path: string, key: string): Promise<Made[]> {
  const all: Made[] = []
  for (;;) {
    const after = all.length > 0 ? `&starting_after=${idOf(all.at(-1))}` : ''
    const page = await get(w.api, `${path}?limit=3${after}`, { key })
    all.push(...page.data)
    if (!page.has_more) return all.reverse()
  }
}

const idOf = ({ id }: Made) => (typeof id === 'number' ? `cus_${id}` : id)

async function furnish(key: string): Promise<void> {
  const ask = { key }
  for (let n = 1; n <= 4; n++) await makeProduct(w.api, { name: `Plan\n${n}` }, ask)
  for (let n = 1; n <= 3; n++) {
    const { id } = await makeCustomer(w.api, { name: `Customer ${n}`, email: 'a@b.example' }, ask)
    const invoice = await makeFinalized(w.api, { customer_id: id }, ask)
    await makePayment(w.api, invoice, { amount: 100 }, ask)
  }
  const { id } = await makeCustomer(w.api, { name: 'Nobody' }, ask)
  await w.api.delete(`/v1/customers/${id}`, ask)
  const body = { url: 'https://hooks.invalid/in' }
  const endpoint = await w.api.post('/v1/webhook_endpoints', { body, ...ask })
  await w.api.post(`/v1/webhook_endpoints/${endpoint.body.id}/test`, ask)
  await w.api.post(`/v1/webhook_endpoints/${endpoint.body.id}/pause`, ask)
  await until('its deliveries to stand still', async () => {
    const rows = await w.sql('select from webhook_deliveries where lease_token is not null')
    return rows.length === 0
  })
}

test('each object of each list is exported once, as the list shows it, and nothing else is', async () => {
  await furnish(w.keys.test)
  await furnish(w.keys.live)
  await grantCredit(w.api, 1001, '12.5', 'cad')
  await makeCustomer(w.api, { name: 'Of somebody else' }, { key: w.keys.otherTest })
  const path = join(folder, 'all.jsonl.gz')
  const ran = await reckoner(['export', path, '--json'], settings)
  assert.equal(ran.code, 0, ran.err)
  assert.match(ran.err, /^Wrote products of live: 4$/m)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['all.jsonl.gz'], 'no draft is left')

  const lines = linesOf(path)
  const { created_at, counts } = ran.json()
  const version = JSON.parse(readFileSync('package.json', 'utf8')).version
  assert.deepEqual(lines.shift(), {
    object: 'export',
    format: 1,
    version,
    account: { id: 1, name: 'Default' },
    created_at,
  })
  assert.deepEqual(lines.pop(), { object: 'export_end', counts })
  const expected: Made[] = []
  for (const mode of ['live', 'test'] as const) {
    const key = w.keys[mode]
    expected.push({ object: 'environment', mode }, await get(w.api, '/v1/account', { key }))
    const customers = await whole('/v1/customers', key)
    const migrations = await whole('/v1/price_migrations', key)
    for (const kind of KINDS) {
      const { name: table, list = `/${table}` } = kind
      const paths = list.includes(':customer_id')
        ? customers.map(({ id }) => `/v1${list.replace(':customer_id', `cus_${id}`)}`)
        : list.includes(':id')
          ? migrations.map(({ id }) => `/v1${list.replace(':id', id)}`)
          : [`/v1${list}`]
      const before = expected.length
      for (const each of paths) {
        const shown = await whole(each, key)
        // Invoices have no `object` property in the API; a file with many kinds needs one.
        expected.push(
          ...(table === 'invoices' ? shown.map((one) => ({ object: 'invoice', ...one })) : shown),
        )
      }
      assert.equal(counts[mode][table], expected.length - before, `${table} of ${mode}`)
    }
    expected.push(...(await allEvents(w.api, { key })))
  }
  assert.deepEqual(lines, expected)
})

test('a new list is exported, or declared not to be', () => {
  const lists = ROUTES.filter(
    ({ method, query }) => method === 'GET' && query && 'limit' in (query as Made).properties,
  )
    .map(({ path }) => path)
    .filter((path) => !LEFT_OUT.test(path))
  assert.deepEqual(
    new Set(lists),
    new Set([...KINDS.map(({ name, list = `/${name}` }) => list), '/events']),
  )
})

test('an export to standard output has one account and one environment', async () => {
  const args = ['export', '-', '--account', '2', '--mode', 'test']
  const ran = await reckoner(args, settings)
  assert.equal(ran.code, 0, ran.err)
  assert.match(ran.err, /\nExported 3 objects to standard output, as of 2\S+Z\.\n$/)
  const lines = ran.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ object }) => object),
    ['export', 'environment', 'account', 'customer', 'event', 'export_end'],
  )
  assert.equal(lines[3].name, 'Of somebody else')
})

test('an export contains no secret', async () => {
  const path = join(folder, 'plain.jsonl')
  assert.equal((await reckoner(['export', path], settings)).code, 0)
  const text = readFileSync(path, 'utf8')
  const secrets = [...Object.values(w.keys), settings.SECRET_KEY, 'whsec_', 'secret_hash']
  for (const secret of secrets) assert.ok(!text.includes(secret), secret)
})

test('an export taken while clients write is one snapshot', async (t) => {
  const clients = startClients(4, () => w.api)
  t.after(() => clients.stop())
  await until('the clients to have done something', () => clients.deeds.length > 60)
  const path = join(folder, 'busy.jsonl')
  const ran = await reckonerHere(['export', path, '--mode', 'test', '--json'], settings)
  await clients.stop()
  assert.equal(ran.code, 0, ran.err)
  const lines = linesOf(path)
  const { counts } = ran.json()
  const of = (object: string) => lines.filter((line) => line.object === object)
  const countOf = (type: string) => of('event').filter((event) => event.type === type).length
  assert.equal(of('event').at(-1).sequence, counts.test.events)
  assert.equal(countOf('invoice.created'), counts.test.invoices)
  assert.equal(countOf('payment.created'), counts.test.payments)
  assert.equal(countOf('customer.created') - countOf('customer.deleted'), counts.test.customers)
})

test('an impossible export is refused in one sentence, and leaves no file', async () => {
  const files = readdirSync(folder)
  const refused = async (args: string[], said: RegExp) => {
    const ran = await reckonerHere(['export', ...args], settings)
    assert.equal(ran.code, 1, ran.out)
    assert.match(ran.err, said)
  }
  await refused([join(folder, 'plain.jsonl')], /^\S+ already exists/)
  await refused([join(folder, 'no/where')], /^The folder .* does not exist/)
  await refused([join(folder, 'other'), '--account', '9'], /^There is no account 9/)
  await refused(['-', '--json'], /Leave it out/)
  assert.deepEqual(readdirSync(folder), files)
})
