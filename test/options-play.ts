// Plays random lives of subscriptions over HTTP: creates them, sends their commands, and compares their documents with
// the closed form of recurring billing: for each item and period, what invoices bill less what credit notes return.

import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { PRICES } from './changes-prices.ts'
import { allOf } from './changes-sides.ts'
import type { Api } from './client.ts'
import { bodyOf, INVOICES, type Made, makeCustomer, makeProduct } from './fixtures.ts'
import * as options from './options-draw.ts'
import type { Random } from './random.ts'
import { evaluate } from './recurring-evaluator.ts'
import { type Anchor, gridOf } from './recurring-grid.ts'
import type { Life, Want } from './recurring-terms.ts'

const AT_ONCE = 8
const SUBSCRIPTIONS = '/v1/subscriptions'
const NOTES = '/v1/credit_notes'

export interface Lived extends options.Drawn {
  id: string
  label: string
  /** The keys of items by their IDs. */
  keys: Map<string, string>
  story: string[]
  fault?: string
}

export interface Stage {
  api: Api
  key: string
  prices: Map<string, string>
  /** Set if the clock keeps running. */
  runs?: boolean
}

export async function each<T>(all: T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await act(one)
    }),
  )
}

export async function attempt(life: Lived, act: () => Promise<void> | void): Promise<void> {
  if (life.fault) return
  try {
    await act()
  } catch (error) {
    life.fault = [life.label, ...life.story, (error as Error).message].join('\n')
  }
}

export const second = (at: number) => Math.floor(at / 1000) * 1000
export const shown = (at: number) => new Date(at).toISOString()

/** Makes the prices of an environment, each in advance and in arrears. */
export async function prepare(api: Api, key: string, withMinimums: boolean): Promise<Stage> {
  const product = await makeProduct(api, {}, { key })
  const prices = new Map<string, string>()
  const add = async (name: string, body: object) => {
    const sent = { ...body, product_id: product.id }
    prices.set(name, (await bodyOf(api.post('/v1/prices', { key, body: sent }))).id)
  }
  for (const price of PRICES) {
    const least = { name: options.leastOf(price), minimum_amount: options.minimumOf(price) }
    for (const { name, ...more } of [price.name, ...(withMinimums ? [least] : [])].map((each) =>
      typeof each === 'string' ? { name: each } : each,
    )) {
      await add(name, { ...price.body, ...more })
      await add(options.lateOf({ name }), { ...price.body, ...more, billing: 'arrears' })
    }
  }
  return { api, key, prices }
}

/** The prices as the evaluator knows them. */
const KNOWN: Life['prices'] = Object.fromEntries(
  PRICES.flatMap((price) => {
    const { name, interval, count, of } = price
    const terms = { unit_amount: '0', interval, interval_count: count, of }
    const minimum_amount = String(options.minimumOf(price))
    const least = { name: options.leastOf(price), minimum_amount }
    return [{ name }, least].flatMap(({ name, ...more }) => [
      [name, { ...terms, ...more, billing: 'advance' }] as const,
      [options.lateOf({ name }), { ...terms, ...more, billing: 'arrears' }] as const,
    ])
  }),
)

const soldOf = (prices: Map<string, string>, { price, quantity }: Want) => ({
  price_id: prices.get(price),
  ...(!options.isFlat(price) && { quantity }),
})

export async function create(stage: Stage, random: Random, used: options.Option, now: number) {
  const { api, key, prices } = stage
  const { below } = random
  const hasMinimums = used === 'minimum'
  // With each of the others.
  const option = hasMinimums ? random.pick(options.READY) : used
  const family = options.drawFamily(random, option)
  const items = Array.from({ length: option === 'mixed' ? 2 + below(2) : 1 + below(3) }, (_, n) =>
    options.drawWant({ random, option, family, hasMinimums }, String(n)),
  )
  const isPast = below(5) === 0
  const day = below(2) === 0 ? options.drawDay(random, family) : undefined
  const sent = {
    ...(isPast && { start: shown(now - below(40 * 86_400) * 1000) }),
    ...(day && { anchor: day }),
    ...(below(2) === 0 && { first_period: random.pick(['prorate', 'full', 'free'] as const) }),
    ...(!isPast && below(5) === 0 && { trial_end: shown(now + 1000 + below(20 * 86_400) * 1000) }),
  }
  const minimum_amount = hasMinimums && options.mayCostAtLeast(option, below) ? below(60_000) : null
  const customer_id = `cus_${(await makeCustomer(api, {}, { key })).id}`
  const body = {
    ...sent,
    minimum_amount,
    customer_id,
    items: items.map((item) => soldOf(prices, item)),
  }
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
    ...(minimum_amount !== null && { minimum_amount: String(minimum_amount) }),
  }
  const grid = gridOf(life)
  // The design does not say whether the day of the start is such a day if days are counted.
  if (day && unit === 'second')
    assert.deepEqual(anchor, grid.anchorOf(day, life.start), 'the anchor')
  const names = items.map(({ price, quantity }) => `${quantity} ${price}`)
  const made: Lived = {
    ...{ option, hasMinimums, random, family, life, grid, status: row.status, period: null },
    ...{ next: items.length, changed: grid.first, planned: null, days: [], story: [], id: row.id },
    wants: new Map(items.map((item) => [item.id, item])),
    keys: new Map(row.items.map(({ id }: Made, n: number) => [id, String(n)])),
    label: `${used} ${option} ${JSON.stringify({ zone, unit, ...sent, minimum_amount, items: names })} at ${shown(now)}`,
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

export async function send(stage: Stage, life: Lived, command: options.Command): Promise<void> {
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
  if (stage.runs) {
    // A change of nothing updates nothing.
    const sent = Math.max(second(Date.parse(row.updated_at)), act.sent ?? act.at)
    if (act.sent === undefined) act.at = sent
    else act.sent = sent
  }
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
    const isOfAll = line.pricing?.part?.minimum?.whole
    const key = `${isOfAll ? 'all' : keys.get(line.subscription_item_id)} until ${shown(end)}`
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

type Documents = { row: Made; invoices: Made[]; notes: Made[] }

/** The documents of each life, read at once, or one life after another if there are too many for that. */
async function documents({ api, key, runs }: Stage): Promise<(life: Lived) => Promise<Documents>> {
  if (runs)
    return async ({ id }) => {
      const row = await bodyOf(api.get(`${SUBSCRIPTIONS}/${id}`, { key }))
      const invoices = await allOf(api, key, `${INVOICES}?subscription_id=${id}`)
      return {
        row,
        invoices,
        notes: await allOf(api, key, `${NOTES}?customer_id=${row.customer_id}`),
      }
    }
  const invoices = Map.groupBy(await allOf(api, key, INVOICES), (row) => row.subscription_id)
  const notes = Map.groupBy(await allOf(api, key, NOTES), (row) => row.subscription_id)
  const rows = new Map((await allOf(api, key, SUBSCRIPTIONS)).map((row) => [row.id, row]))
  return async ({ id }) => ({
    row: rows.get(id) as Made,
    ...{ invoices: invoices.get(id) ?? [], notes: notes.get(id) ?? [] },
  })
}

/** Compares each life with the closed form, at the present of its documents. */
export async function compare(
  stage: Stage,
  lives: Lived[],
  now: () => number | Promise<number>,
): Promise<void> {
  const documentsOf = await documents(stage)
  await each(lives, (life) =>
    attempt(life, async () => {
      const from = await now()
      const { row, invoices, notes } = await documentsOf(life)
      take(life, row)
      const items = row.items.map(({ id }: Made) => life.keys.get(id)).sort()
      assert.deepEqual(items, [...life.wants.keys()].sort(), 'the items')
      const seen = billed(life, invoices, notes)
      const until = await now()
      // A period can end while they are read.
      if (from < until && isDeepStrictEqual(seen, due(life, from))) return
      assert.deepEqual(seen, due(life, until), `the closed form at ${shown(until)}`)
    }),
  )
}
