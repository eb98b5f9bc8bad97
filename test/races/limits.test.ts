// Three processes on one database keep to one rate limit, and count guesses together: whoever is asked, as many are let
// in as one process alone would let in, also when one of them comes, is killed, or is stopped for a while.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/features/accounts/actions.ts'
import { createKey } from '../../src/features/api-keys/actions.ts'
import { browser, owner } from '../browser-like.ts'
import type { Answer, Api } from '../client.ts'
import { PRODUCTS } from '../fixtures.ts'
import { until, world } from '../harness.ts'

const QUOTA = 100
const settings = {
  RATE_LIMIT_TIER: 'standard',
  // Somewhere that emails would leave by; none is sent here.
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

/** An environment that nobody has used yet. */
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

/** So many at once, by turns to each. */
function asks(apis: Api[], count: number, { key }: Tenant): Promise<Answer[]> {
  const each = (index: number) => (apis[index % apis.length] as Api).get(PRODUCTS, { key })
  return Promise.all(Array.from({ length: count }, (_, index) => each(index)))
}

/** Asks one process until it holds slots that it has not used, and answers what it let in. */
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
      // What comes once in a while is not counted upon.
      if (answers.length < 40) answers.push(...(await asks([api], 2, tenant)))
      return false
    },
    5_000,
  )
  return answers
}

const granted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

test('what one granted while it was alone counts when others come', async () => {
  assert.equal(granted(await asks([second.api], 200, early)), QUOTA - 40)
})

test('300 requests spread evenly: exactly 100 are let in', async () => {
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

test('200 requests to one of them: exactly 100 are let in, and none by the others', async () => {
  const tenant = await newTenant()
  assert.equal(granted(await asks([second.api], 200, tenant)), QUOTA)
  assert.equal(granted(await asks([first, third.api], 20, tenant)), 0)
})

test('in waves of all sizes to this one and that: exactly 100 are let in, and each says how many are left', async () => {
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

test('the table is emptied under way: exactly 100 are let in', async () => {
  const tenant = await newTenant()
  const before = await asks(all, 45, tenant)
  await w.sql('truncate rate_windows')
  const answers = await asks(all, 120, tenant)
  assert.equal(granted([...before, ...answers]), QUOTA)
})

test('one is stopped while it holds slots, and goes on: exactly 100 are let in', async () => {
  const tenant = await newTenant()
  const before = await holding(third.api, tenant)
  third.kill('SIGSTOP')
  const meanwhile = await asks([first, second.api], 120, tenant)
  third.kill('SIGCONT')
  const answers = await asks(all, 60, tenant)
  assert.equal(granted([...before, ...meanwhile, ...answers]), QUOTA)
})

test('guesses at one password are counted together, whichever process is asked', async () => {
  const { email } = await owner(w)
  const sign = (api: Api, password: string) =>
    browser({ url: api.url, api }).send('POST', '/session/v1/sessions', {
      body: { email, password },
    })
  const wrong = await Promise.all(
    Array.from({ length: 24 }, (_, index) => sign(all[index % 3] as Api, `guess ${index}`)),
  )
  const statuses = wrong.map(({ status }) => status)
  // One process alone admits as many.
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 14)
})

test('new passwords are asked for as often as of one process alone', async () => {
  const ask = (api: Api) =>
    browser({ url: api.url, api }).send('POST', '/session/v1/password_resets', {
      body: { email: 'somebody@example.com' },
    })
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ask(all[index % 3] as Api)),
  )
  const statuses = asked.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 429).length, 7)
})

test('one is killed: what it held comes back when its requests have left the window', async () => {
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
  // It may have let more in than it has said: as many as it held, a tenth of the quota at most.
  assert.ok(granted(answers) <= QUOTA - before, `${granted(answers)} and ${before}`)
  assert.ok(granted(answers) >= QUOTA - before - QUOTA / 10, `${granted(answers)} and ${before}`)
  // As if the minute had passed in which what it let in is remembered.
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
