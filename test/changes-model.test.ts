// Random lives of subscriptions that change within a period, compared with a model and the closed form of the billed
// amount, both written from the documents: each line of each invoice and credit note. In one of two environments the
// clock moves in small steps, in the other at once. A third of the commands is previewed first. SIMULATE_CHANGES sets
// the number of subscriptions (5000 confirm more than 10 000 previews), SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import type * as books from './changes-books.ts'
import { gridPeriod } from './changes-books.ts'
import { DAY_MS, drawEnd, isSentLate } from './changes-commands.ts'
import { drawPreview, previews } from './changes-previews.ts'
import { INTERVALS } from './changes-prices.ts'
import { BEGINNINGS, draw, drawCommands, ZONES } from './changes-random.ts'
import { confirmLate, type Life, NOTES, SUBSCRIPTIONS, send } from './changes-requests.ts'
import { assertClosedForm, assertShown, expectedState, seenState, shown } from './changes-shown.ts'
import { allOf, configure, countEvents, makeBuyer, prepare, type Side } from './changes-sides.ts'
import * as steps from './changes-steps.ts'
import type { Api } from './client.ts'
import { advanceTo } from './clock.ts'
import { INVOICES, type Made } from './fixtures.ts'
import { world } from './harness.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'

const isWhole = process.env.SIMULATE_CHANGES !== undefined
const COUNT = Number(process.env.SIMULATE_CHANGES ?? 24)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
/** Subscriptions of one world, worlds at once, and requests at a time. */
const GROUP = 400
const WORLDS = 2
const AT_ONCE = 8
/** Days from one round of commands to the next. */
const ROUNDS = isWhole ? [2, 9, 17, 4, 30, 45, 120, 11] : [6, 17, 40, 12]
const STEPS_MS = isWhole ? [DAY_MS, 5 * DAY_MS] : [3 * DAY_MS, 20 * DAY_MS]

/** Calls `act` for each of many, a few at a time. */
async function each<T>(all: T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await act(one)
    }),
  )
}

/** The random parameters of one world. */
interface Group {
  count: number
  began: number
  isSoonDue: boolean
}

/** The environments of a world, and how their clocks move. */
interface Stage {
  api: Api
  sides: Side[]
  move(from: number, to: number): Promise<void>
  /** True if no billing run takes place: the next command runs the due steps. */
  isLate: boolean
}

async function prepareClocks(t: test.TestContext, random: Random, { began, isSoonDue }: Group) {
  const w = await world(t, { wallNow: () => began })
  const { api } = w
  const of = [w.keys.test, w.keys.otherTest].map((key) => prepare(api, key, isSoonDue))
  const sides = await Promise.all(of)
  const move = async (from: number, to: number) => {
    if (isWhole) await w.sql('analyze')
    const [one, other] = sides.map(({ key }) => ({ key }))
    const inSteps = async () => {
      for (let at = from; at < to; ) {
        at = Math.min(to, at + random.pick(STEPS_MS))
        await advanceTo(api, new Date(at).toISOString(), one)
      }
    }
    await Promise.all([inSteps(), advanceTo(api, new Date(to).toISOString(), other)])
  }
  return { api, sides, move, isLate: false }
}

async function prepareLate(t: test.TestContext, { began, isSoonDue }: Group): Promise<Stage> {
  let now = began
  const { api, keys } = await world(t, { wallNow: () => now, role: 'requests' })
  const move = (_: number, to: number) => {
    now = to
    return Promise.resolve()
  }
  return { api, sides: [await prepare(api, keys.test, isSoonDue)], move, isLate: true }
}

async function play(stage: Stage, random: Random, { count, began }: Group) {
  const { api, sides, move, isLate } = stage
  // Without a billing run, a command bills at most fifty periods.
  const intervals = INTERVALS.filter((each) => !isLate || each !== 'day 1')
  const lives = await createAll(stage, random, { count, now: began, intervals })
  let now = began
  for (const days of ROUNDS) {
    const to = nextInstant(random, lives, now, days)
    await move(now, to)
    now = to
    for (const { sub, fault } of lives) if (!fault) steps.advance(sub, now)
    if (!isLate) await compareStates(api, sides, lives)
    await each(lives, async (life) => {
      const { sub, next } = life
      if (life.fault) return
      await attempt(life, () => confirmLate(api, sides, life, now))
      const drawn = { sub, key: next, now: seconds(now), intervals }
      for (const command of drawCommands(life.random, drawn)) {
        const bound = drawPreview(life.random, sub, seconds(now), command)
        const sent = isLate && !isSentLate(bound) ? command : bound
        if (!isLate || isSentLate(sent))
          await attempt(life, () => send(api, sides, life, sent, seconds(now)))
      }
    })
  }
  await each(
    lives.filter(({ sub, fault }) => sub.status !== 'canceled' && !fault),
    (life) =>
      attempt(life, () => {
        const end = drawPreview(life.random, life.sub, seconds(now), drawEnd(life.random))
        return send(api, sides, life, end, seconds(now))
      }),
  )
  await compare(api, sides, lives, seconds(now))
}

/** Compares the states after the clock has moved. */
async function compareStates(api: Api, sides: Side[], lives: Life[]): Promise<void> {
  for (const [index, { key, prices }] of sides.entries()) {
    const rows = new Map((await allOf(api, key, SUBSCRIPTIONS)).map((row) => [row.id, row]))
    const overdue = await allOf(api, key, `${INVOICES}?status=overdue`)
    const late = new Set(overdue.map((invoice) => invoice.subscription_id))
    for (const life of lives)
      await attempt(life, () => {
        const row = rows.get(life.ids[index] as string) as Made
        const seen = seenState(row, life.sub, life.items[index] as Map<string, number>)
        const isPastDue = life.sub.status === 'active' && late.has(row.id)
        assert.deepEqual(seen, expectedState(life.sub, prices))
        assert.equal(row.status === 'past_due', isPastDue, 'past due, with an overdue invoice')
      })
  }
}

/** Records the failure of a life, so that the others go on. */
async function attempt(life: Life, act: () => Promise<void> | void): Promise<void> {
  if (life.fault) return
  try {
    await act()
  } catch (error) {
    life.fault = [life.label, ...life.story, (error as Error).message].join('\n')
  }
}

const seconds = (at: number) => Math.floor(at / 1000) * 1000

/** An instant after some days, often exactly when a step or a period of one subscription is due. */
function nextInstant({ below, pick }: Random, lives: Life[], now: number, days: number): number {
  const ends = lives
    .map(({ sub }) => (sub.status === 'paused' ? gridPeriod(sub, now).end : steps.nextStep(sub)))
    .filter((end) => end > now && end < now + days * DAY_MS)
  return below(3) === 0 && ends.length > 0 ? pick(ends) : now + days * DAY_MS + below(DAY_MS)
}

async function createAll(
  { api, sides }: Stage,
  random: Random,
  { count, now, intervals }: { count: number; now: number; intervals: string[] },
): Promise<Life[]> {
  const lives: Life[] = []
  const kinds = ZONES.flatMap((zone) =>
    (['second', 'day'] as const).map((unit) => ({ zone, unit })),
  )
  for (const [nth, { zone, unit }] of kinds.entries()) {
    for (const { key } of sides)
      await configure(api, key, { time_zone: zone, proration_unit: unit })
    const share = Math.floor(((nth + 1) * count) / kinds.length) - lives.length
    const drafts = Array.from({ length: share }, () => {
      const own = randomFrom(random.below(2 ** 31))
      return { own, draft: draw(own, now, intervals) }
    })
    const made: Life[] = []
    await each([...drafts.entries()], async ([at, { own, draft }]) => {
      const { sent, items } = draft
      const label = `${JSON.stringify({ zone, unit, ...sent, items: items.map(itemText) })} at ${shown(now)}`
      const answers: Made[] = []
      const customers: string[] = []
      for (const side of sides) {
        const customer_id = await makeBuyer(api, side, draft)
        const sold = items.map(({ price, quantity }) => ({
          price_id: side.prices.get(price.name),
          ...(!price.isFlat && { quantity }),
        }))
        const body = { ...sent, customer_id, items: sold }
        const answer = await api.post(SUBSCRIPTIONS, { key: side.key, body })
        assert.equal(answer.status, 201, `${label}: ${answer.text}`)
        answers.push(answer.body)
        customers.push(customer_id)
      }
      const { anchor, pause } = sent
      const asked = {
        isOwnAnchor: anchor === undefined,
        ...(pause && {
          pause: { resume_at: pause.resume_at ? seconds(Date.parse(pause.resume_at)) : null },
        }),
      }
      const terms = termsOf(answers[0], { zone, unit })
      const sub = steps.create(terms, asked, items, seconds(now))
      made[at] = {
        ...{ label, random: own, sub, next: items.length, ids: answers.map(({ id }) => id) },
        ...{ customers, isAmountOff: draft.discount === 'amount' },
        items: answers.map(
          (row) => new Map(row.items.map(({ id }: Made, key: number) => [id, key])),
        ),
        ...{ story: [], kept: [] },
      }
    })
    lives.push(...made)
  }
  return lives
}

const itemText = ({ price, quantity }: books.Item) => `${quantity} ${price.name}`

/** The terms that other tests compare: here they are given. */
function termsOf(row: Made, { zone, unit }: Pick<books.Terms, 'zone' | 'unit'>): books.Terms {
  const { year, month, day, second } = row.anchor
  const time = new Date(second * 1000).toISOString().slice(11, 19)
  return {
    ...{ zone, unit, anchor: { year, month, day, time }, first_period: row.first_period },
    start: Date.parse(row.start),
    ...(row.trial_end !== null && { trial_end: Date.parse(row.trial_end) }),
  }
}

/** Compares all lives; fails with the shortest of the stories that differ. */
async function compare(api: Api, sides: Side[], lives: Life[], now: number): Promise<void> {
  for (const [index, { key }] of sides.entries()) {
    const read = async (path: string) => (await allOf(api, key, path)).toReversed()
    const invoices = Map.groupBy(await read(INVOICES), (row) => row.subscription_id)
    const notes = Map.groupBy(await read(NOTES), (row) => row.customer_id)
    const customers = new Map((await read('/v1/customers')).map((row) => [`cus_${row.id}`, row]))
    const [paused, resumed] = [
      await countEvents(api, key, 'subscription.paused'),
      await countEvents(api, key, 'subscription.resumed'),
    ]
    for (const life of lives) {
      const customer = life.customers[index] as string
      const id = life.ids[index] as string
      const seen = {
        invoices: invoices.get(id) ?? [],
        notes: notes.get(customer) ?? [],
        credit_balance: customers.get(customer).credit_balance,
        events: { paused: paused.get(id) ?? 0, resumed: resumed.get(id) ?? 0 },
        ...{ keys: life.items[index] as Map<string, number>, isAmountOff: life.isAmountOff },
      }
      await attempt(life, () => assertShown(life.sub, index, seen))
    }
  }
  for (const life of lives) await attempt(life, () => assertClosedForm(life.sub, now))
  const faults = lives.flatMap(({ fault }) => fault ?? [])
  const shortest = faults.toSorted((a, b) => a.length - b.length).slice(0, isWhole ? 12 : 4)
  const found = `${faults.length} of seed ${seed} differ; the shortest:\n${shortest.join('\n\n')}`
  assert.ok(faults.length === 0, found)
}

test(`random changes within a period are billed as the documents say (seed ${seed})`, {
  concurrency: WORLDS,
}, async (t) => {
  const random = randomFrom(seed)
  const groups = Array.from({ length: Math.ceil(COUNT / GROUP) }, (_, index) => {
    const began = Date.parse(BEGINNINGS[index % BEGINNINGS.length] as string)
    const count = Math.min(GROUP, COUNT - index * GROUP)
    const group = { count, began, isSoonDue: index % 2 === 0 }
    const own = randomFrom(random.below(2 ** 31))
    return playAll(t, own, group, (each) => prepareClocks(each, own, group))
  })
  await Promise.all(groups)
})

test.after(() => {
  const { confirmed, unmoved, outdated, expired } = previews
  const all = confirmed + unmoved + outdated + expired
  console.log(
    `${all} previews: ${confirmed} confirmed, ${unmoved} although something happened between, ${outdated} outdated by it, ${expired} by time.`,
  )
})

test(`a change bills the periods that are due before it (seed ${seed})`, async (t) => {
  const random = randomFrom(seed)
  const count = Math.ceil(Math.min(COUNT, 10 * GROUP) / 10)
  const group = { count, began: Date.parse(BEGINNINGS[2] as string), isSoonDue: true }
  await playAll(t, random, group, (each) => prepareLate(each, group))
})

async function playAll(
  t: test.TestContext,
  random: Random,
  group: Group,
  prepared: (t: test.TestContext) => Promise<Stage>,
): Promise<void> {
  const { count, began } = group
  await t.test(`${count} from ${shown(began)} match`, async (each) => {
    try {
      await play(await prepared(each), random, group)
    } catch (error) {
      // The reporter shows it once all worlds have ended.
      if (isWhole) console.log((error as Error).stack)
      throw error
    }
    // After the end of the world, which verifies its books.
    each.after(() => {
      if (isWhole) console.log(`${count} compared.`)
    })
  })
}
