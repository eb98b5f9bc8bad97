// Random lives of subscriptions that use one option of recurring billing each, compared with its closed form: for each
// item and period, what invoices bill less what credit notes return. SIMULATE_OPTIONS sets the number of lives of each
// option, SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { BEGINNINGS, ZONES } from './changes-random.ts'
import { configure } from './changes-sides.ts'
import { advanceTo } from './clock.ts'
import { world } from './harness.ts'
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
import { type Random, randomFrom, SUITE_SEED } from './random.ts'

const isWhole = process.env.SIMULATE_OPTIONS !== undefined
const COUNT = Number(process.env.SIMULATE_OPTIONS ?? 3)
const CHOSEN = (process.env.SIMULATE_ONLY?.split(',') ?? options.READY) as options.Option[]
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const ROUNDS = isWhole ? [2, 9, 17, 4, 30, 45, 120, 11] : [6, 17, 40, 12]
const HOUR_MS = 3_600_000

async function play(
  stage: Stage,
  random: Random,
  { used, began, analyze }: { used: options.Option[]; began: number; analyze(): Promise<unknown> },
) {
  const { api, key } = stage
  const lives: Lived[] = []
  for (const zone of ZONES)
    for (const unit of ['second', 'day'] as const) {
      await configure(api, key, { time_zone: zone, proration_unit: unit })
      const share = Math.ceil((COUNT * used.length - lives.length) / (12 - 2 * ZONES.indexOf(zone)))
      const own = Array.from({ length: Math.max(0, share) }, () =>
        randomFrom(random.below(2 ** 31)),
      )
      const made: Lived[] = []
      await each([...own.entries()], async ([nth, one]) => {
        const option = used[(lives.length + nth) % used.length] as options.Option
        made[nth] = await create(stage, one, option, began)
      })
      lives.push(...made)
    }
  let now = began
  await compare(stage, lives, () => second(now))
  for (const days of ROUNDS) {
    now = options.drawStop(random, lives, now, days)
    // The server of the tests gathers statistics too rarely for thousands of rows.
    if (isWhole) await analyze()
    await advanceTo(api, shown(now), { key })
    await compare(stage, lives, () => second(now))
    for (let turn = 0; turn < 2; turn++)
      await each(lives, (life) =>
        attempt(life, async () => {
          const command = options.drawCommand(life, second(now))
          if (command && life.random.below(turn + 1) === 0) await send(stage, life, command)
        }),
      )
    await compare(stage, lives, () => second(now))
  }
  // The end is not sent in the second of another command.
  now += HOUR_MS
  await advanceTo(api, shown(now), { key })
  await compare(stage, lives, () => second(now))
  await each(
    lives.filter(({ status }) => status !== 'canceled'),
    (life) => attempt(life, () => send(stage, life, options.drawEnd(life, second(now)))),
  )
  await compare(stage, lives, () => second(now))
  const faults = lives.flatMap(({ fault }) => fault ?? [])
  const shortest = faults.toSorted((a, b) => a.length - b.length).slice(0, isWhole ? 8 : 3)
  const found = `${faults.length} of seed ${seed} differ; the shortest:\n${shortest.join('\n\n')}`
  assert.ok(faults.length === 0, found)
}

// In one world, unless it would be slow.
for (const used of isWhole ? CHOSEN.map((option) => [option]) : [CHOSEN])
  test(`${COUNT} lives with ${used} each are billed as their closed form (seed ${seed})`, async (t) => {
    const random = randomFrom(seed + options.OPTIONS.indexOf(used[0] as options.Option))
    const began = Date.parse(random.pick(BEGINNINGS))
    const { api, keys, sql } = await world(t, { wallNow: () => began })
    const stage = await prepare(api, keys.test, used.includes('minimum'))
    await play(stage, random, { used, began, analyze: () => sql('analyze') })
  })
