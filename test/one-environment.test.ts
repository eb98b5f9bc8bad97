// The write path for one environment: each statement compares environment_id of every tenant table with a constant, so
// that a database distributed by it sends the statement to one node (docs/decisions/0002). The result is the same as
// that of statements for several environments.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { ROUTES } from '../src/app/routes.ts'
import { TENANT_TABLES } from '../src/app/tables.ts'
import { TABLES } from '../src/app/written.ts'
import type { Row, RowKey, Table, Tx } from '../src/platform/db/table.ts'
import { fullBooks } from './full-books.ts'
import type { World } from './harness.ts'
import { Ids, RUINOUS, verbsOf } from './races/verbs.ts'
import { randomFrom, SUITE_SEED } from './random.ts'

/** How often each write is tried; most find the objects they need, and the others are refused. */
const ROUNDS = 3

interface Sent {
  text: string
  values: readonly unknown[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Operation?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** The statements of each committed transaction, in order. */
function recordWrites(): Sent[][] {
  const recorded: Sent[][] = []
  const open = new WeakMap<pg.Client, Sent[]>()
  const query = pg.Client.prototype.query
  function recording(this: pg.Client, ...asking: [sent: string | Sent]) {
    const [asked] = asking
    const { text, values } = typeof asked === 'string' ? { text: asked, values: [] } : asked
    if (text === 'begin') open.set(this, [])
    open.get(this)?.push({ text, values: values ?? [] })
    if (text === 'commit') recorded.push(open.get(this) ?? [])
    if (text === 'commit' || text === 'rollback') open.delete(this)
    return query.apply(this, asking as unknown as Parameters<typeof query>)
  }
  pg.Client.prototype.query = recording as unknown as typeof query
  after(() => {
    pg.Client.prototype.query = query
  })
  return recorded
}

const locksCounters = ({ text }: Sent) =>
  /from environment_counters c\s+join environment_settings s/.test(text)

/** True if it locks the counters of several environments. */
const isOfSeveral = ({ values: [ids] }: Sent) => typeof ids === 'string' && ids.includes(',')

const writes = recordWrites()
const w = await fullBooks({ after })
await tryEverything(w, 'test')
await tryEverything(w, 'live')
// Its background jobs would lock rows that the tests lock.
await w.stop()

/** Every kind of write, applied to objects of the books, one after another. */
async function tryEverything(w: World, mode: 'test' | 'live'): Promise<void> {
  const random = randomFrom(SUITE_SEED)
  const ids = new Ids(random)
  const lists = ROUTES.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  for (const { path, prefixes } of lists) {
    const { status, body } = await w.api.get(`${prefixes[0]}${path}?limit=100`, {
      key: w.keys[mode],
    })
    if (status !== 200 || !Array.isArray(body?.data)) continue
    for (const { id } of body.data) ids.add(path.split('/')[1] ?? '', String(id))
  }
  const verbs = verbsOf(ids, random)
  const operations = new Map(verbs.map((verb) => [verb.operation, verb]))
  // Created now, so that nothing here revokes the key that sends the requests.
  const key = await w.key({ environment: mode })
  for (const operation of RUINOUS) operations.delete(operation)
  for (let round = 0; round < ROUNDS; round++) {
    for (const { make } of operations.values()) {
      const { method, path, body } = make()
      await w.api.send(method, path, { key, ...(body !== undefined && { body }) })
    }
  }
}

/** Tenant tables that a plan reads without a constant environment. */
function faultsOf(plan: PlanNode): string[] {
  const nodes = flattened(plan)
  const table = plan['Relation Name'] ?? ''
  const faults = nodes.flatMap((node) => {
    const relation = node['Relation Name'] ?? ''
    if (!TENANT_TABLES.includes(relation) || node.Operation) return []
    const conditions = `${node['Index Cond']} ${node['Recheck Cond']} ${node.Filter}`
    return /\benvironment_id = \$\d+/.test(conditions) ? [] : [relation]
  })
  const isFromSet = nodes.some((node) => node['Node Type'] === 'Function Scan')
  const counted = nodes.some((node) => node['Relation Name'] === 'environment_counters')
  if (plan.Operation === 'Insert' && TENANT_TABLES.includes(table) && isFromSet && !counted) {
    faults.push(`${table}, inserted`)
  }
  return faults
}

const flattened = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattened)]

/** The generic plan of a statement, for any values. */
async function planOf(client: pg.ClientBase, { text, values }: Sent): Promise<PlanNode> {
  await client.query(`prepare looked_at as ${text}`)
  try {
    const any = values.map(() => 'null').join(', ')
    const { rows } = await client.query(
      `explain (format json) execute looked_at${any && `(${any})`}`,
    )
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate looked_at')
  }
}

test('every statement of one environment has a constant environment_id for each tenant table', async (t) => {
  const ofOne = writes.filter((sent) => {
    const counters = sent.find(locksCounters)
    return counters && !isOfSeveral(counters)
  })
  const statements = new Map(
    ofOne.flatMap((sent) =>
      sent.filter(({ text }) => / /.test(text)).map((each) => [each.text, each] as const),
    ),
  )
  const client = await w.pool.connect()
  t.after(() => client.release())
  await client.query("set plan_cache_mode = 'force_generic_plan'")
  const faults: string[] = []
  const met = new Set<string>()
  for (const sent of statements.values()) {
    const plan = await planOf(client, sent)
    for (const { 'Relation Name': name } of flattened(plan)) if (name) met.add(name)
    const text = sent.text.replace(/\s+/g, ' ')
    faults.push(...faultsOf(plan).map((table) => `${table}: ${text}`))
  }
  t.diagnostic(`${ofOne.length} transactions, ${statements.size} statements, ${met.size} tables`)
  assert.deepEqual(faults, [])
  // Not written through the lane: the request log, and what belongs to gateways.
  const simulated = ['simulated_payments', 'simulated_refunds', 'simulated_scripts']
  const compared = ['reconciliations', 'reconciliation_marks', 'reconciliation_differences']
  const others = ['requests', ...simulated, ...compared, 'gateway_setups', 'stripe_customers']
  const unmet = TENANT_TABLES.filter((table) => !others.includes(table) && !met.has(table))
  assert.deepEqual(unmet, [], 'tables that no statement was about')
})

const THERE = 1
const ELSEWHERE = 3

/** All rows of tenant tables of these environments. */
async function contents(tx: Tx): Promise<string[]> {
  const tables = TENANT_TABLES.filter((name) => name !== 'environment_counters')
  const texts = tables.map(
    (name) => `select '${name} ' || t::text as row from ${name} t
      where t.environment_id in (${THERE}, ${ELSEWHERE})`,
  )
  const { rows } = await tx.query(`${texts.join(' union all ')} order by 1`)
  return rows.map(({ row }) => row)
}

/** Rows after inserts and updates: in one statement for two environments, or in two for one each. */
async function written(tx: Tx, table: Table, batches: readonly Row[][]): Promise<string[]> {
  await tx.query('savepoint before')
  for (const name of TENANT_TABLES.filter((name) => name !== 'environment_counters')) {
    await tx.query(`delete from ${name} where environment_id in (${THERE}, ${ELSEWHERE})`)
  }
  for (const rows of batches) await table.insert(tx, rows)
  const keys = batches.map((rows) =>
    rows.map(({ environment_id, id }): RowKey => ({ environment_id, id })),
  )
  for (const of of keys) {
    const found = await table.lock(tx, of, 'wait')
    assert.equal(found.length, of.length, table.name)
    // Tables without this column never change.
    if (!found.every((row) => 'updated_at' in row)) continue
    const changed = found.map((row) => ({ ...row, updated_at: Date.parse('2030-01-01') }))
    await table.update(tx, changed)
  }
  const found = await contents(tx)
  await tx.query('rollback to savepoint before')
  return found
}

test('one statement for two environments leaves the same rows as two for one each', async (t) => {
  const tx = await w.pool.connect()
  t.after(async () => {
    await tx.query('rollback')
    tx.release()
  })
  await tx.query('begin')
  // An autovacuum of the table gives way after a second, which is as long as the pool waits.
  await tx.query("set local lock_timeout = '30s'")
  // Rows of one table only, without the rows that they reference.
  const { rows: references } = await tx.query(`
    select conrelid::regclass::text as name, conname from pg_constraint where contype = 'f'`)
  for (const { name, conname } of references) {
    await tx.query(`alter table ${name} drop constraint ${conname}`)
  }
  const declared = TABLES.filter(
    (table) => 'members' in table && TENANT_TABLES.includes(table.name),
  )
  for (const table of declared) {
    const { rows: keys } = await tx.query(
      `select environment_id, id from ${table.name} where environment_id = ${THERE} order by id`,
    )
    const here = await table.lock(tx, keys, 'wait')
    assert.ok(here.length > 1, table.name)
    const there = here.map((row) => ({ ...row, environment_id: ELSEWHERE }))
    const together = await written(tx, table, [[...here, ...there]])
    assert.ok(together.length >= 2 * here.length, table.name)
    assert.deepEqual(await written(tx, table, [here, there]), together, table.name)
  }
})
