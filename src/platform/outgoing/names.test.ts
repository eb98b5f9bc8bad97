// Name resolution: from the hosts file and a real name server that answers, denies or is silent, with the search list,
// and bounded per environment.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../test/harness.ts'
import { startNameServer } from '../../../test/name-server.ts'
import { post } from './client.ts'
import { candidates, createNames, type NameOptions, parseHosts, parseResolv } from './names.ts'

const folder = mkdtempSync(join(tmpdir(), 'reckoner-names-'))
after(() => rmSync(folder, { recursive: true }))
const [hostsFile, resolvFile] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
writeFileSync(hostsFile, '# ours\n10.0.0.5 Inner.test inner # and more\nfd00::5\tinner.test\nx y\n')
writeFileSync(resolvFile, 'domain old.test\nsearch a.test b.test\noptions timeout:9 ndots:2\n')
const server = await startNameServer({ after })
const files = { hostsFile, resolvFile }
const names = (more: NameOptions = {}) =>
  createNames({ servers: [server.address], ...files, ...more })
const rejects = (work: Promise<unknown>, code: string) => assert.rejects(work, { code })

test('the hosts file is consulted first, case-insensitively, for both families', async () => {
  const count = server.queries.length
  const found = await names().of(1)('INNER.test')
  assert.deepEqual(found, [
    { address: '10.0.0.5', family: 4 },
    { address: 'fd00::5', family: 6 },
  ])
  assert.equal(server.queries.length, count)
  assert.deepEqual([...parseHosts('').keys()], [])
})

test('addresses from the hosts file are checked like all others', async () => {
  const resolve = names().of(1)
  const options = { allowPrivate: false, connectTimeoutMs: 60_000, timeoutMs: 60_000, resolve }
  for (const url of ['http://inner.test/', 'http://inner/', 'http://rebound.in.test/']) {
    server.names['rebound.in.test'] = ['127.0.0.1', '169.254.169.254']
    await assert.rejects(
      post({ url, headers: {}, body: '' }, options),
      /resolves to an address that is not public/,
    )
  }
})

test('names are completed according to resolv.conf', async () => {
  assert.deepEqual(parseResolv('domain old.test\nsearch a.test b.test\noptions x ndots:2\n'), {
    search: ['a.test', 'b.test'],
    ndots: 2,
  })
  assert.deepEqual(parseResolv('nameserver 127.0.0.1\n; search x\n'), { search: [], ndots: 1 })
  const tried: [string, string[]][] = [
    ['hooks', ['hooks.a.test', 'hooks.b.test', 'hooks']],
    ['my.hooks', ['my.hooks.a.test', 'my.hooks.b.test', 'my.hooks']],
    ['is.my.hooks', ['is.my.hooks', 'is.my.hooks.a.test', 'is.my.hooks.b.test']],
    ['hooks.', ['hooks']],
  ]
  for (const [name, all] of tried) assert.deepEqual(candidates(name, ['a.test', 'b.test'], 2), all)
  Object.assign(server.names, { 'hooks.a.test': [], 'hooks.b.test': ['192.0.2.7'] })
  assert.deepEqual(await names().of(1)('hooks'), [{ address: '192.0.2.7', family: 4 }])
})

test('a missing name is distinguished from a server that does not respond', async () => {
  for (const name of ['none.in.test', 'none.in.test.a.test', 'none.in.test.b.test']) {
    server.names[name] = []
  }
  await rejects(names().of(1)('none.in.test'), 'ENOTFOUND')
  await rejects(names().of(1)('silent.in.test'), 'EAI_AGAIN')
})

test('an environment with many dead names delays only itself', async () => {
  const all = names()
  const before = server.queries.length
  let ended = 0
  const dead = Array.from({ length: 100 }, (_, at) =>
    all
      .of(1)(`dead-${at}.in.test`)
      .finally(() => ended++)
      .catch(() => undefined),
  )
  await until('the first questions', () => server.queries.length > before)
  server.names['good.in.test'] = ['192.0.2.8']
  assert.deepEqual(await all.of(2)('good.in.test'), [{ address: '192.0.2.8', family: 4 }])
  // 32 lookups at a time take two seconds, so three more rounds follow.
  assert.ok(ended < 64, `${ended} had ended before another environment got its answer`)
  const names1 = new Set(server.queries.slice(before).filter((each) => each.startsWith('dead-')))
  assert.ok(
    names1.size <= 2 * (ended + 32),
    `${names1.size} questions under way for one environment`,
  )
  await Promise.all(dead)
  assert.equal(ended, 100)
})

test('concurrent lookups of the same name share one query', async () => {
  server.names['same.in.test'] = ['192.0.2.9']
  const resolve = names().of(1)
  await Promise.all(Array.from({ length: 20 }, () => resolve('same.in.test')))
  const queries = server.queries.filter((each) => each.startsWith('same.in.test'))
  assert.deepEqual(queries.toSorted(), ['same.in.test A', 'same.in.test AAAA'])
})
