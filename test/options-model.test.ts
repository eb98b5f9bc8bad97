// Random lives of subscriptions that use one option of recurring billing each, compared with its closed form: for each
// item and period, what invoices bill less what credit notes return. SIMULATE_OPTIONS sets the number of lives of each
// option, SIMULATE_SEED the seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { PRICES } from './changes-prices.ts'
import { BEGINNINGS, ZONES } from './changes-random.ts'
import { allOf, configure } from './changes-sides.ts'
import type { Api } from './client.ts'
import { advanceTo } from './clock.ts'
import { bodyOf, INVOICES, type Made, makeCustomer, makeProduct } from './fixtures.ts'
import { world } from './harness.ts'
import * as options from './options-draw.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'
import { evaluate } from './recurring-evaluator.ts'
import { type Anchor, gridOf } from './recurring-grid.ts'
import type { Life, Want } from './recurring-terms.ts'

const isWhole = process.env.SIMULATE_OPTIONS !== undefined
const COUNT = Number(process.env.SIMULATE_OPTIONS ?? 3)
const CHOSEN = (process.env.SIMULATE_ONLY?.split(',') ?? options.READY) as options.Option[]
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const ROUNDS = isWhole ? [2, 9, 17, 4, 30, 45, 120, 11] : [6, 17, 40, 12]
const AT_ONCE = 8
const HOUR_MS = 3_600_000
const SUBSCRIPTIONS = '/v1/subscriptions'

interface Lived extends options.Drawn {
  id: string
  label: string
  /** The keys of items by their IDs. */
  keys: Map<string, string>
  story: string[]
  fault?: string
}

interface Stage {
  api: Api
  key: string
  prices: Map<string, string>
}

async function each<T>(all: T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await act(one)
    }),
  )
}

async function attempt(life: Lived, act: () => Promise<void> | void): Promise<void> {
  if (life.fault) return
  try {
    await act()
  } catch (error) {
    life.fault = [life.label, ...life.story, (error as Error).message].join('\n')
  }
}

const second = (at: number) => Math.floor(at / 1000) * 1000
const shown = (at: number) => new Date(at).toISOString()

async function prepare(t: test.TestContext, began: number): Promise<Stage> {
  const w = await world(t, { wallNow: () => began })
  const { api, keys } = w
  const { test: key } = keys
  const product = await makeProduct(api, {}, { key })
  const prices = new Map<string, string>()
  const add = async (name: string, body: object) => {
    const sent = { ...body, product_id: product.id }
    prices.set(name, (await bodyOf(api.post('/v1/prices', { key, body: sent }))).id)
  }
  for (const price of PRICES) {
    await add(price.name, price.body)
    await add(options.lateOf(price), { ...price.body, billing: 'arrears' })
  }
  return { api, key, prices }
}

/** The prices as the evaluator knows them. */
const KNOWN: Life['prices'] = Object.fromEntries(
  PRICES.flatMap((price) => {
    const { name, interval, count, of } = price
    const terms = { unit_amount: '0', interval, interval_count: count, of }
    return [
      [name, { ...terms, billing: 'advance' }],
      [options.lateOf(price), { ...terms, billing: 'arrears' }],
    ] as const
  }),
)

const soldOf = (prices: Map<string, string>, { price, quantity }: Want) => ({
  price_id: prices.get(price),
  ...(!options.isFlat(price) && { quantity }),
})

async function create(stage: Stage, random: Random, option: options.Option, now: number) {
  const { api, key, prices } = stage
  const { below } = random
  const family = options.drawFamily(random, option)
  const items = Array.from({ length: option === 'mixed' ? 2 + below(2) : 1 + below(3) }, (_, n) =>
    options.drawWant(random, option, family, String(n)),
  )
  const isPast = below(5) === 0
  const day = below(2) === 0 ? options.drawDay(random, family) : undefined
  const sent = {
    ...(isPast && { start: shown(now - below(40 * 86_400) * 1000) }),
    ...(day && { anchor: day }),
    ...(below(2) === 0 && { first_period: random.pick(['prorate', 'full', 'free'] as const) }),
    ...(!isPast && below(5) === 0 && { trial_end: shown(now + 1000 + below(20 * 86_400) * 1000) }),
  }
  const customer_id = `cus_${(await makeCustomer(api, {}, { key })).id}`
  const body = { ...sent, customer_id, items: items.map((item) => soldOf(prices, item)) }
  const { zone, unit } = await bodyOf(api.get('/v1/account', { key })).then((account) => ({
    zone: account.time_zone as string,
    unit: account.proration_unit as Life['unit'],
  }))
  const row = await bodyOf(api.post(SUBSCRIPTIONS, { key, body }), 201)
  const { year, month, day: wanted, second: seconds } = row.anchor
  const time = new Date(seconds * 1000).toISOString().slice(11, 19)
  const anchor: Anchor = { year, month, day: wanted, time }
  const life: Life = {
    ...{ zone, unit, anchor, first_period: row.first_period, start: Date.parse(row.start) },
    ...(row.trial_end !== null && { trial_end: Date.parse(row.trial_end) }),
    ...{ interval: 'month', interval_count: 1, prices: KNOWN, items, acts: [] },
  }
  const grid = gridOf(life)
  // The design is open to whether the day of the start is such a day if days are counted.
  if (day && unit === 'second')
    assert.deepEqual(anchor, grid.anchorOf(day, life.start), 'the anchor')
  const names = items.map(({ price, quantity }) => `${quantity} ${price}`)
  const made: Lived = {
    ...{ option, random, family, life, grid, status: row.status, period: null },
    ...{ next: items.length, changed: grid.first, planned: null, story: [], id: row.id },
    wants: new Map(items.map((item) => [item.id, item])),
    keys: new Map(row.items.map(({ id }: Made, n: number) => [id, String(n)])),
    label: `${option} ${JSON.stringify({ zone, unit, ...sent, items: names })} at ${shown(now)}`,
  }
  take(made, row)
  return made
}

function take(life: Lived, row: Made): void {
  const { current_period: period } = row
  life.status = row.status === 'past_due' ? 'active' : row.status
  life.period = period && { start: Date.parse(period.start), end: Date.parse(period.end) }
  for (const { id } of row.items) if (!life.keys.has(id)) life.keys.set(id, String(life.next))
}

async function send(stage: Stage, life: Lived, command: options.Command): Promise<void> {
  const { verb, body, items, act } = command
  life.story.push(
    `${shown(act.sent ?? act.at)} ${JSON.stringify({ verb, ...body, ...(verb === 'change' && { items }) })}`,
  )
  const ids = new Map([...life.keys].map(([id, key]) => [key, id]))
  const changes = items.map((item) => {
    const id = ids.get(item.id)
    return 'remove' in item
      ? { id, remove: true }
      : { ...(id && { id }), ...soldOf(stage.prices, item), quantity: item.quantity }
  })
  const {
    status,
    text,
    body: row,
  } = await stage.api.post(`${SUBSCRIPTIONS}/${life.id}/${verb}`, {
    key: stage.key,
    body: { ...body, ...(verb === 'change' && { items: changes }) },
  })
  assert.equal(status, 200, text)
  take(life, row)
  if (verb === 'change') life.next++
  for (const item of items)
    if ('remove' in item) life.wants.delete(item.id)
    else life.wants.set(item.id, item)
  if (verb === 'change' || verb === 'resume') life.changed = act.sent ?? act.at
  life.life.acts.push(act)
}

/** The net amount of each item and period, as the documents bill it. */
function billed({ keys, grid }: Lived, invoices: Made[], notes: Made[]): Map<string, number> {
  const sums = new Map<string, number>()
  const lines = new Map<string, Made>()
  const add = (line: Made, amount: number) => {
    const end = grid.effective(grid.instant(line.pricing?.part?.end ?? line.period.end))
    const key = `${keys.get(line.subscription_item_id)} until ${shown(end)}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  for (const { line_items } of invoices)
    for (const line of line_items) {
      lines.set(line.id, line)
      add(line, line.amount)
    }
  for (const note of notes)
    for (const line of note.lines) add(lines.get(line.invoice_line_id), -line.amount)
  return some(sums)
}

function due({ life, grid }: Lived, until: number): Map<string, number> {
  const sums = new Map<string, number>()
  // If days are counted, the trial costs nothing from midnight on, but is billed when it ends.
  const isTrial = life.trial_end !== undefined && until < life.trial_end
  const { rows } = evaluate(life, until)
  for (const { item, period, charged, returned } of isTrial ? [] : rows) {
    const key = `${item} until ${shown(grid.effective(period[1]))}`
    sums.set(key, (sums.get(key) ?? 0) + charged - returned)
  }
  return some(sums)
}

const some = (sums: Map<string, number>) =>
  new Map([...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1)))

async function compare({ api, key }: Stage, lives: Lived[], now: number): Promise<void> {
  const invoices = Map.groupBy(await allOf(api, key, INVOICES), (row) => row.subscription_id)
  const notes = Map.groupBy(await allOf(api, key, '/v1/credit_notes'), (row) => row.subscription_id)
  const rows = new Map((await allOf(api, key, SUBSCRIPTIONS)).map((row) => [row.id, row]))
  for (const life of lives)
    await attempt(life, () => {
      const row = rows.get(life.id) as Made
      take(life, row)
      const items = row.items.map(({ id }: Made) => life.keys.get(id)).sort()
      assert.deepEqual(items, [...life.wants.keys()].sort(), 'the items')
      const seen = billed(life, invoices.get(life.id) ?? [], notes.get(life.id) ?? [])
      assert.deepEqual(seen, due(life, now), `the closed form at ${shown(now)}`)
    })
}

async function play(stage: Stage, random: Random, used: options.Option[], began: number) {
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
  await compare(stage, lives, second(now))
  for (const days of ROUNDS) {
    now = options.drawStop(random, lives, now, days)
    await advanceTo(api, shown(now), { key })
    await compare(stage, lives, second(now))
    for (let turn = 0; turn < 2; turn++)
      await each(lives, (life) =>
        attempt(life, async () => {
          const command = options.drawCommand(life, second(now))
          if (command && life.random.below(turn + 1) === 0) await send(stage, life, command)
        }),
      )
    await compare(stage, lives, second(now))
  }
  // The end is not sent in the second of another command.
  now += HOUR_MS
  await advanceTo(api, shown(now), { key })
  await compare(stage, lives, second(now))
  await each(
    lives.filter(({ status }) => status !== 'canceled'),
    (life) => attempt(life, () => send(stage, life, options.drawEnd(life, second(now)))),
  )
  await compare(stage, lives, second(now))
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
    await play(await prepare(t, began), random, used, began)
  })
