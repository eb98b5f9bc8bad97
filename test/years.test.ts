// Random lives of subscriptions over years of the test clock, on two processes that die and are replaced, and in periods
// without any process: the documents are those of the closed form, so they are the same for every run of a seed.
// SIMULATE_LIVES sets the number of lives (then over ten years), SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { verify } from '../src/app/verify.ts'
import { ZONES } from './changes-random.ts'
import { configure } from './changes-sides.ts'
import { advanceTo } from './clock.ts'
import { startDyingPair } from './dying-pair.ts'
import * as options from './options-draw.ts'
import {
  attempt,
  compare,
  create,
  each,
  type Lived,
  prepare,
  type Stage,
  second,
  send,
  shown,
} from './options-play.ts'
import { randomFrom, SUITE_SEED } from './random.ts'

const isWhole = process.env.SIMULATE_LIVES !== undefined
const COUNT = Number(process.env.SIMULATE_LIVES ?? 6)
const SEED = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const OPTIONS = (process.env.SIMULATE_ONLY?.split(',') ?? options.READY) as options.Option[]
/** Days in total, and the approximate number of days per step. */
const DAYS = isWhole ? 3_653 : 90
const AT_ONCE = isWhole ? [30, 100, 400, 500, 730] : [20, 70]
const DAY_MS = 86_400_000
const PLACES = ['write.decided', 'write.saved', 'write.committed', 'clock.stepped', 'sweep.done']
const HOUR_MS = 3_600_000
/** A thousand lives over ten years take hours. */
const TIMEOUT_MS = isWhole ? 14_400_000 : 120_000

const random = randomFrom(SEED)
const { pool, key, api, moveTo, ...pair } = await startDyingPair(
  { after },
  { random, places: PLACES, writes: isWhole ? 300 : 20, timeout: TIMEOUT_MS },
)

test(`${COUNT} lives over ${DAYS} days are billed as their closed form (seed ${SEED})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const stage: Stage = { ...(await prepare(api, key, OPTIONS.includes('minimum'))), runs: true }
  const now = async () => second(await pair.now())
  const lives: Lived[] = []
  for (const zone of ZONES)
    for (const unit of ['second', 'day'] as const) {
      await configure(api, key, { time_zone: zone, proration_unit: unit })
      const share = Math.ceil((COUNT - lives.length) / (12 - 2 * ZONES.indexOf(zone)))
      await each(
        Array.from({ length: Math.max(0, share) }, () => randomFrom(random.below(2 ** 31))),
        async (own) => {
          const option = own.pick(OPTIONS)
          lives.push(await create(stage, own, option, await now()))
        },
      )
    }
  let seen = 0
  const end = (await now()) + DAYS * DAY_MS
  while ((await now()) < end) {
    const to = options.drawStop(random, lives, await now(), random.pick(AT_ONCE))
    // The server of the tests gathers statistics too rarely for thousands of rows.
    if (isWhole) await pool.query('analyze')
    await moveTo(shown(to), isWhole ? 3 : 1)
    await compare(stage, lives, now)
    for (let round = 0; round < 2; round++)
      await each(lives, (life) =>
        attempt(life, async () => {
          const command = options.drawCommand(life, await now())
          if (command) await send(stage, life, command)
        }),
      )
    const faults = lives.flatMap(({ fault }) => fault ?? [])
    console.log(faults.slice(seen).join('\n\n'))
    seen = faults.length
    console.log(`${shown(await now())}: ${seen} differ, ${pair.deaths()} processes have died`)
  }
  await advanceTo(api, shown((await now()) + HOUR_MS))
  const rest = lives.filter(({ status }) => status !== 'canceled')
  await each(rest, (life) =>
    attempt(life, async () => send(stage, life, options.drawEnd(life, await now()))),
  )
  await compare(stage, lives, now)
  const { checks } = await verify(pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
  const faults = lives.flatMap(({ fault }) => fault ?? [])
  const shortest = faults.toSorted((a, b) => a.length - b.length).slice(0, isWhole ? 8 : 3)
  assert.ok(faults.length === 0, `${faults.length} differ; the shortest:\n${shortest.join('\n\n')}`)
})
