// Kills the very first start at random instants, also in the middle of making the database: whenever
// it is started again, at once, it comes up.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { clearAway, killNow, newFolder } from '../embedded-harness.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { randomFrom } from '../random.ts'
import { assertDies, SECRET_KEY } from './lives.ts'

const FOLDERS = 2
const KILLS = 4
/** From the first sight of a database, half made or whole: initdb alone takes some 400 ms. */
const MOST_MS = 1000

after(clearAway)

test('a first start killed at random instants', { timeout: 120_000 }, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`CRASH_SEED=${seed}`)
  const random = randomFrom(seed)
  for (let folder = 1; folder <= FOLDERS; folder++) {
    const env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
    for (let kill = 1; kill <= KILLS; kill++) {
      const afterMs = random.below(MOST_MS)
      const starting = startProcess(env, '', async (child) => {
        // A kill may come after the database was made: the next one is for what comes then.
        await until('a database', () => isMaking(env.DATA_DIR) || isMade(env.DATA_DIR), 60_000)
        setTimeout(() => child.kill('SIGKILL'), afterMs)
      })
      await assertDies(starting)
    }
    const heir = await startProcess(env, '')
    t.after(() => heir.stop())
    assert.equal((await heir.api.get('/readyz')).status, 200)
    assertTidy(env.DATA_DIR)
    await heir.stop()
    assert.equal(await heir.ended, 0, heir.output())
  }
})

test('an initdb whose starter was killed is ended before its draft is removed', {
  timeout: 120_000,
}, async (t) => {
  const env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
  let stopped: number | undefined
  t.after(() => stopped && killNow(stopped))
  const starting = startProcess(env, '', async (child) => {
    const [pid] = await until('initdb', () => someOf(initdbsIn(env.DATA_DIR)), 60_000)
    // As if the machine were slow: it is there still when the next start comes.
    stopped = Number(pid)
    process.kill(stopped, 'SIGSTOP')
    child.kill('SIGKILL')
  })
  await assertDies(starting)
  assert.equal(initdbsIn(env.DATA_DIR).length, 1)
  const heir = await startProcess(env, '')
  t.after(() => heir.stop())
  assertTidy(env.DATA_DIR)
})

const someOf = (names: string[]) => names.length > 0 && names

/** Nobody works for a start that was killed, and nothing of it is left. */
function assertTidy(dataDir: string): void {
  assert.deepEqual(initdbsIn(dataDir), [])
  assert.ok(!isMaking(dataDir))
}

/** Whether initdb is at work, for this start or still for one that was killed. */
function isMaking(dataDir: string): boolean {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  return names.some((name) => /^postgres\.draft-\w+$/.test(name))
}

const isMade = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres'))

/** The processes that make a database there. */
function initdbsIn(dataDir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const [program, ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return program?.endsWith('/initdb') && options.join(' ').includes(`${dataDir}/`)
    } catch {
      return false // it ended meanwhile
    }
  })
}
