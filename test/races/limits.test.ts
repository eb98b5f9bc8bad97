// Three processes on one database enforce one rate limit and count password attempts together: whichever process is
// asked, they admit as many as one alone would, also when one starts, is killed, or pauses.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/features/accounts/create.ts'
import { createKey } from '../../src/features/api-keys/generate.ts'
import { browser, owner } from '../browser-like.ts'
import type { Answer, Api } from '../client.ts'
import { PRODUCTS } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const QUOTA = 100
const settings = {
  RATE_LIMIT_TIER: 'standard',
  // An SMTP server to configure; no email is sent here.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'billing@example.com',
}
const w = await world({ after }, { settings })
const first = w.api
const early = await newTenant()
await asks([first], 40, early)
const second = await w.secondProcess()
const third = await w.secondProcess()
const all = [first, second.api, third.api]

interface Tenant {
  environment_id: number
  key: string
}

async function newTenant(): Promise<Tenant> {
  const defaults = {
    tier: 'standard',
    default_currency: 'usd',
    payment_terms_days: 30,
    time_zone: 'UTC',
  } as const
  const { environments } = await createAccount(w.pool, 'Tenant', defaults, Date.now())
  const environment_id = environments.test
  const spec = {
    name: 'test',
    mode: 'test',
    scopes: ['*'],
    expires_at: null,
    environment_id,
  } as const
  const wanted = { ...spec, scopes: [...spec.scopes] }
  const { text: key } = await createKey(w.pool, w.secretKey, wanted, Date.now())
  return { environment_id, key }
}

/** Sends concurrent requests, by turns to each process. */
function asks(apis: Api[], count: number, { key }: Tenant): Promise<Answer[]> {
  const each = (index: number) => (apis[index % apis.length] as Api).get(PRODUCTS, { key })
  return Promise.all(Array.from({ length: count }, (_, index) => each(index)))
}

/** Sends to one process until it holds unused slots; returns the responses. */
async function holding(api: Api, tenant: Tenant): Promise<Answer[]> {
  const answers = await asks([api], 12, tenant)
  await until(
    'slots that are not used',
    async () => {
      const [row] = await w.sql<{ spare: number }>(
        `select sum((c.value->>0)::int - (c.value->>1)::int)::int as spare
       from rate_windows, json_each(claims) c where rate_windows.key = $1`,
        [`requests ${tenant.environment_id}`],
      )
      if ((row?.spare ?? 0) > 0) return true
      // Effects that happen only sometimes are not relied on.
      if (answers.length < 40) answers.push(...(await asks([api], 2, tenant)))
      return false
    },
    5_000,
  )
  return answers
}

const granted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

test('requests that a single process granted count when others start', async () => {
  assert.equal(granted(await asks([second.api], 200, early)), QUOTA - 40)
})

test('of 300 requests spread evenly exactly 100 are admitted', async () => {
  const answers = await asks(all, 300, await newTenant())
  assert.equal(granted(answers), QUOTA)
  for (const { status, headers } of answers) {
    assert.equal(headers['ratelimit-policy'], '"standard";q=100;w=60')
    if (status === 200) continue
    assert.equal(status, 429)
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds} s`)
  }
})

test('of 200 requests to one process exactly 100 are admitted, and none by the others', async () => {
  const tenant = await newTenant()
  assert.equal(granted(await asks([second.api], 200, tenant)), QUOTA)
  assert.equal(granted(await asks([first, third.api], 20, tenant)), 0)
})

test('in bursts of all sizes exactly 100 are admitted, and each response says how many are left', async () => {
  const tenant = await newTenant()
  const waves: [Api, number][] = [
    [first, 7],
    [third.api, 1],
    [second.api, 30],
    [first, 3],
    [third.api, 26],
    [second.api, 2],
    [first, 1],
    [second.api, 60],
    [third.api, 10],
  ]
  const answers: Answer[] = []
  for (const [api, count] of waves) {
    answers.push(...(await asks([api], count, tenant)))
    const last = await api.get('/v1/limits', { key: tenant.key })
    answers.push(last)
    if (last.status === 200) assert.equal(last.body.requests.used, granted(answers))
  }
  assert.equal(granted(answers), QUOTA)
})

test('with the table emptied meanwhile exactly 100 are admitted', async () => {
  const tenant = await newTenant()
  const before = await asks(all, 45, tenant)
  await w.sql('truncate rate_windows')
  const answers = await asks(all, 120, tenant)
  assert.equal(granted([...before, ...answers]), QUOTA)
})

test('with one process paused while it holds slots exactly 100 are admitted', async () => {
  const tenant = await newTenant()
  const before = await holding(third.api, tenant)
  third.kill('SIGSTOP')
  const meanwhile = await asks([first, second.api], 120, tenant)
  third.kill('SIGCONT')
  const answers = await asks(all, 60, tenant)
  assert.equal(granted([...before, ...meanwhile, ...answers]), QUOTA)
})

test('attempts at one password are counted together over all processes', async () => {
  const { email } = await owner(w)
  const sign = (api: Api, password: string) =>
    browser({ url: api.url, api }).send('POST', '/session/v1/sessions', {
      body: { email, password },
    })
  const wrong = await Promise.all(
    Array.from({ length: 24 }, (_, index) => sign(all[index % 3] as Api, `guess ${index}`)),
  )
  const statuses = wrong.map(({ status }) => status)
  // A single process admits as many.
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 14)
})

test('password resets have the same limit as with one process', async () => {
  const ask = (api: Api) =>
    browser({ url: api.url, api }).send('POST', '/session/v1/password_resets', {
      body: { email: 'somebody@example.com' },
    })
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ask(all[index % 3] as Api)),
  )
  const statuses = responses.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 429).length, 7)
})

test('slots of a killed process become free once its requests have left the window', async () => {
  const tenant = await newTenant()
  const before = granted(await holding(third.api, tenant))
  const window = `requests ${tenant.environment_id}`
  const [row] = await w.sql<{ killed: string }>(
    'select json_object_keys(claims) as killed from rate_windows where key = $1',
    [window],
  )
  const killed = row?.killed
  third.kill('SIGKILL')
  await third.ended
  const answers = await asks([first, second.api], 200, tenant)
  // It can have admitted more than it reported: up to the slots that it held, at most a tenth of the quota.
  assert.ok(granted(answers) <= QUOTA - before, `${granted(answers)} and ${before}`)
  assert.ok(granted(answers) >= QUOTA - before - QUOTA / 10, `${granted(answers)} and ${before}`)
  // Mimics the end of the minute for which admitted requests are remembered.
  await w.sql(
    `update rate_windows set claims = (
       select json_object_agg(key, case when key = $2 then json_build_array(0, 0, null, 0) else value end)
       from json_each(claims))
     where key = $1`,
    [window, killed],
  )
  const more = await until('the rest', async () => {
    answers.push(...(await asks([first, second.api], 4, tenant)))
    return granted(answers) === QUOTA && answers
  })
  assert.equal(granted(more), QUOTA)
  assert.equal(granted(await asks([first, second.api], 10, tenant)), 0)
})
