// A demo killed while it is created or dropped is reported, and dropped completely later. The gate tries one of the
// two.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verify } from '../../src/app/verify.ts'
import { type Ran, reckoner, reckonerHere } from '../cli.ts'
import { connectApi } from '../client.ts'
import { everyoneElse, orphans } from '../demo-rows.ts'
import { world } from '../harness.ts'
import { partOf } from './deaths.ts'

const w = await world({ after })
const settings = {
  DATABASE_URL: w.config.databaseUrl ?? '',
  SECRET_KEY: w.secretKey.toString(),
  DATA_DIR: '/nonexistent',
  PORT: '0',
}
const run = (line: string): Promise<Ran> => reckonerHere(line.split(' '), settings)

const DEATHS: [title: string, dies: () => Promise<void>][] = [
  [
    'a drop that is killed half-way is closed to everyone, and ends when asked for again',
    dieDropping,
  ],
  ['a demo whose making was killed is reported, and dropped', dieMaking],
]
for (const [title, die] of partOf(DEATHS, 2)) test(title, die)

async function dieDropping(): Promise<void> {
  const before = await everyoneElse(w)
  const made = await run('demo --customers 3 --months 1 --seed 2 --json')
  assert.equal(made.code, 0, made.err)
  const { account_id } = made.json()
  const key = (await run(`keys create --mode test --account ${account_id} --json`)).json().key
  const api = connectApi(w.url, key)
  after(() => api.close())

  const killed = await reckoner(['demo', '--drop'], {
    ...settings,
    RECKONER_FAULT: 'demo.erased:9',
  })
  assert.equal(killed.code, null, killed.err)
  assert.match((await run('demo')).out, /which is being deleted\.\n/)
  const refused = await api.post('/v1/products', { body: { name: 'Late' } })
  assert.ok([401, 409].includes(refused.status), refused.text)
  const { checks } = await verify(w.pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )

  assert.equal((await run('demo --drop')).code, 0)
  assert.deepEqual(await everyoneElse(w), before)
  assert.equal(await orphans(w), 0)
}

async function dieMaking(): Promise<void> {
  const before = await everyoneElse(w)
  const killed = await reckoner(['demo', '--customers', '3', '--months', '1'], {
    ...settings,
    RECKONER_FAULT: 'write.committed:12',
  })
  assert.equal(killed.code, null, killed.err)
  assert.match((await run('demo')).out, /which is being created, or was not completed\.\n/)
  assert.equal((await run('demo --drop')).code, 0)
  assert.deepEqual(await everyoneElse(w), before)
  assert.equal(await orphans(w), 0)
}
