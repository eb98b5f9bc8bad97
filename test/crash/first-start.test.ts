// Kills the first start while initdb creates the database: the next start, right after it, succeeds.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { clearAway, killNow, newFolder } from '../embedded-harness.ts'
import { until } from '../harness.ts'
import { startProcess } from '../process.ts'
import { randomFrom, SUITE_SEED } from '../random.ts'
import { EVERY } from './deaths.ts'
import { assertDies, SECRET_KEY } from './lives.ts'

const KILLS = EVERY ? 12 : 1
const TRIES_MOST = 20
/** initdb has written about 1 000 files when it is done. */
const FILES_MOST = 900

after(clearAway)

test('a first start killed after some database files were written can be repeated', {
  timeout: 600_000,
}, async (t) => {
  const seed = Number(process.env.CRASH_SEED ?? SUITE_SEED)
  t.diagnostic(`CRASH_SEED=${seed}`)
  const random = randomFrom(seed)
  const env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
  for (let kill = 1; kill <= KILLS; kill++) {
    const files = random.below(FILES_MOST)
    const former = draftsIn(env.DATA_DIR)
    const starting = startProcess(env, '', async (child) => {
      const isFar = () =>
        draftsIn(env.DATA_DIR).some((each) => !former.includes(each) && countFiles(each) > files)
      await until('the files', () => isFar() || isMade(env.DATA_DIR))
      child.kill('SIGKILL')
    })
    await assertDies(starting)
    t.diagnostic(`killed after ${files} files`)
    if (isMade(env.DATA_DIR)) env.DATA_DIR = newFolder()
  }
  const heir = await startProcess(env, '')
  t.after(() => heir.stop())
  assert.equal((await heir.api.get('/readyz')).status, 200)
  assertTidy(env.DATA_DIR)
  await heir.stop()
  assert.equal(await heir.ended, 0, heir.output())
})

test('an initdb whose parent was killed is ended before its draft is removed', {
  timeout: 600_000,
}, async (t) => {
  let stopped: number | undefined
  t.after(() => stopped && killNow(stopped))
  let env = { DATA_DIR: newFolder(), PORT: '0', SECRET_KEY, LOG_LEVEL: 'error' }
  // initdb runs only for a moment, so a try that missed it is repeated.
  for (let tries = 0; tries < TRIES_MOST && initdbsIn(env.DATA_DIR).length === 0; tries++) {
    env = { ...env, DATA_DIR: newFolder() }
    const starting = startProcess(env, '', async (child) => {
      // Mimics a slow machine: initdb is still running at the next start.
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

/** Stops initdb; returns its process, or undefined if it does not run. */
function stopInitdb(dataDir: string): number | undefined {
  const [pid] = initdbsIn(dataDir).map(Number)
  try {
    if (pid !== undefined) process.kill(pid, 'SIGSTOP')
    return pid
  } catch {
    return undefined // it ended meanwhile
  }
}

/** Checks that a killed start left no process and no files. */
function assertTidy(dataDir: string): void {
  assert.deepEqual(initdbsIn(dataDir), [])
  assert.deepEqual(draftsIn(dataDir), [])
}

/** The folders in which initdb creates a database, also those of killed starts. */
function draftsIn(dataDir: string): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  return names
    .filter((name) => /^postgres\.draft-\w+$/.test(name))
    .map((name) => join(dataDir, name))
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length
  } catch {
    return 0 // renamed or removed meanwhile
  }
}

const isMade = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres'))

/** The initdb processes of a data folder. */
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
