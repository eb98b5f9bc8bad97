// Backups of the embedded database, with and without a running service, from one folder to another.

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { reckoner } from './cli.ts'
import { clearAway, newFolder } from './embedded-harness.ts'
import { startProcess } from './process.ts'

after(clearAway)

const from = { DATA_DIR: newFolder(), PORT: '0' }
const to = { DATA_DIR: newFolder(), PORT: '0' }
const files = newFolder()
const cold = join(files, 'cold.gz')
const warm = join(files, 'warm.gz')

test('a folder is backed up with or without a running service, and restored into another folder', async () => {
  const { key } = (await reckoner(['keys', 'create', '--mode', 'test', '--json'], from)).json()
  const stopped = await reckoner(['backup', cold, '--json'], from)
  assert.equal(stopped.code, 0, stopped.err)
  assert.equal(stopped.json().rows.customers, 0)

  const server = await startProcess(from, key)
  try {
    await server.api.post('/v1/customers', { body: { name: 'Maple Bicycles' } })
    const running = await reckoner(['backup', warm], from)
    assert.equal(running.code, 0, running.err)
    assert.match(
      running.out,
      /^Wrote \S+warm.gz with all data as of 2\S+Z: \d+ rows in [\d,]+ bytes.\n$/,
    )
    const onto = await reckoner(['restore', cold], from)
    assert.match(onto.err, /\n.* already has data\. Restore into an empty folder/)
  } finally {
    await server.stop()
  }

  const keyless = await reckoner(['restore', warm], to)
  assert.match(
    keyless.err,
    /\nThe backup does not contain the secret key\. .*put the former secret.key into/,
  )
  assert.deepEqual(readdirSync(to.DATA_DIR), [], 'nothing was made')
  copyFileSync(join(from.DATA_DIR, 'secret.key'), join(to.DATA_DIR, 'secret.key'))
  const restored = await reckoner(['restore', warm], to)
  assert.equal(restored.code, 0, restored.err)
  assert.ok(existsSync(join(to.DATA_DIR, 'postgres')))
  const verified = await reckoner(['verify'], to)
  assert.equal(verified.code, 0, verified.out)

  const again = await startProcess(to, key)
  try {
    const { body } = await again.api.get('/v1/customers/cus_1001')
    assert.equal(body.name, 'Maple Bicycles')
    const next = await again.api.post('/v1/customers', { body: { name: 'Next' } })
    assert.ok(next.body.id > 1001, 'no id is given out twice')
  } finally {
    await again.stop()
  }
})
