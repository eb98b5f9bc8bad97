// Kills the very first start at random instants, also in the middle of making the database: whenever
// it is started again, at once, it comes up.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { clearAway, killNow, newFolder } from '../embedded-harness.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { randomFrom, SUITE_SEED } from '../random.ts'
import { assertDies, SECRET_KEY } from './lives.ts'

const FOLDERS = 2
const KILLS = 4
const TRIES_MOST = 20
/** From the first sight of a database, half made or whole: initdb alone takes some 400 ms. */
const MOST_MS = 1000

after(clearAway)

test('a first start killed at random instants', { timeout: 600_000 }, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? SUITE_SEED)
  t.diagnostic(`CRASH_SEED=${seed}`)
  const random = randomFrom(seed)
  for (let folder = 1; folder <= FOLDERS; folder++) {
    const env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
    for (let kill = 1; kill <= KILLS; kill++) {
      const afterMs = random.below(MOST_MS)
      const starting = startProcess(env, '', async (child) => {
        // A kill may come after the database was made: the next one is for what comes then.
        await until('a database', () => isMaking(env.DATA_DIR) || isMade(env.DATA_DIR))
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
  timeout: 600_000,
}, async (t) => {
  let stopped: number | undefined
  t.after(() => stopped && killNow(stopped))
  let env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
  // It is at work for a moment only: whoever is too late for it tries again.
  for (let tries = 0; tries < TRIES_MOST && initdbsIn(env.DATA_DIR).length === 0; tries++) {
    env = { ...env, DATA_DIR: newFolder() }
    const starting = startProcess(env, '', async (child) => {
      // As if the machine were slow: it is there still when the next start comes.
      await until('initdb', () => {
        stopped = stopInitdb(env.DATA_DIR)
        return stopped !== undefined || isMade(env.DATA_DIR)
      })
      child.kill('SIGKILL')
    })
    await assertDies(starting)
  }
  assert.deepEqual(initdbsIn(env.DATA_DIR), [String(stopped)])
  const heir = await startProcess(env, '')
  t.after(() => heir.stop())
  assertTidy(env.DATA_DIR)
})

/** Stops initdb where it is, and answers which process it is; undefined when it is not at work. */
function stopInitdb(dataDir: string): number | undefined {
  const [pid] = initdbsIn(dataDir).map(Number)
  try {
    if (pid !== undefined) process.kill(pid, 'SIGSTOP')
    return pid
  } catch {
    return undefined // it ended meanwhile
  }
}

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
