// The first start of an installation, by several processes at once on one empty database: one of them creates it, and
// all of them serve.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { connectApi } from './client.ts'
import { openDatabase } from './database.ts'
import { startProcess } from './process.ts'

const { url, pool } = await openDatabase({ after }, { template: 'template0' })
const env = {
  DATABASE_URL: url,
  SECRET_KEY: 'a secret key for first starts, 32 characters',
  PORT: '0',
  DATA_DIR: '/nonexistent',
  RATE_LIMIT_TIER: 'enterprise',
  LOG_LEVEL: 'error',
}

test('three processes that start at once create one account and one first key, which all of them accept', async () => {
  const starts = await Promise.allSettled([1, 2, 3].map(() => startProcess(env, '')))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? start.value : []))
  try {
    assert.deepEqual(
      starts.flatMap((start) => (start.status === 'rejected' ? String(start.reason) : [])),
      [],
    )
    const keys = servers.flatMap((server) => server.output().match(/KEY=svc_test_\w+/g) ?? [])
    assert.equal(keys.length, 1, 'shown by one, once')
    const { rows } = await pool.query(
      `select (select count(*) from accounts) as accounts, (select count(*) from api_keys) as keys,
              (select count(*) from environment_counters) as environments`,
    )
    assert.deepEqual(rows, [{ accounts: 1, keys: 1, environments: 2 }])

    const key = (keys[0] as string).slice('KEY='.length)
    const { rows: records } = await pool.query(
      'select actor, action, object_id from audit_log order by action, object_id',
    )
    const [made, ...links] = records
    const id = key.split('_').slice(0, 3).join('_')
    assert.deepEqual(made, { actor: 'command', action: 'createApiKey', object_id: id })
    const link = { actor: 'command', action: 'createOwnerLink', object_id: null }
    assert.deepEqual(links, [link], 'who made the installation makes the link')
    const shown = servers.filter((server) => /\/welcome#\w{40}$/m.test(server.output()))
    assert.deepEqual(
      shown.map((server) => server.output().includes('KEY=')),
      [true],
      'and shows it, as it does the key',
    )
    const clients = servers.map((server) => connectApi(server.api.url, key))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        clients[index % 3]?.post('/v1/customers', { body: { name: `Customer ${index}` } }),
      ),
    )
    for (const client of clients) await client.close()
    assert.deepEqual([...new Set(answers.map((answer) => answer?.status))], [201])
    assert.equal(new Set(answers.map((answer) => answer?.body.id)).size, 30)
  } finally {
    for (const server of servers) await server.stop()
  }
})

test('the next start finds the installation, shows no key or link, and says how to become its owner', async () => {
  const server = await startProcess(env, '')
  await server.stop()
  assert.doesNotMatch(server.output(), /svc_test_|welcome#/)
  assert.match(
    server.output(),
    /^This installation has no owner yet\. .* "npm run -s reckoner -- owner-link"/m,
  )
})
