// Two processes on one database that move the test clock while others die, and periods without any process.

import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Api } from './client.ts'
import { install } from './crash/lives.ts'
import type { Lifetime } from './database.ts'
import { get } from './fixtures.ts'
import { until } from './harness.ts'
import type { Process } from './process.ts'
import { patient } from './races/pair.ts'
import type { Random } from './random.ts'

export interface DyingPair {
  pool: Pool
  /** The processes in turn. */
  api: Api
  key: string
  now(): Promise<number>
  /** Number of processes that have died. */
  deaths(): number
  /** Moves the clock while a process dies after some writes, at most `most` times, or while no process runs for a time. */
  moveTo(to: string, most: number): Promise<void>
}

/** `places`: fault points at which a process can die, after one to `writes` times. */
export async function startDyingPair(
  lifetime: Lifetime,
  {
    random,
    places,
    writes,
    timeout,
  }: { random: Random; places: readonly string[]; writes: number; timeout: number },
): Promise<DyingPair> {
  const { pool, live, key } = await install(lifetime)
  let pair: Process[] = [await live(), await live()]
  let turn = 0
  let deaths = 0
  const one = () => patient((pair[turn++ % 2] as Process).api)
  const api: Api = {
    ...(pair[0] as Process).api,
    get url() {
      return (pair[turn++ % 2] as Process).api.url
    },
    send: (...sent) => one().send(...sent),
    get: (...sent) => one().get(...sent),
    post: (...sent) => one().post(...sent),
    patch: (...sent) => one().patch(...sent),
    delete: (...sent) => one().delete(...sent),
  }
  const clock = () => get(api, '/v1/test_clock')

  /** Starts an advance. Without a known outcome, since the connection to the database was lost, the clock shows it. */
  async function hasStarted(to: string): Promise<boolean> {
    const { status, text, body } = await api.post('/v1/test_clock/advance', { body: { to } })
    if (status === 200) return true
    assert.ok(status === 503 && /outcome is unknown/.test(body.error.message), text)
    const { status: state, now } = await clock()
    return state === 'advancing' || Date.parse(now) >= Date.parse(to)
  }

  async function moveTo(to: string, most: number): Promise<void> {
    const isOutage = random.below(3) === 0
    const doomed = async () =>
      live(`${random.pick(places)}:${1 + random.below(writes)}`).catch(() => undefined)
    let dying = isOutage ? undefined : await doomed()
    await until('the clock to start', () => hasStarted(to))
    if (isOutage) {
      for (const each of pair) each.kill('SIGKILL')
      await Promise.all(pair.map(({ ended }) => ended))
      deaths += pair.length
      pair = [await live(), await live()]
    }
    const hasArrived = async () => (await clock()).status === 'ready'
    for (let left = most; dying && left > 0; left--) {
      let isDead = false
      void dying.ended.then(() => {
        isDead = true
      })
      await until('a death or the end', async () => isDead || (await hasArrived()), timeout)
      if (!isDead) break
      deaths += 1
      dying = await doomed()
    }
    await until('the clock to arrive', hasArrived, timeout)
    await dying?.stop()
  }

  return {
    ...{ pool, api, key, moveTo },
    now: async () => Date.parse((await clock()).now),
    deaths: () => deaths,
  }
}
