// The demo: plausible history in its own account, and a removal that touches no other account.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OWNED_TABLES, TENANT_TABLES_ERASED } from '../src/app/tables.ts'
import { planDemo } from '../src/demo/plan.ts'
import { createAccount } from '../src/features/accounts/create.ts'
import { dropDemo } from '../src/features/accounts/demo.ts'
import { owner } from './browser-like.ts'
import { type Ran, reckonerHere } from './cli.ts'
import { connectApi } from './client.ts'
import { everyoneElse, orphans } from './demo-rows.ts'
import { type Made, makeInvoice } from './fixtures.ts'
import { ENVIRONMENTS, until, world } from './harness.ts'

const w = await world({ after })
const settings = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PORT: '0',
}
const run = (line: string): Promise<Ran> => reckonerHere(line.split(' '), settings)

test('a demo is created, reported and deleted without a trace, and other accounts are unchanged', async () => {
  await makeInvoice(w.api)
  await until('the log', async () => (await w.sql('select from requests')).length === 2)
  const before = await everyoneElse(w)

  const made = await run('demo --customers 14 --months 3 --json')
  assert.equal(made.code, 0, made.err)
  assert.match(made.err, /\d{4}-\d\d: \d+ % done\./)
  const { account_id, name, customers, invoices, payments } = made.json()
  assert.equal(name, 'Demo: Tidewater Scheduling')
  assert.equal(customers, 14)
  assert.ok(invoices > 30 && payments > 10, made.out)
  assert.deepEqual(await everyoneElse(w), before)

  const again = await run('demo')
  assert.equal(again.code, 0)
  assert.match(
    again.out,
    new RegExp(`^A demo already exists: account ${account_id}, "Demo: .*", with 14 customers and`),
  )

  const key = await run(`keys create --mode test --account ${account_id} --json`)
  const api = connectApi(w.url, key.json().key)
  after(() => api.close())
  const counted = async (path: string) => (await api.get(path)).body.total_count
  for (const status of ['draft', 'posted', 'overdue', 'paid']) {
    assert.ok((await counted(`/v1/invoices?status=${status}`)) > 0, status)
  }
  for (const path of [
    '/v1/emails?kind=reminder',
    '/v1/emails?kind=receipt',
    '/v1/products',
    '/v1/coupons',
    '/v1/subscriptions?status=active',
    '/v1/subscriptions?status=trialing',
    '/v1/credit_notes?reason=goodwill&status=issued',
    '/v1/credit_notes?reason=order_change&status=issued',
    '/v1/credit_notes?status=void',
    '/v1/refunds?status=succeeded',
    '/v1/refunds?status=pending',
    '/v1/payment_methods?status=active',
    '/v1/payments?method=gateway&status=settled',
    '/v1/payments?method=gateway&status=failed',
    '/v1/invoices?collection=running',
    '/v1/disputes?status=needs_response',
    '/v1/subscriptions?status=past_due',
    '/v1/emails?kind=payment_failed',
  ]) {
    assert.ok((await counted(path)) > 0, path)
  }
  const refunds = (await api.get('/v1/refunds?limit=100')).body.data
  assert.ok(refunds.some(({ by_gateway }: Made) => by_gateway))
  const year = new Date().getUTCFullYear()
  const report = await api.get(`/v1/tax/report?from=${year - 1}-01-01&to=${year}-12-31`)
  for (const { currency, data, difference } of report.body.currencies) {
    const rates = data.map(({ rate }: Made) => rate)
    if (currency === 'cad') assert.ok(rates.includes('CA/GST/5'), rates.join())
    else assert.deepEqual(rates, ['CA/export'])
    assert.equal(difference, 0)
  }
  const { data } = (await api.get('/v1/invoices?limit=100')).body
  assert.ok(data.some(({ discount }: Made) => discount > 0))
  const { logo, reminder_days } = (await api.get('/v1/account')).body
  assert.deepEqual([logo.width, logo.height, reminder_days], [470, 138, [-3, 3, 14, 30]])
  // It began in the past and has caught up with the current time.
  const { now } = (await api.get('/v1/test_clock')).body
  assert.ok(Math.abs(Date.parse(now) - Date.now()) < 30_000, now)

  const dropped = await run('demo --drop')
  assert.equal(dropped.out, `Deleted account ${account_id}, "${name}", and everything in it.\n`)
  assert.deepEqual(await everyoneElse(w), before)
  assert.equal(await orphans(w), 0)
  assert.deepEqual(await w.sql('select id from accounts where demo is not null'), [])
  assert.equal((await api.get('/v1/account')).status, 401)
  assert.equal((await run('demo --drop')).out, 'There is no demo to delete.\n')
})

test('a demo is created through a running service, and every owner of the installation is a member of it', async () => {
  const first = await owner(w)
  const made = await run(`demo --customers 1 --months 1 --url ${w.url} --json`)
  assert.equal(made.code, 0, made.err)
  const rows = await w.sql<{ tier: string; demo: string }>(
    `select tier, demo from accounts where id = ${made.json().account_id}`,
  )
  assert.deepEqual(rows, [{ tier: 'pro', demo: 'ready' }])
  const second = await owner(w, ENVIRONMENTS.otherLive)
  for (const person of [first, second]) {
    const { accounts } = (await person.get('/session/v1/sessions/current')).body
    const [demo, ...others] = accounts.filter((each: Made) => each.name.startsWith('Demo: '))
    assert.deepEqual([demo.role, others], ['owner', []])
    assert.equal((await person.get(`/session/${demo.id}/test/v1/customers`)).body.total_count, 1)
  }
  assert.equal((await run('demo --drop')).code, 0)
  for (const person of [first, second]) {
    const { accounts } = (await person.get('/session/v1/sessions/current')).body
    assert.equal(accounts.length, 1)
  }
})

test('an account that is not a demo is never deleted, whatever its name', async () => {
  const defaults = {
    tier: 'standard' as const,
    default_currency: 'cad',
    payment_terms_days: 30,
    time_zone: 'UTC',
  }
  const { id } = await createAccount(w.pool, 'Demo: mine', defaults, Date.now())
  assert.equal((await run('demo --drop')).out, 'There is no demo to delete.\n')
  const parts = {
    pool: w.pool,
    tenantTables: TENANT_TABLES_ERASED,
    ownedTables: OWNED_TABLES,
    wallNow: Date.now,
  }
  assert.equal(await dropDemo(parts, id), false)
  assert.equal((await w.sql(`select id from environments where account_id = ${id}`)).length, 2)
})

test('the same seed creates the same demo, another seed another one', () => {
  const spec = { seed: 7, customers: 20, months: 12, until: Date.UTC(2026, 10, 21, 12) }
  const plan = planDemo(spec)
  assert.deepEqual(planDemo(spec), plan)
  assert.notDeepEqual(planDemo({ ...spec, seed: 8 }).days, plan.days)
  const times = plan.days.map(({ at }) => at)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
  assert.ok(plan.begins < (times[0] ?? 0) && (times.at(-1) ?? 0) <= spec.until)
})

test('options are validated', async () => {
  for (const [line, said] of [
    ['demo --customers 0', /Use a whole number from 1 to 2000\./],
    ['demo --months 37', /Use a whole number from 1 to 36\./],
    ['demo --seed x', /Use a whole number from 0 to 2147483647\./],
  ] as const) {
    const ran = await run(line)
    assert.equal(ran.code, 1)
    assert.match(ran.err, said)
  }
})
