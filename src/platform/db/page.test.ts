// Pages of a list, compared with a plain list in memory: by offset from both ends, and by cursor.

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { openDatabase } from '../../../test/database.ts'
import { makeThings } from '../../../test/things.ts'
import type { Refusal } from '../refusal.ts'
import { type PageQuery, type PageSource, readPage } from './page.ts'
import { openPool } from './pool.ts'
import { sql } from './sql.ts'

const { pool } = await openDatabase({ after })
await makeThings(pool)
await pool.query(
  `create table leaves (environment_id int, id int, created_at timestamptz(3), colour text,
     fallen boolean, primary key (environment_id, id))`,
)

interface Leaf {
  id: number
  created_at: number
  colour: string
  fallen: boolean
}

const source: PageSource = {
  table: 'leaves',
  environmentId: 1,
  visible: sql`not fallen`,
  filters: [],
  counter: 'invoices_count',
  decodeCursor: (cursor) => (/^leaf_\d+$/.test(cursor) ? Number(cursor.slice(5)) : undefined),
}

/** The same leaves of the test table, merged from parts by color; no leaf is blue. */
const parted: PageSource = {
  ...source,
  filters: [sql`colour = any('{red,brown,blue}')`],
  parts: {
    of: sql`(select unnest('{red,brown,blue}'::text[]) as colour)`,
    filters: [sql`colour = part.colour`],
  },
}

/** Creates exactly these leaves in environment 1, and the same in environment 2, which must never appear. */
async function grow(leaves: Leaf[]): Promise<void> {
  const of = <T>(read: (leaf: Leaf) => T) => leaves.map(read)
  await pool.query('truncate leaves')
  await pool.query(
    `insert into leaves select e, l.* from generate_series(1, 2) e,
       unnest($1::int[], $2::timestamptz[], $3::text[], $4::boolean[]) l`,
    [of((l) => l.id), of((l) => new Date(l.created_at)), of((l) => l.colour), of((l) => l.fallen)],
  )
  await pool.query('update environment_counters set invoices_count = $1 where environment_id = 1', [
    leaves.filter((leaf) => !leaf.fallen).length,
  ])
}

const newestFirst = (leaves: Leaf[]) =>
  leaves.filter((leaf) => !leaf.fallen).sort((a, b) => b.created_at - a.created_at || b.id - a.id)

const START = Date.UTC(2026, 0, 1)
const leaf = fc.record({
  id: fc.integer({ min: 1, max: 100_000 }),
  // Few timestamps, so that many leaves share one.
  created_at: fc.integer({ min: 0, max: 5 }).map((ms) => START + ms),
  colour: fc.constantFrom('red', 'brown'),
  fallen: fc.boolean(),
})
const tree = fc.uniqueArray(leaf, { selector: ({ id }) => id, maxLength: 40 })
const limit = fc.integer({ min: 1, max: 12 })

test('a page by offset is that part of the list, whichever end it was read from', async () => {
  const position = fc.record({ limit, offset: fc.integer({ min: 0, max: 45 }) })
  await fc.assert(
    fc.asyncProperty(tree, fc.array(position, { minLength: 4 }), async (leaves, positions) => {
      await grow(leaves)
      for (const { limit, offset } of positions) {
        const red = { ...source, filters: [sql`colour = ${'red'}`] }
        for (const from of [source, red, parted]) {
          const colour = from === red ? 'red' : undefined
          const whole = newestFirst(leaves).filter((each) => !colour || each.colour === colour)
          const ids = whole.slice(offset, offset + limit).map(({ id }) => id)
          assert.deepEqual(await readPage(pool, from, { limit, offset }), {
            ids,
            has_more: whole.length > offset + limit,
            total_count: whole.length,
            limit,
            offset,
          })
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('walking by cursor in either direction returns the whole list once', async () => {
  await fc.assert(
    fc.asyncProperty(tree, limit, async (leaves, limit) => {
      await grow(leaves)
      const whole = newestFirst(leaves).map(({ id }) => id)
      for (const from of [source, parted]) {
        const up = await walk(from, 'ending_before', { limit })
        assert.deepEqual(await walk(from, 'starting_after', { limit }), whole)
        assert.deepEqual(up.toSorted(), whole.toSorted())
      }
    }),
    { numRuns: 25 },
  )
})

/** Returns all IDs, page by page; the walk up starts from the oldest leaf, which no page returns. */
async function walk(
  from: PageSource,
  way: 'starting_after' | 'ending_before',
  query: PageQuery,
): Promise<unknown[]> {
  const down = way === 'starting_after'
  const { ids: all } = await readPage(pool, from, { limit: 100 })
  let page = down ? await readPage(pool, from, query) : { ids: all.slice(-1), has_more: true }
  const seen = [...page.ids]
  for (;;) {
    const edge = page.ids.at(down ? -1 : 0)
    if (edge === undefined) return seen
    const next = await readPage(pool, from, { ...query, [way]: `leaf_${edge}` })
    assert.equal(page.has_more || next.ids.length === 0, true, 'has_more has told so')
    assert.equal(next.total_count, all.length)
    if (down) seen.push(...next.ids)
    else seen.unshift(...next.ids)
    page = next
  }
}

test('created_at filters match their operators', async () => {
  await grow([0, 1, 1, 2].map((ms, index) => made(index + 1, ms)))
  const at = new Date(START + 1).toISOString()
  const ids = async (query: PageQuery) => (await readPage(pool, source, query)).ids
  assert.deepEqual(await ids({ 'created_at[gte]': at }), [4, 3, 2])
  assert.deepEqual(await ids({ 'created_at[gt]': at }), [4])
  assert.deepEqual(await ids({ 'created_at[lte]': at }), [3, 2, 1])
  assert.deepEqual(await ids({ 'created_at[lt]': at }), [1])
  assert.deepEqual(await ids({ 'created_at[gte]': at, 'created_at[lte]': at }), [3, 2])
})

function made(id: number, ms = 0): Leaf {
  return { id, created_at: START + ms, colour: 'red', fallen: false }
}

test('a filtered list is counted up to 10 000, an unfiltered one without limit', async () => {
  const filtered = { ...source, filters: [sql`colour = 'red'`] }
  await grow(Array.from({ length: 10_000 }, (_, index) => made(index + 1)))
  assert.equal((await readPage(pool, filtered, {})).total_count, 10_000)
  await grow(Array.from({ length: 10_001 }, (_, index) => made(index + 1)))
  assert.equal((await readPage(pool, filtered, {})).total_count, null)
  assert.equal((await readPage(pool, source, {})).total_count, 10_001)
  const end = await readPage(pool, filtered, { offset: 9_999, limit: 5 })
  assert.deepEqual([end.ids, end.has_more], [[2, 1], false])
})

const refusals: [query: PageQuery, code: string, param: string][] = [
  [{ offset: 0, starting_after: 'leaf_1' }, 'parameters_exclusive', 'starting_after'],
  [{ starting_after: 'leaf_1', ending_before: 'leaf_1' }, 'parameters_exclusive', 'ending_before'],
  [{ starting_after: 'leaf_99' }, 'parameter_invalid', 'starting_after'],
  [{ ending_before: 'leaf_99' }, 'parameter_invalid', 'ending_before'],
  [{ starting_after: 'root_1' }, 'parameter_invalid', 'starting_after'],
  [{ starting_after: '' }, 'parameter_invalid', 'starting_after'],
  [{ ending_before: '' }, 'parameter_invalid', 'ending_before'],
]

for (const [query, code, param] of refusals) {
  test(`${JSON.stringify(query)} is refused`, async () => {
    await grow([made(1)])
    await assert.rejects(readPage(pool, source, query), (error: Refusal) => {
      assert.deepEqual([error.code, error.param], [code, param])
      return true
    })
  })
}

test('a cursor still works after its object has left the list', async () => {
  await grow([made(1), { ...made(2), fallen: true }, made(3)])
  assert.deepEqual((await readPage(pool, source, { starting_after: 'leaf_2' })).ids, [1])
  assert.deepEqual((await readPage(pool, source, { ending_before: 'leaf_2' })).ids, [3])
})

test('without a database the page fails once, and no rejection is left unhandled', async () => {
  const nowhere = openPool({ host: '/nonexistent' }, { size: 4 })
  for (const query of [{}, { offset: 5 }, { starting_after: 'leaf_1' }]) {
    await assert.rejects(readPage(nowhere, source, query), { code: 'ENOENT' })
  }
  await nowhere.end()
})
