// Books and chain forged with the database and without the key: each forgery is tried, its chain verified, and the
// transaction rolled back. The gate tries a sample, FORGERIES=all everything.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createHeads } from '../src/platform/db/chain-heads.ts'
import { KeyRing } from '../src/platform/key-ring.ts'
import { ChainForger } from './chain-forger.ts'
import { chainedBooks, EVENT, LIVE, RESET, SECRET_KEY, TEST } from './chained-books.ts'
import { ERASURES, LINKS } from './forged-chain-links.ts'
import { MOVED, REMOVED } from './forged-chain-rows.ts'
import { otherThan } from './forgotten-forged.ts'
import { partOf } from './spoil-sample.ts'
import { chainDifferences, undone } from './spoiled.ts'

const books = await chainedBooks({ after })
const { pool } = await books.copy({ after })
const heads = createHeads(new KeyRing([Buffer.from(SECRET_KEY)]))

const CHAINED = ['events', 'audit_log', 'chain_links', 'chain_rewrites', 'environment_counters']
const WITHOUT_RULES = `do $$
  declare c record;
  begin
    for c in select conrelid::regclass as t, conname from pg_constraint
      where conrelid = any ('{${CHAINED}}'::regclass[]) order by contype = 'n'
    loop execute format('alter table %s drop constraint if exists %I cascade', c.t, c.conname);
    end loop;
  end $$`
await pool.query(WITHOUT_RULES)

/** Hashes the chain and everything that it covers. */
const STATE = `select md5(string_agg(md5(row), '' order by row)) as state from (
  ${CHAINED.map((table) => `select '${table}' || x::text as row from ${table} x`).join(' union all ')}) rows`

const sentencesOf = (f: ChainForger, environmentId?: number): Promise<string[]> =>
  chainDifferences(f.tx, { heads, given: [] }, environmentId)

async function stateOf({ tx }: ChainForger): Promise<string> {
  return (await tx.query(STATE)).rows[0].state
}

/** Runs `work` in a transaction that is rolled back. */
const forging = <T>(environment: number, work: (f: ChainForger) => Promise<T>): Promise<T> =>
  undone(pool, (tx) => work(new ChainForger(tx, environment)))

async function withoutTrace<T>(f: ChainForger, work: () => Promise<T>): Promise<T> {
  await f.tx.query('savepoint sound')
  try {
    return await work()
  } finally {
    await f.tx.query('rollback to savepoint sound')
  }
}

/** The one thing that cannot be recomputed without the key. */
const HEAD = /the head/

const said = (sentences: string[]) => sentences.join('\n') || 'nothing is told'

function assertReported(sentences: string[], found: RegExp): void {
  assert.ok(
    sentences.some((sentence) => found.test(sentence)),
    said(sentences),
  )
}

test('the books are clean, and recomputing the chain as the decision describes changes nothing', async () => {
  for (const environment of [TEST, LIVE, RESET]) {
    await forging(environment, async (f) => {
      const before = await stateOf(f)
      assert.deepEqual(await sentencesOf(f), [])
      await f.fit()
      assert.equal(await stateOf(f), before)
    })
  }
})

const attacks = [...REMOVED, ...MOVED, ...ERASURES, ...LINKS]
const tried = partOf(attacks, 4)
for (const attack of attacks) {
  const { name, environment = TEST, forge, found } = attack
  test(`a forgery of the chain is found: ${name}`, { skip: !tried.includes(attack) }, async () => {
    await forging(environment, async (f) => {
      const before = await stateOf(f)
      await forge(f)
      assert.notEqual(await stateOf(f), before, 'nothing was forged')
      const plain = await sentencesOf(f)
      assertReported(plain, found)
      await f.fit()
      // Recomputing undid the change, so nothing is forged.
      if ((await stateOf(f)) === before) return
      const fitted = await sentencesOf(f)
      assert.ok(
        fitted.some((sentence) => HEAD.test(sentence) || found.test(sentence)),
        said(fitted),
      )
    })
  })
}

/** Conditions that match rows of each kind, one in each state. */
const ROWS: Record<string, string[]> = {
  events: [
    ...[EVENT.adaUpdated, EVENT.finalized, EVENT.boUpdated, EVENT.boErased].map(
      (sequence) => `environment_id = 1 and sequence = ${sequence}`,
    ),
    'environment_id = 3',
  ],
  audit_log: [
    'environment_id = 1 and first_sequence = 4',
    "environment_id = 3 and action like 'reset%'",
  ],
  chain_links: [
    ...['written', 'erased'].map(
      (kind) => `environment_id = 1 and link = (select max(link) from chain_links
        where environment_id = 1 and kind = '${kind}')`,
    ),
    "environment_id = 3 and kind = 'reset'",
    "environment_id = 3 and kind = 'late'",
  ],
  chain_rewrites: [`environment_id = 1 and sequence = ${EVENT.boUpdated}`],
  environment_counters: ['environment_id = 1'],
}

/** Columns that the chain does not cover, as the decision says, or that have checks of their own. */
const UNLINKED = /^(events\.customer_id|environment_counters\.(?!chain_).*)$/

const { rows: columns } = await pool.query<{
  tbl: string
  name: string
  type: string
  empty: boolean
}>(
  `select table_name as tbl, column_name as name, data_type as type, is_nullable = 'YES' as empty from information_schema.columns
   where table_schema = 'public' and table_name = any ($1) order by ordinal_position`,
  [CHAINED],
)

/** Changes one row and rolls back; returns the ways in which it went unnoticed: as it is, or recomputed. */
function unnoticed(
  f: ChainForger,
  table: string,
  where: string,
  change: string,
): Promise<string[]> {
  return withoutTrace(f, async () => {
    const before = await stateOf(f)
    await f.tx.query(`update ${table} set ${change} where ${where}`)
    if ((await stateOf(f)) === before) return []
    const ways: string[] = []
    if ((await sentencesOf(f, f.environment)).length === 0) ways.push('as it is')
    await f.fit()
    if ((await stateOf(f)) !== before && (await sentencesOf(f, f.environment)).length === 0)
      ways.push('made to fit')
    return ways.map((way) => `${table} ${where}: ${change}, ${way}`)
  })
}

for (const table of CHAINED) {
  test(`each changed or emptied column of ${table} is found`, async () => {
    const passed: string[] = []
    for (const where of ROWS[table] ?? []) {
      await forging(Number(/\d/.exec(where)?.[0]), async (f) => {
        const { rowCount } = await f.tx.query(`select from ${table} where ${where}`)
        assert.ok(rowCount, where)
        const linked = columns.filter(
          ({ tbl, name }) => tbl === table && !UNLINKED.test(`${table}.${name}`),
        )
        for (const { name, type, empty } of partOf(linked, 3)) {
          for (const value of [otherThan(name, type), ...(empty ? ['null'] : [])]) {
            passed.push(...(await unnoticed(f, table, where, `${name} = ${value}`)))
          }
        }
      })
    }
    assert.deepEqual(passed, [])
  })
}
