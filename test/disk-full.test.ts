// The disk runs full under the embedded database: nothing acknowledged is lost, and the service recovers once there is
// room again. Needs its own small file system, and therefore root.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { findRunning } from '../src/platform/db/embedded/server.ts'
import { openPool } from '../src/platform/db/pool.ts'
import { connectApi } from './client.ts'
import { assertSound, Books } from './crash/books.ts'
import { everyWrite, startClients } from './crash/clients.ts'
import { until } from './harness.ts'
import { startProcess } from './process.ts'

const ROUNDS = 1
const MEBIBYTE = Buffer.alloc(2 ** 20, 1)

/** Mounts a file system of 320 MiB; undefined if this user cannot mount one. */
function smallDisk(): { folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m', 'none', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return {
    folder,
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Fills a disk until this much room is left; returns a function that frees it. */
function fill(folder: string, leaveMiB: number): () => void {
  const name = join(folder, 'ballast')
  const file = openSync(name, 'w')
  const free = () => statfsSync(folder).bfree * statfsSync(folder).bsize
  while (free() > (leaveMiB + 1) * MEBIBYTE.length) writeSync(file, MEBIBYTE)
  closeSync(file)
  return () => rmSync(name)
}

const disk = smallDisk()
const skip = disk ? false : 'this user may not mount a file system'

test('a full disk under load loses nothing acknowledged', { timeout: 600_000, skip }, async (t) => {
  assert.ok(disk)
  const undone: (() => unknown)[] = [() => disk.remove()]
  t.after(async () => {
    for (const undo of undone.toReversed()) await undo()
  })
  const env = {
    DATA_DIR: disk.folder,
    PORT: '0',
    RATE_LIMIT_TIER: 'enterprise',
    LOG_LEVEL: 'error',
  }
  const server = await startProcess(env, '')
  undone.push(() => server.stop())
  // The log shows the cause of an unexpected response.
  undone.push(() => t.passed || t.diagnostic(server.output()))
  const api = connectApi(server.api.url, /svc_test_\w+/.exec(server.output())?.[0] ?? '')
  undone.push(() => api.close())
  const running = await findRunning(disk.folder)
  assert.ok(running)
  const pool = openPool(running.connection, { size: 2 })
  undone.push(() => pool.end())

  const clients = startClients(4, () => api, everyWrite, 0)
  undone.push(() => clients.stop())
  const working = async () => {
    const done = clients.deeds.length
    await until('work to go on', () => clients.deeds.length > done + 15)
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await working()
    const release = fill(disk.folder, 1)
    const before = clients.answers.get(503) ?? 0
    await until('the disk to be full', () => (clients.answers.get(503) ?? 0) > before + 5, 180_000)
    release()
    await working()
    t.diagnostic(
      `round ${round}: ${clients.answers.get(503)} refused, ${clients.deeds.length} done`,
    )
  }
  await clients.stop()
  assert.deepEqual([...clients.answers.keys()].sort(), [200, 201, 503])
  await assertSound(pool)
  await new Books(pool, 1).assertDoneOnce(api, clients.deeds)
})
