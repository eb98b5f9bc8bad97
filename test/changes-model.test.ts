// Random lives of subscriptions that change within a period, compared with a model and the closed form of the billed
// amount, both written from the documents: each line of each invoice and credit note. In one of two environments the
// clock moves in small steps, in the other at once. SIMULATE_CHANGES sets the number of subscriptions, SIMULATE_SEED
// the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import * as books from './changes-books.ts'
import { INTERVALS } from './changes-prices.ts'
import {
  BEGINNINGS,
  type Command,
  DAY_MS,
  draw,
  drawCommands,
  drawEnd,
  isSentLate,
  ZONES,
} from './changes-random.ts'
import { assertClosedForm, assertShown, expectedState, seenState, shown } from './changes-shown.ts'
import { allOf, configure, makeBuyer, prepare, type Side } from './changes-sides.ts'
import type { Api } from './client.ts'
import { advanceTo } from './clock.ts'
import { get, INVOICES, type Made, PAYMENTS } from './fixtures.ts'
import { world } from './harness.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const NOTES = '/v1/credit_notes'
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

interface Life {
  label: string
  random: Random
  sub: books.Sub
  /** The key of the next item. */
  next: number
  ids: string[]
  customers: string[]
  items: Map<string, number>[]
  story: string[]
  /** The failed command, after which it takes no part. */
  fault?: string
}

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
  /** True if no billing run takes place: the next command bills what is due. */
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
    await each(lives, async (life) => {
      const { sub, next } = life
      if (life.fault) return
      books.advance(sub, now)
      const drawn = { sub, key: next, now: seconds(now), intervals }
      for (const command of drawCommands(life.random, drawn))
        if (!isLate || isSentLate(command))
          await attempt(life, () => send(api, sides, life, command, seconds(now)))
    })
  }
  await each(
    lives.filter(({ sub, fault }) => sub.status !== 'canceled' && !fault),
    (life) => attempt(life, () => send(api, sides, life, drawEnd(life.random), seconds(now))),
  )
  await compare(api, sides, lives, seconds(now))
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

/** An instant after some days, often exactly when a period of one subscription begins. */
function nextInstant({ below, pick }: Random, lives: Life[], now: number, days: number): number {
  const ends = lives
    .map(({ sub }) => (sub.status === 'active' ? sub.period!.end : 0))
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
      const sub = books.create(termsOf(answers[0], { zone, unit }), items, seconds(now))
      made[at] = {
        ...{ label, random: own, sub, next: items.length, ids: answers.map(({ id }) => id) },
        customers,
        items: answers.map(
          (row) => new Map(row.items.map(({ id }: Made, key: number) => [id, key])),
        ),
        story: [],
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

async function send(api: Api, sides: Side[], life: Life, command: Command, now: number) {
  const { sub } = life
  life.story.push(
    `${shown(now)} ${JSON.stringify(command, (name, value) => (name === 'price' ? value.name : value))}`,
  )
  if (command.verb === 'touch') return touch(api, sides, life, command)
  const before = new Map(sub.items.map((item) => [item.key, item]))
  const rows: Made[] = []
  for (const [index, { key, prices }] of sides.entries()) {
    const path = `${SUBSCRIPTIONS}/${life.ids[index]}`
    const body = bodyOf(life, index, command, { before, prices })
    const verb = command.verb === 'schedule' ? 'change' : command.verb
    const answer = await api.post(`${path}/${verb}`, { key, ...(body && { body }) })
    assert.equal(answer.status, 200, answer.text)
    rows.push(answer.body)
    learn(life, index, command, answer.body)
  }
  if (command.verb === 'change') books.changeNow(sub, command.request, now)
  else if (command.verb === 'schedule') books.schedule(sub, sub.period!.end, command.items)
  else if (command.verb === 'keep') sub.cancelAt = null
  else if (command.at === 'period_end') sub.cancelAt = sub.period!.end
  else books.cancelNow(sub, command.unused, now)
  if (command.verb === 'change' || command.verb === 'schedule') life.next++
  for (const [index, row] of rows.entries()) {
    const { prices } = sides[index] as Side
    const seen = seenState(row, life.items[index] as Map<string, number>)
    assert.deepEqual(seen, expectedState(sub, prices))
  }
}

/** The request of a command; a brief one leaves out what stays. */
function bodyOf(
  { items }: Life,
  index: number,
  command: Command,
  { before, prices }: { before: Map<number, books.Item>; prices: Map<string, string> },
): object | undefined {
  if (command.verb === 'cancel') {
    return command.at === 'now' ? { at: 'now', unused: command.unused } : { at: command.at }
  }
  if (command.verb !== 'change' && command.verb !== 'schedule') return undefined
  const ids = new Map([...(items[index] as Map<string, number>)].map(([id, key]) => [key, id]))
  const isBrief = command.verb === 'change' && command.isBrief
  const changes = command.verb === 'change' ? command.request.items : command.items
  const sent = changes.map((item) => {
    const id = ids.get(item.key)
    if ('remove' in item) return { id, remove: true }
    const had = before.get(item.key)
    const isSame = isBrief && had?.price === item.price
    const isKept = isBrief && had?.quantity === item.quantity
    return {
      ...(id && { id }),
      ...(!isSame && { price_id: prices.get(item.price.name) }),
      ...(!isKept && { quantity: item.quantity }),
    }
  })
  if (command.verb === 'schedule') return { items: sent, at: 'period_end' }
  const { proration, isReset } = command.request
  const isDefault = isBrief && proration === 'prorate'
  return {
    ...{ items: sent, at: 'now' },
    ...(!isDefault && { proration }),
    ...(isReset && !(command.isInterval && isBrief) && { anchor: 'reset' }),
  }
}

/** Remembers the ID of a new item. */
function learn(life: Life, index: number, command: Command, row: Made): void {
  if (command.verb !== 'change' && command.verb !== 'schedule') return
  const items = life.items[index] as Map<string, number>
  const changes: Made[] = row.scheduled_changes.flatMap((change: Made) => change.items)
  for (const { id } of [...row.items, ...changes]) if (!items.has(id)) items.set(id, life.next)
}

/** Pays, credits or voids one of the newest invoices, if that is allowed. */
async function touch(
  api: Api,
  sides: Side[],
  { sub, ids }: Life,
  { kind, percent, newest }: Command & { verb: 'touch' },
): Promise<void> {
  const found = await Promise.all(
    sides.map(async ({ key }, index) => {
      const path = `${INVOICES}?subscription_id=${ids[index]}&limit=3`
      const invoice = (await get(api, path, { key })).data[newest]
      if (!invoice) return undefined
      const { id: invoice_id, amount_remaining, total } = invoice
      const amount = Math.ceil(((kind === 'pay' ? amount_remaining : total) * percent) / 100)
      if (amount === 0) return undefined
      const { status } = await {
        pay: () =>
          api.post(PAYMENTS, { key, body: { invoice_id, amount, method: 'bank_transfer' } }),
        goodwill: () => api.post(NOTES, { key, body: { invoice_id, amount, reason: 'goodwill' } }),
        void: () => api.post(`${INVOICES}/${invoice_id}/void`, { key }),
      }[kind]()
      assert.ok(status < 300 || status === 409)
      return status < 300 ? amount : undefined
    }),
  )
  assert.equal(new Set(found.map((amount) => amount === undefined)).size, 1, 'the sides agree')
  if (found[0] === undefined) return
  const bills = books.billsOf(sub).filter(({ charges }) => charges.some(({ amount }) => amount > 0))
  const nth = bills.length - 1 - newest
  sub.log.push({ type: 'touch', kind, nth, amounts: found as number[] })
}

/** Compares all lives; fails with the shortest of the stories that differ. */
async function compare(api: Api, sides: Side[], lives: Life[], now: number): Promise<void> {
  for (const [index, { key }] of sides.entries()) {
    const read = async (path: string) => (await allOf(api, key, path)).toReversed()
    const invoices = Map.groupBy(await read(INVOICES), (row) => row.subscription_id)
    const notes = Map.groupBy(await read(NOTES), (row) => row.customer_id)
    const customers = new Map((await read('/v1/customers')).map((row) => [`cus_${row.id}`, row]))
    for (const life of lives) {
      const customer = life.customers[index] as string
      const seen = {
        invoices: invoices.get(life.ids[index]) ?? [],
        notes: notes.get(customer) ?? [],
        credit_balance: customers.get(customer).credit_balance,
        keys: life.items[index] as Map<string, number>,
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
