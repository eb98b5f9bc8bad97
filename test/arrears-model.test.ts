// Random lives of subscriptions with items in arrears and in advance, compared with the closed form of the billed amount
// for each item and period, which is written from the documents. SIMULATE_ARREARS sets their number, SIMULATE_SEED the
// seed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { allOf } from './changes-sides.ts'
import type { Api } from './client.ts'
import { advanceTo } from './clock.ts'
import { ACCOUNT, INVOICES, type Made, makeCustomer, makeProduct } from './fixtures.ts'
import { world } from './harness.ts'
import { type Random, randomFrom, SUITE_SEED } from './random.ts'
import { evaluate } from './recurring-evaluator.ts'
import { gridOf } from './recurring-grid.ts'
import type { Act, Life } from './recurring-terms.ts'

const COUNT = Number(process.env.SIMULATE_ARREARS ?? 24)
const seed = Number(process.env.SIMULATE_SEED ?? SUITE_SEED)
const BEGAN = Date.parse('2027-01-31T15:00:00.000Z')
const DAY_MS = 86_400_000
/** Days from one round of commands to the next. */
const ROUNDS = COUNT > 24 ? [6, 11, 3, 20, 9, 33, 1, 14, 40] : [6, 11, 3, 20, 33]
const PATH = '/v1/subscriptions'

const PRICES: Life['prices'] = {
  team: { unit_amount: '4700', billing: 'advance' },
  pro: { unit_amount: '1999.5', billing: 'advance' },
  seat: { unit_amount: '1000', billing: 'arrears' },
  desk: { unit_amount: '730.5', billing: 'arrears' },
}
const NAMES = Object.keys(PRICES)

/** A subscription and its life so far. The items of the life are numbered, as their IDs follow. */
interface Played {
  life: Life
  id: string
  customer: string
  /** The number of each item by its ID. */
  keys: Map<string, string>
  /** The state as the last response shows it. */
  row: Made
  /** Until then, items wait for their next period: the documents leave open what a pause makes of it. */
  keptUntil: number
  story: string[]
  random: Random
}

test(`items in arrears are billed as the documents say (seed ${seed})`, async (t) => {
  const { api, keys } = await world(t, { wallNow: () => BEGAN })
  const key = keys.test
  const send = async (path: string, body: object) => {
    const answer = await api.post(path, { key, body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const random = randomFrom(seed)
  const { id: product_id } = await makeProduct(api, {}, { key })
  const ids = new Map<string, string>()
  for (const [name, { unit_amount, billing }] of Object.entries(PRICES)) {
    const terms = { model: 'per_unit', unit_amount_decimal: unit_amount, interval: 'month' }
    ids.set(name, (await send('/v1/prices', { product_id, ...terms, billing })).id)
  }
  const all: Played[] = []
  for (const unit of ['second', 'day'] as const)
    for (const zone of ['America/Toronto', 'Asia/Kolkata', 'UTC']) {
      await api.patch(ACCOUNT, { key, body: { time_zone: zone, proration_unit: unit } })
      for (let n = 0; n < COUNT / 6; n++)
        all.push(await begin(randomFrom(random.below(2 ** 31)), { zone, unit }))
    }

  async function begin(own: Random, terms: Pick<Life, 'zone' | 'unit'>): Promise<Played> {
    const wanted = Array.from({ length: 1 + own.below(3) }, () => want(own))
    const sent = {
      ...(own.below(2) === 0 && { anchor: { day_of_month: own.pick([1, 15, 31] as const) } }),
      first_period: own.pick(['prorate', 'prorate', 'full', 'free'] as const),
      ...(own.below(4) === 0 && { trial_days: 1 + own.below(20) }),
      ...(own.below(3) === 0 && { start: new Date(BEGAN - own.below(60) * DAY_MS).toISOString() }),
    }
    if ('start' in sent && 'trial_days' in sent) delete (sent as { trial_days?: number }).trial_days
    const customer = `cus_${(await makeCustomer(api, {}, { key })).id}`
    const items = wanted.map(({ price, quantity }) => ({ price_id: ids.get(price), quantity }))
    const row = await send(PATH, { customer_id: customer, items, ...sent })
    const { year, month, day, second } = row.anchor
    const time = new Date(second * 1000).toISOString().slice(11, 19)
    const life: Life = {
      ...{ ...terms, anchor: { year, month, day, time }, first_period: row.first_period },
      ...{ start: Date.parse(row.start), interval: 'month', interval_count: 1, prices: PRICES },
      ...(row.trial_end && { trial_end: Date.parse(row.trial_end) }),
      ...{ items: wanted.map((each, index) => ({ ...each, id: `${index}` })), acts: [] },
    }
    const numbers = new Map<string, string>(
      row.items.map(({ id }: Made, n: number) => [id, `${n}`]),
    )
    const story = [JSON.stringify({ ...terms, ...sent, wanted })]
    const known = { id: row.id, customer, keys: numbers, row, keptUntil: 0 }
    return { ...known, life, story, random: own }
  }

  let now = BEGAN
  for (const days of ROUNDS) {
    now += days * DAY_MS + random.below(DAY_MS / 1000) * 1000
    await advanceTo(api, new Date(now).toISOString(), { key })
    for (const played of all) await act(api, key, { played, ids, now })
  }
  for (const played of all) await stop(api, key, { played, now })
  const [invoices, notes] = await Promise.all([
    allOf(api, key, INVOICES),
    allOf(api, key, '/v1/credit_notes'),
  ])
  const faults = all.flatMap(({ life, id, customer, keys: numbers, story }) => {
    const own = invoices.filter(({ subscription_id }) => subscription_id === id)
    const returned = notes.filter(({ customer_id }) => customer_id === customer)
    const expected = evaluate(life, now).rows.map(({ item, period, charged, returned: less }) => [
      ...[item, ...period.map((at) => new Date(at).toISOString())],
      charged - less,
    ])
    const net = expected.filter(([, , , amount]) => amount !== 0).map(String)
    const seen = netOf(own, returned, { numbers, life }).map(String)
    try {
      assert.deepEqual(seen.toSorted(), net.toSorted())
      return []
    } catch (error) {
      return [[...story, (error as Error).message].join('\n')]
    }
  })
  const [shortest] = faults.toSorted((a, b) => a.length - b.length)
  assert.equal(
    faults.length,
    0,
    `${faults.length} of seed ${seed} differ; the shortest:\n${shortest}`,
  )
})

const want = ({ pick, below }: Random) => ({ price: pick(NAMES), quantity: 1 + below(6) })

/** One random command now. */
async function act(
  api: Api,
  key: string,
  { played, ids, now }: { played: Played; ids: Map<string, string>; now: number },
): Promise<void> {
  const { random, keys, life, id } = played
  const { below, pick } = random
  const row = (await api.get(`${PATH}/${id}`, { key })).body
  const send = async (verb: string, body: object, then: () => Act[]) => {
    const answer = await api.post(`${PATH}/${id}/${verb}`, { key, body })
    const { code } = answer.body?.error ?? {}
    if (code === 'proration_incompatible') return
    assert.equal(answer.status, 200, `${played.story.join('\n')}\n${verb}: ${answer.text}`)
    for (const each of answer.body.items) {
      if (!keys.has(each.id)) keys.set(each.id, `${keys.size}`)
    }
    played.row = answer.body
    life.acts.push(...then())
    played.story.push(`${new Date(now).toISOString()} ${verb} ${JSON.stringify(body)}`)
  }
  const isBilled = row.status === 'active' || row.status === 'past_due'
  const first = gridOf(life).effective(life.trial_end ?? life.start)
  const when =
    isBilled || now > first
      ? { at: now, follows: true }
      : { at: Math.min(now, first), follows: false }
  if (row.status === 'paused') {
    if (below(3) === 0) return
    const anchor = pick(['keep', 'keep', 'reset'] as const)
    return send('resume', { anchor }, () => [{ ...when, type: 'resume', anchor }])
  }
  if (row.status === 'canceled') return
  if (isBilled && now >= played.keptUntil && below(4) === 0) {
    const credit_unused = below(2) === 0
    return send('pause', { credit_unused }, () => [{ ...when, type: 'pause', credit_unused }])
  }
  const proration = isBilled && below(4) === 0 ? 'none' : 'prorate'
  const isReset = isBilled && proration === 'prorate' && below(6) === 0
  const changes = drawChanges(random, row)
  if (changes.length === 0) return
  const items = changes.map(({ price, ...each }) => ({ ...each, price_id: ids.get(price ?? '') }))
  if (proration === 'none' && changes.some(({ price, remove }) => price || remove))
    played.keptUntil = Date.parse(row.current_period.end)
  const anchor = isReset ? ('reset' as const) : ('keep' as const)
  const had = keys.size
  const body = { items, at: 'now', proration, ...(isReset && { anchor }) }
  await send('change', body, () => {
    let added = had
    const wanted = changes.map((each) => {
      const item = each.id === undefined ? `${added++}` : (keys.get(each.id) as string)
      if (each.remove) return { id: item, remove: true as const }
      const now = played.row.items.find((one: Made) => keys.get(one.id) === item)
      const price = NAMES.find((name) => ids.get(name) === now.price_id) as string
      return { id: item, price, quantity: now.quantity }
    })
    return [{ ...when, type: 'change', items: wanted, proration, anchor }]
  })
}

interface Drawn {
  id?: string
  price?: string
  quantity?: number
  remove?: true
}

function drawChanges(random: Random, { items }: Made): Drawn[] {
  const { below, pick } = random
  const { id } = pick(items as Made[])
  switch (below(6)) {
    case 0:
      return items.length > 1 ? [{ id, remove: true }] : []
    case 1:
      return items.length < 4 ? [want(random)] : []
    case 2:
    case 3:
      return [{ id, ...want(random) }]
    default:
      return [{ id, quantity: 1 + below(6) }]
  }
}

async function stop(
  api: Api,
  key: string,
  { played, now }: { played: Played; now: number },
): Promise<void> {
  const { life, id, random } = played
  const unused = random.pick(['none', 'credit'] as const)
  const answer = await api.post(`${PATH}/${id}/cancel`, { key, body: { at: 'now', unused } })
  assert.equal(answer.status, 200, answer.text)
  played.story.push(`${new Date(now).toISOString()} cancel ${unused}`)
  life.acts.push({ at: now, follows: true, type: 'cancel', unused })
}

/** The amounts of lines less what notes return, by item and whole period. */
function netOf(
  invoices: Made[],
  notes: Made[],
  { numbers, life }: { numbers: Map<string, string>; life: Life },
): [string, string, string, number][] {
  const sums = new Map<string, [string, string, string, number]>()
  const lines = new Map<string, string>()
  const grid = gridOf(life)
  for (const line of invoices.flatMap(({ line_items }) => line_items)) {
    const item = numbers.get(line.subscription_item_id) as string
    const [start, end] = wholeOf(line, grid, life)
    const at = [item, start, end].join()
    const sum = sums.get(at)?.[3] ?? 0
    sums.set(at, [item, start, end, sum + line.amount])
    lines.set(line.id, at)
  }
  for (const line of notes.flatMap((note) => note.lines)) {
    const sum = sums.get(lines.get(line.invoice_line_id) as string)
    assert.ok(sum, 'a note returns a line of the subscription')
    sum[3] -= line.amount
  }
  return [...sums.values()].filter(([, , , sum]) => sum !== 0)
}

/** The whole period of a line, as instants: on the grid that was in force when the line begins. */
function wholeOf(
  { period }: Made,
  grid: ReturnType<typeof gridOf>,
  { anchor, acts }: Life,
): [string, string] {
  const at = Date.parse(period.start)
  const reset = acts.findLast(
    (each) => 'anchor' in each && each.anchor === 'reset' && grid.effective(each.at) <= at,
  )
  const own = reset ? grid.anchorAt(grid.effective(reset.at)) : anchor
  const { start, end } = grid.period(own, 'team', at)
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}
