// Years of subscriptions whose payments fail, with processes that die: each payment goes through the states of the design,
// failed payments are tried again on the days of the plan, and the gateway has the money that the books say.
// SIMULATE_FAILING sets the number of customers (then over ten years, or SIMULATE_YEARS), SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { verify } from '../src/app/verify.ts'
import { advanceTo } from './clock.ts'
import { startDyingPair } from './dying-pair.ts'
import { Histories } from './failing-laws.ts'
import { act, create, drawPlan, type Life, nameOf, payOut, prepare } from './failing-lives.ts'
import {
  assertCash,
  assertCollectedOnce,
  assertReconciled,
  differences,
  gatewayBalance,
} from './failing-money.ts'
import { bodyOf, get } from './fixtures.ts'
import { randomFrom, SUITE_SEED } from './random.ts'

const isWhole = process.env.SIMULATE_FAILING !== undefined
const COUNT = Number(process.env.SIMULATE_FAILING ?? 12)
const YEARS = Number(process.env.SIMULATE_YEARS ?? (isWhole ? 10 : 1))
const SEED = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The most days of a step of the clock, and how many in a hundred customers act after it. */
const STEPS = isWhole ? [5, 60, 120, 180] : [10, 60, 90]
const ACTIVE = isWhole ? 35 : 65
const PLACES = [
  ...['write.decided', 'write.saved', 'write.committed', 'clock.stepped', 'sweep.done'],
  ...['payment.charging', 'payment.answered', 'payment.recorded', 'payment.retried'],
  ...['refund.sending', 'refund.answered', 'refund.recorded', 'reconciliation.compared'],
  ...['dispute.answered', 'dispute.recorded'],
]
const TIMEOUT_MS = isWhole ? 7_200_000 : 600_000
const AT_ONCE = 6

const random = randomFrom(SEED)
const { pool, api, moveTo, now, deaths } = await startDyingPair(
  { after },
  { random, places: PLACES, writes: isWhole ? 100 : 10, timeout: TIMEOUT_MS },
)
const histories = new Histories()

async function readEvents(): Promise<void> {
  for (;;) {
    const page = await get(api, `/v1/events?limit=100&after=${histories.sequence}`)
    for (const event of page.data) histories.take(event)
    if (!page.has_more) return
  }
}

/** Lets every report arrive; afterwards books and gateway agree. */
async function settle(): Promise<void> {
  let found: string[] = []
  for (const ahead of [HOUR_MS, HOUR_MS, DAY_MS, DAY_MS, 3 * DAY_MS, HOUR_MS, HOUR_MS]) {
    await advanceTo(api, new Date((await now()) + ahead).toISOString())
    found = await differences(api)
    if (found.length === 0) return
  }
  assert.deepEqual(found, [], 'gateway and books')
}

/** Customers with an invoice that is past due are not in good standing. With written-off ones, both can be. */
async function assertStandings(lives: Life[]): Promise<void> {
  await readEvents()
  const { sequence } = histories
  const due = histories.pastDue(await now())
  const found: string[] = []
  for (const { customer } of lives) {
    const { standing } = await get(api, `/v1/customers/${customer}/standing`)
    const own = due.filter((row) => row.customer_id === `cus_${customer}`)
    const isOwed = own.some((row) => row.amount_remaining > row.amount_written_off)
    const isClear = isOwed || own.length === 0
    if (isClear && isOwed !== (standing !== 'good')) found.push(`${customer} is ${standing}`)
  }
  await readEvents()
  // The clock goes on meanwhile.
  if (histories.sequence !== sequence) return assertStandings(lives)
  assert.deepEqual(found, [])
}

async function check(lives: Life[]): Promise<void> {
  await settle()
  await assertStandings(lives)
  await assertCash(api)
  await assertCollectedOnce(api)
  await assertReconciled(api)
  await readEvents()
  histories.checkSteps(await now())
}

async function setPlan(): Promise<void> {
  const plan = random.below(8) === 0 ? null : drawPlan(random)
  histories.plans.push({ from: await now(), plan })
  await bodyOf(api.patch('/v1/account', { body: { retry_plan: plan } }), 200)
}

async function each(lives: Life[], work: (life: Life) => Promise<unknown>): Promise<void> {
  const left = lives.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const life of left)
        await work(life).catch((error: Error) => {
          throw new Error(`${nameOf(life)}\n${error.message}`, { cause: error })
        })
    }),
  )
}

test(`${COUNT} customers whose payments fail for ${YEARS} years (seed ${SEED})`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const stage = await prepare(api)
  await setPlan()
  const seeds = Array.from({ length: COUNT }, () => random.below(2 ** 31))
  const lives: Life[] = []
  for (const seed of seeds) lives.push(await create(stage, randomFrom(seed)))
  const begin = await now()
  for (let year = 1; year <= YEARS; year++) {
    const end = begin + year * 365 * DAY_MS
    for (let at = await now(); at < end; at = await now()) {
      const step = 1 + random.below(random.pick(STEPS) * 24)
      await moveTo(new Date(Math.min(at + step * HOUR_MS, end)).toISOString(), 1)
      if (random.below(6) === 0) await setPlan()
      await each(
        lives.filter(() => random.below(100) < ACTIVE),
        (life) => act(stage, life),
      )
      if (random.below(4) === 0) await payOut(stage, random, await gatewayBalance(api))
      await readEvents()
      histories.checkStanding(await now())
      assert.deepEqual(histories.faults, [])
    }
    await check(lives)
    const seen = JSON.stringify(histories.counts)
    console.log(`Year ${year}: ${seen}, ${deaths()} processes have died.`)
    assert.deepEqual(histories.faults, [])
  }
  const { checks } = await verify(pool)
  assert.deepEqual(
    checks.filter(({ differences }) => differences > 0),
    [],
  )
})
