// Checks `deploy/` and the guide to several servers: commands and settings exist, and timeouts fit.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { settings } from '../src/platform/settings.ts'
import { commandPaths, helpOf } from './guide.ts'
import { CONFIGURATION, isThere } from './haproxy.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const GUIDE = 'docs/guide/several-servers.md'
const files = globSync('deploy/*', { cwd: root }).sort()

test('the guide uses every file of the folder', () => {
  assert.deepEqual(files, ['deploy/compose.yaml', 'deploy/haproxy.cfg', 'deploy/reckoner.service'])
  for (const file of files) assert.ok(read(GUIDE).includes(`(../../${file})`), file)
})

test('every command in it exists, with its options', () => {
  const found = [GUIDE, ...files].flatMap((file) => {
    const text = read(file).replaceAll(/", ?"/g, ' ')
    const calls = /(?:`reckoner|reckoner --|reckoner\.mjs|RECKONER_COMMAND=) ?([a-z][a-z -]*[a-z])/g
    return [...text.matchAll(calls)].map(([, call = '']) => [file, call] as const)
  })
  for (const [file, call] of found) {
    const path = commandPaths().find((each) => call === each || call.startsWith(`${each} `))
    assert.ok(path, `${file}: ${call}`)
    const help = helpOf(path)
    for (const option of call.slice(path.length).split(' ').filter(Boolean)) {
      assert.ok(help.includes(`${option} `), `${file}: ${option} of ${path}`)
    }
  }
  const used = new Set(found.map(([, call]) => call))
  for (const each of ['serve', 'serve --no-work', 'work', 'doctor', 'migrate', 'owner-link']) {
    assert.ok(used.has(each), each)
  }
})

test('every setting in it exists', () => {
  // Variables of other programs: the systemd unit, HAProxy, and PostgreSQL's image.
  const others = /^(RECKONER_COMMAND|BIND|SERVER_(ONE|TWO)|POSTGRES_\w+)$/
  for (const file of [GUIDE, ...files]) {
    const names = [...read(file).matchAll(/\b([A-Z]+(?:_[A-Z]+)+|HOST|PORT|BIND)\b/g)]
    assert.ok(names.length > 0, file)
    for (const [, name = ''] of names) {
      assert.ok(name in settings || others.test(name), `${file}: ${name}`)
    }
  }
})

test('every stop timeout is longer than the process needs to stop', () => {
  // The delay with an external database, the default timeout, and what stopping takes in addition.
  const most = 5 + Number(settings.SHUTDOWN_TIMEOUT_SECONDS.default) + 5
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/reckoner.service')) ?? []
  const [, container] = /^ {2}stop_grace_period: (\d+)s$/m.exec(read('deploy/compose.yaml')) ?? []
  for (const seconds of [unit, container]) assert.ok(Number(seconds) > most, `${seconds} s`)
  const [, inter, fall] = /inter (\d+)s fall (\d+)/.exec(read('deploy/haproxy.cfg')) ?? []
  assert.ok(Number(inter) * Number(fall) < 5, 'the balancer notices before')
})

test('HAProxy accepts its configuration unchanged', { skip: !isThere() }, () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', CONFIGURATION], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
