// How long a page of 20 invoices with their lines takes, however many there are and however deep.

import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import type { Bench, Figure, RatioName } from './bench.ts'
import { CUSTOMERS, firstCustomerOf, listEnvironment, seededId, seedInvoices } from './seed.ts'
import { asSuperuser } from './server.ts'
import { median } from './stats.ts'
import { keyOf, type World } from './world.ts'

const SIZES = [3, 5, 6] as const
type Digits = (typeof SIZES)[number]
const SUPERSCRIPT = { 3: '10³', 5: '10⁵', 6: '10⁶' } as const
const LIMIT = 20

/** Seeds an environment of each size, with statistics and visibility as after a day's vacuum. */
export async function seedLists(bench: Bench, { server, tenants }: World): Promise<void> {
  await asSuperuser(server, server.connection.database, async (client) => {
    for (const digits of SIZES) {
      bench.say(`seeding a list of ${SUPERSCRIPT[digits]} invoices`)
      const environment = listEnvironment(tenants, digits)
      await seedInvoices(client, tenants, {
        environments: [environment, environment],
        numbers: [1, 10 ** digits],
        states: 'mixed',
      })
    }
    await client.query('vacuum analyze invoices, invoice_lines')
  })
}

/** What a list is narrowed to, and which numbers of the seeded invoices that leaves. */
interface Filter {
  name: string
  about: string
  query(world: World, digits: Digits): string
  /** How many of so many invoices it leaves. */
  share: number
  /** The number of the nth invoice it leaves, counted from the newest. */
  nth(n: number, size: number): number
}

const FILTERS: Filter[] = [
  { name: 'all', about: 'all', query: () => '', share: 1, nth: (n, size) => size - n },
  {
    name: 'status',
    about: 'status=posted',
    query: () => '&status=posted',
    share: 0.3,
    // Each hundred holds ten drafts, ten voids, and then thirty posted ones: see the seeds.
    nth: (n, size) => size - 51 - Math.floor(n / 30) * 100 - (n % 30),
  },
  {
    name: 'customer',
    about: 'one of ten customers',
    share: 1 / CUSTOMERS,
    query: ({ tenants }, digits) =>
      `&customer_id=${firstCustomerOf(tenants, listEnvironment(tenants, digits))}`,
    nth: (n, size) => size - n * CUSTOMERS,
  },
  {
    name: 'created',
    about: 'the older half by created_at',
    share: 0.5,
    query: (_world, digits) =>
      `&created_at[lte]=${new Date(Date.UTC(2025, 0, 1) + 500 * 10 ** digits).toISOString()}`,
    nth: (n, size) => size / 2 - n,
  },
]

type Place = 'first' | 'middle' | 'last'
const PLACES: Place[] = ['first', 'middle', 'last']
type By = 'offset' | 'cursor'

interface Page {
  filter: Filter
  place: Place
  by: By
}

const PAGES: Page[] = FILTERS.flatMap((filter) =>
  (['offset', 'cursor'] as const).flatMap((by) => PLACES.map((place) => ({ filter, place, by }))),
)

export async function measureLists(bench: Bench, world: World): Promise<Figure[]> {
  await seedLists(bench, world)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = new Map<string, number[]>()
  const nameOf = ({ filter, by, place }: Page, digits: Digits) =>
    `list_${filter.name}_${place}_${by}_1e${digits}`
  try {
    for (let round = -1; round < bench.rounds; round++) {
      bench.say(round < 0 ? 'lists, warming up' : `lists, round ${round + 1} of ${bench.rounds}`)
      for (const page of PAGES) {
        for (const digits of SIZES) {
          const ms = await time(bench, agent, world, page, digits, round < 0 ? 2 : 5)
          const name = nameOf(page, digits)
          if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
        }
      }
    }
  } finally {
    agent.destroy()
  }
  return PAGES.flatMap((page) =>
    figuresOf(page, (digits, of = page) => times.get(nameOf(of, digits)) ?? []),
  )
}

function figuresOf(page: Page, valuesOf: (digits: Digits, of?: Page) => number[]): Figure[] {
  const { filter, place, by } = page
  return SIZES.map((digits) => {
    const about = `list page of ${LIMIT}, ${filter.about}, ${place} by ${by}, of ${SUPERSCRIPT[digits]}`
    const name = `list_${filter.name}_${place}_${by}_1e${digits}`
    const isRatio = filter.name === 'all' && digits === 6
    const ratio: RatioName | undefined =
      isRatio && by === 'cursor' && place === 'middle' ? 'cursor_1e6_vs_1e3' : undefined
    const beside = [
      ...(digits === 3
        ? []
        : [{ about: 'the same of 10³', values: valuesOf(3), ...(ratio && { ratio }) }]),
      ...(isRatio && by === 'offset' && place === 'last'
        ? [
            {
              about: 'the first of 10⁶',
              ratio: 'last_offset_1e6_vs_first' as const,
              values: valuesOf(6, { ...page, place: 'first' }),
            },
          ]
        : []),
    ]
    return { name, about, unit: 'ms' as const, values: valuesOf(digits), beside }
  })
}

/** The median of some requests for a page, one after another on one connection, in milliseconds. */
async function time(
  bench: Bench,
  agent: Agent,
  world: World,
  { filter, place, by }: Page,
  digits: Digits,
  times: number,
): Promise<number> {
  const size = 10 ** digits
  const count = Math.floor(size * filter.share)
  const from = { first: 0, middle: count / 2, last: count - LIMIT }[place]
  // The page after a cursor begins one further, so the cursor is the one before; of the first, the first.
  const position =
    by === 'offset'
      ? `&offset=${from}`
      : `&starting_after=${seededId(filter.nth(Math.max(from - 1, 0), size))}`
  const path = `/v1/invoices?limit=${LIMIT}${filter.query(world, digits)}${position}`
  const key = keyOf(world.keys, listEnvironment(world.tenants, digits))
  const samples: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const startedMs = performance.now()
    const text = await fetchText(bench, agent, `${world.server.url}${path}`, key)
    samples.push(performance.now() - startedMs)
    const { length } = (JSON.parse(text) as { data: unknown[] }).data
    if (length !== LIMIT) throw new Error(`${path} answered ${length} invoices, not ${LIMIT}.`)
  }
  return median(samples)
}

async function fetchText(bench: Bench, agent: Agent, url: string, key: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { agent, signal: bench.signal, headers: { authorization: `Bearer ${key}` } }
    httpGet(url, options, resolve).on('error', reject)
  })
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`)
  return text
}
