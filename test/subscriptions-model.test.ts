// Random lives of subscriptions, compared with a model written from the documents: each invoice, the final state, and
// the forecasts. In one of two environments the clock moves in small steps, in the other at once.
// SIMULATE_SUBSCRIPTIONS sets the number of subscriptions, SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { advanceTo } from './clock.ts'
import { get, INVOICES, type Made } from './fixtures.ts'
import { type World, world } from './harness.ts'
import { persistent } from './persistent.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'
import * as model from './subscriptions-model.ts'
import {
  BEGINNINGS,
  type Command,
  DAY_MS,
  draw,
  drawCommand,
  drawEnd,
  ZONES,
} from './subscriptions-random.ts'
import {
  expectedInvoices,
  expectedState,
  ofInvoice,
  ofSubscription,
  shown,
} from './subscriptions-shown.ts'
import { allOf, prepare, type Side } from './subscriptions-sides.ts'
import { assertUnused, type Expected, endWithCredit, readUnused } from './subscriptions-unused.ts'

const SUBSCRIPTIONS = '/v1/subscriptions'
const isWhole = process.env.SIMULATE_SUBSCRIPTIONS !== undefined
const COUNT = Number(process.env.SIMULATE_SUBSCRIPTIONS ?? 14)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
/**
 * Subscriptions of one world, how many worlds run at once, and how many requests are sent at a time. Each instant at which
 * something is due takes time of its own: the more subscriptions a world has, the more of them share one.
 */
const GROUP = 500
const WORLDS = 2
const AT_ONCE = 8
/** Zones of a world: with few, many subscriptions share a boundary, and are billed in one transaction. */
const ZONES_EACH = isWhole ? 2 : ZONES.length
/** Days from one round of commands to the next; before the last, no daily periods are left. */
const ROUNDS = isWhole ? [35, 40, 330] : [20, 35, 120]
const STEPS_MS = isWhole ? [DAY_MS / 4, DAY_MS, 2 * DAY_MS] : [DAY_MS, 15 * DAY_MS]
/** The steps of the last round are longer. */
const LAST_STEPS_MS = isWhole ? [...STEPS_MS, 7 * DAY_MS, 15 * DAY_MS] : STEPS_MS
/** In one world of this many, invoices are due after 30 days and become overdue; in the others, after a year. */
const OVERDUE_EACH = isWhole ? 4 : 1
/** Maximum number of periods that are forecast: each is a dry run. */
const PERIODS_MOST = isWhole ? 24 : 4
/** The properties of a forecast that an invoice has as well. */
const FIGURES = ['subtotal', 'discount', 'tax', 'total', 'amount_due']

/** The random parameters of one world. */
interface Group {
  count: number
  began: number
  zones: string[]
  /** True if invoices become overdue. */
  isSoonDue: boolean
}

/** A subscription of the model and those of both sides: `items` by key, `notes` about unused time. */
interface Life {
  label: string
  sub: model.Modeled
  keys: number
  ids: string[]
  items: Map<number, string>[]
  notes: (Expected | undefined)[]
  story: string[]
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

async function playGroup(
  t: test.TestContext,
  random: Random,
  { count, began, zones, isSoonDue }: Group,
) {
  const made = await world(t, { wallNow: () => began })
  const w = { ...made, api: persistent(made.api) }
  const { api } = w
  const sides = [
    await prepare(w, w.keys.test, isSoonDue),
    await prepare(w, w.keys.otherTest, isSoonDue),
  ]
  const lives = await createAll(w, sides, random, { count, zones, now: began })
  const spans: Span[] = []
  let now = began
  for (const [round, days] of ROUNDS.entries()) {
    // Autovacuum, which a server of tests hardly runs, would replace the plans that were made for empty tables.
    if (isWhole) await w.sql('analyze')
    const isLast = round === ROUNDS.length - 1
    const commands: { life: Life; command: Command | undefined }[] = []
    for (const life of lives) {
      commands.push({ life, command: drawCommand(random, life.sub, life.keys, isLast) })
      await setImmediate()
    }
    await each(commands, async ({ life, command }) => {
      if (command) await sendCommand(w, sides, life, command, now)
    })
    const forecasts = new Map<string, Made[]>()
    const [, other] = sides as [Side, Side]
    await each(lives, async ({ sub, ids: [, id = ''] }) => {
      const periods = Math.min(PERIODS_MOST, model.periodsWithin(sub, days + 1))
      const path = `${SUBSCRIPTIONS}/${id}/upcoming?periods=${periods}`
      forecasts.set(id, (await get(api, path, { key: other.key })).data)
    })
    const to = now + days * DAY_MS + random.below(86_400_000)
    const steps = isLast ? LAST_STEPS_MS : STEPS_MS
    const inSteps = async () => {
      for (let at = now; at < to; ) {
        at = Math.min(to, at + random.pick(steps))
        await advanceTo(api, new Date(at).toISOString(), { key: w.keys.test })
      }
    }
    // A clock waits for its database most of the time.
    await Promise.all([inSteps(), advanceTo(api, new Date(to).toISOString(), { key: other.key })])
    for (const { sub } of lives) {
      model.advance(sub, to)
      await setImmediate()
    }
    spans.push({ forecasts, from: now, to })
    await compareStates(w, sides, lives)
    now = to
  }
  await each(
    lives
      .filter(({ sub }) => sub.status !== 'canceled')
      .map((life) => ({ life, end: drawEnd(random) })),
    ({ life, end }) => sendCommand(w, sides, life, end, now),
  )
  await compareInvoices(w, sides, lives, spans)
  await compareNotes(w, sides, lives)
}

async function createAll(
  { api }: World,
  sides: Side[],
  random: Random,
  { count, zones, now }: { count: number; zones: string[]; now: number },
): Promise<Life[]> {
  const lives: Life[] = []
  const perZone = Math.ceil(count / zones.length)
  for (let index = 0; index < count; index += perZone) {
    const zone = zones[index / perZone] as string
    const unit = random.pick(['second', 'day'] as const)
    for (const { key } of sides) {
      const answer = await api.patch('/v1/account', {
        key,
        body: { time_zone: zone, proration_unit: unit },
      })
      assert.equal(answer.status, 200, answer.text)
    }
    const drawn = Array.from({ length: Math.min(perZone, count - index) }, () => ({
      creation: draw(random, zone, unit, now),
      customer: random.below(4),
    }))
    await each(drawn, async ({ creation, customer }) => {
      const { zone: _, unit: __, items, ...sent } = creation
      const label = `${JSON.stringify(creation)} at ${shown(now)}`
      const life: Life = {
        ...{ label, sub: model.create(creation, now), keys: items.length },
        ...{ ids: [], items: [], notes: [], story: [] },
      }
      for (const { key, customers, prices } of sides) {
        const body = {
          ...sent,
          customer_id: customers[customer],
          items: items.map(({ price, quantity }) => ({
            price_id: prices.get(price.name),
            quantity,
          })),
        }
        const answer = await api.post(SUBSCRIPTIONS, { key, body })
        assert.equal(answer.status, 201, `${label}: ${answer.text}`)
        life.ids.push(answer.body.id)
        life.items.push(new Map(answer.body.items.map(({ id }: Made, at: number) => [at, id])))
      }
      lives.push(life)
    })
  }
  return lives.toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

async function sendCommand(
  { api }: World,
  sides: Side[],
  life: Life,
  command: Command,
  now: number,
): Promise<void> {
  const { sub } = life
  life.story.push(`${shown(now)} ${JSON.stringify(command)}`)
  for (const [index, { key, prices }] of sides.entries()) {
    const path = `${SUBSCRIPTIONS}/${life.ids[index]}`
    const ids = life.items[index] as Map<number, string>
    const send = async (verb: string, body?: object) => {
      const answer = await api.post(`${path}/${verb}`, { key, ...(body && { body }) })
      assert.equal(answer.status, 200, `${[life.label, ...life.story].join('\n')}: ${answer.text}`)
      return answer.body
    }
    if (command.verb === 'keep') await send('keep')
    else if (command.verb === 'cancel' && command.at === 'now' && command.ending) {
      const of = new Map(sub.items.map((item) => [ids.get(item.key) as string, item]))
      const side = { key, id: life.ids[index] as string, items: of }
      const how = { sub, now, ending: command.ending }
      life.notes[index] = await endWithCredit(api, side, how)
    } else if (command.verb === 'cancel') await send('cancel', { at: command.at })
    else if (command.verb === 'withdraw') {
      const { scheduled_changes } = await get(api, path, { key })
      const answer = await api.delete(`${path}/scheduled_changes/${scheduled_changes.at(-1).id}`, {
        key,
      })
      assert.equal(answer.status, 200, answer.text)
    } else {
      const items = command.items.map((item) => ({
        id: ids.get(item.key),
        ...('remove' in item
          ? { remove: true }
          : { price_id: prices.get(item.price.name), quantity: item.quantity }),
      }))
      const at = command.isNext ? 'period_end' : shown(command.at)
      const { scheduled_changes } = await send('change', { at, items })
      const added = command.items.find((item) => !ids.has(item.key))
      const there: Made[] =
        scheduled_changes.find((each: Made) => each.at === shown(command.at))?.items ?? []
      const known = new Set(ids.values())
      const made = there.find(({ id }) => !known.has(id))
      if (added) ids.set(added.key, made.id)
    }
  }
  switch (command.verb) {
    case 'keep':
      sub.cancelAt = null
      return
    case 'cancel':
      if (command.at === 'now') model.cancelNow(sub, now)
      else sub.cancelAt = (sub.period as model.Period).end
      return
    case 'withdraw':
      sub.changes.pop()
      return
    default:
      model.schedule(sub, command.at, command.items)
      life.keys++
  }
}

/** The forecasts by subscription, and how far the clock then moved. */
interface Span {
  forecasts: Map<string, Made[]>
  from: number
  to: number
}

/** Calls `act` for each life on each side; fails with the shortest of the stories that differ. */
function compareEach(
  sides: Side[],
  lives: Life[],
  act: (life: Life, index: number, keys: Map<string, number>) => void,
): void {
  const faults: string[] = []
  for (const index of sides.keys()) {
    for (const life of lives) {
      const { label, story, items } = life
      const made = [...(items[index] as Map<number, string>)]
      try {
        act(life, index, new Map(made.map(([key, item]) => [item, key])))
      } catch (error) {
        faults.push([label, ...story, `side ${index}: ${(error as Error).message}`].join('\n'))
      }
    }
  }
  const shortest = faults.toSorted((a, b) => a.length - b.length).slice(0, 4)
  const found = `${faults.length} of seed ${seed} differ; the shortest:\n${shortest.join('\n\n')}`
  assert.ok(faults.length === 0, found)
}

async function compareStates({ api }: World, sides: Side[], lives: Life[]): Promise<void> {
  const all = await Promise.all(sides.map(({ key }) => allOf(api, key, SUBSCRIPTIONS)))
  const byId = new Map(all.flat().map((each) => [each.id, each]))
  const open = sides.map(({ key }) => allOf(api, key, `${INVOICES}?status=overdue`))
  const overdue = new Set((await Promise.all(open)).flat().map((each) => each.subscription_id))
  compareEach(sides, lives, ({ sub, ids }, index, keys) => {
    const { prices } = sides[index] as Side
    const id = ids[index] as string
    const expected = expectedState(sub, prices)
    if (expected.status === 'active' && overdue.has(id)) expected.status = 'past_due'
    assert.deepEqual(ofSubscription(byId.get(id), keys), expected)
  })
}

async function compareInvoices(
  { api }: World,
  sides: Side[],
  lives: Life[],
  spans: Span[],
): Promise<void> {
  const all = await Promise.all(sides.map(({ key }) => allOf(api, key, INVOICES)))
  const invoices = Map.groupBy(all.flat(), (each) => each.subscription_id)
  compareEach(sides, lives, ({ sub, ids }, index, keys) => {
    const id = ids[index] as string
    const billed = (invoices.get(id) ?? []).toSorted((a, b) =>
      a.scheduled_for < b.scheduled_for ? -1 : 1,
    )
    assert.deepEqual(
      billed.map((each) => ofInvoice(each, keys)),
      expectedInvoices(sub),
    )
    for (const { forecasts, ...span } of spans) {
      const forecast = forecasts.get(id)
      if (forecast) assertForecast(forecast, billed, span)
    }
  })
}

async function compareNotes({ api }: World, sides: Side[], lives: Life[]): Promise<void> {
  const { notes, refunds } = await readUnused(api, sides)
  compareEach(sides, lives, ({ ids, notes: expected }, index) =>
    assertUnused(notes.get(ids[index]) ?? [], refunds, expected[index]),
  )
  if (isWhole) console.log(`${notes.size} notes of unused time compared.`)
}

/** Forecasts equal the later invoices, to the cent, as far as they reach. */
function assertForecast(forecast: Made[], billed: Made[], span: Omit<Span, 'forecasts'>): void {
  const [from, to] = [shown(span.from) as string, shown(span.to) as string]
  // A forecast has no reason, and names no items.
  const figures = (each: Made) => ({
    ...ofInvoice(each, new Map()),
    reason: undefined,
    ...Object.fromEntries(FIGURES.map((name) => [name, each[name]])),
  })
  const since = billed.filter(
    ({ scheduled_for, finalized_at }) =>
      finalized_at > from && scheduled_for > from && scheduled_for <= to,
  )
  const expected = forecast.filter((each) => each.subtotal > 0 && each.scheduled_for <= to)
  // Whatever follows the last forecast period is compared with the model alone.
  const goesOn = forecast.some(({ scheduled_for }) => scheduled_for > to)
  const seen = goesOn ? since : since.slice(0, expected.length)
  assert.deepEqual(seen.map(figures), expected.map(figures), 'forecast')
}

test(`random subscriptions are billed as the model says, and as forecast (seed ${seed})`, {
  concurrency: WORLDS,
}, async (t) => {
  const random = randomFrom(seed)
  let compared = 0
  const groups = Array.from({ length: Math.ceil(COUNT / GROUP) }, (_, index) => {
    const count = Math.min(GROUP, COUNT - index * GROUP)
    const began = Date.parse(BEGINNINGS[index % BEGINNINGS.length] as string)
    const own = randomFrom(random.below(2 ** 31))
    // When a beginning is used again, it gets other zones.
    const first = (index + Math.floor(index / BEGINNINGS.length)) * ZONES_EACH
    const zones = Array.from(
      { length: ZONES_EACH },
      (_, zone) => ZONES[(first + zone) % ZONES.length] as string,
    )
    const isSoonDue = index % OVERDUE_EACH === 0
    return t.test(`${count} from ${shown(began)} match, group ${index}`, async (group) => {
      try {
        await playGroup(group, own, { count, began, zones, isSoonDue })
      } catch (error) {
        // The reporter shows it once all worlds have ended.
        if (isWhole) console.log(`Group ${index}: ${(error as Error).stack}`)
        throw error
      }
      // After the end of the world, which verifies its books.
      group.after(() => {
        compared += count
        if (isWhole) console.log(`${compared} of ${COUNT} subscriptions compared.`)
      })
    })
  })
  await Promise.all(groups)
})
