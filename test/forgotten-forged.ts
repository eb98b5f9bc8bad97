// Forges stored properties one by one in a transaction that is rolled back, and runs verification on them.

import assert from 'node:assert/strict'
import type { PoolClient } from 'pg'
import { verifyWithin } from '../src/app/verify.ts'
import { STORED_IN } from './forgotten-excused.ts'
import { lineShapeOf, propertiesOf } from './forgotten-shapes.ts'
import type { World } from './harness.ts'
import { undone, WITHOUT_CONSTRAINTS } from './spoiled.ts'

/** Properties of one row that are forged at once: verification lists only the first differences. */
const AT_ONCE = 10

export class Forger {
  readonly #client: PoolClient
  readonly #environment: number
  /** Keyed by `table.column`. */
  readonly #types: Map<string, string>

  constructor(client: PoolClient, environment: number, types: Map<string, string>) {
    this.#client = client
    this.#environment = environment
    this.#types = types
  }

  columnsOf(table: string): string[] {
    return [...this.#types.keys()]
      .filter((name) => name.startsWith(`${table}.`))
      .map((name) => name.slice(table.length + 1))
  }

  /** Returns the properties whose forged value verification does not detect by comparing with the last event. */
  async unnoticed(table: string, properties: Map<string, string>): Promise<string[]> {
    const all = [...properties]
    const found: string[] = []
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE)
      const findings = await this.#findings(
        table,
        some.map(([, column]) => column),
      )
      const silent = some.filter(([property]) => {
        const sentence = new RegExp(`(^|: )${property} is .*, but (its|the) latest event has `, 's')
        return !findings.some((each) => sentence.test(each))
      })
      found.push(...silent.map(([property]) => property))
    }
    return found
  }

  /** True if verification finds a difference when a column is forged. */
  async isNoticed(table: string, column: string): Promise<boolean> {
    return (await this.#findings(table, [column])).length > 0
  }

  /** Returns what verification finds when these columns of one row are forged. */
  async #findings(table: string, columns: string[]): Promise<string[]> {
    const changes = this.#changes(table, columns)
    const forged = columns.map((column) => (this.#types.has(`${table}.${column}`) ? column : '1'))
    await this.#client.query('savepoint sound')
    try {
      const { rowCount } = await this.#client.query(
        // The row with the fewest empty columns, first among those to be forged.
        `update ${table} set ${changes.join()} where ctid = (
           select ctid from ${table} t where environment_id = $1
           order by num_nonnulls(${forged.join()}) desc, (select count(value) from jsonb_each_text(to_jsonb(t))) desc, ctid limit 1)`,
        [this.#environment],
      )
      if (rowCount !== 1) throw new Error(`No row of ${table}: make one in test/forgotten-books.ts`)
      const { checks } = await verifyWithin(this.#client, { environmentId: this.#environment })
      return checks.flatMap(({ examples }) => examples)
    } finally {
      await this.#client.query('rollback to savepoint sound')
    }
  }

  #changes(table: string, columns: string[]): string[] {
    const typed = columns.map((column) => [column, this.#types.get(`${table}.${column}`)] as const)
    const own = typed.flatMap(([column, type]) =>
      type ? [`${column} = ${otherThan(column, type)}`] : [],
    )
    // Settings without their own column are in the profile.
    const others = typed.flatMap(([column, type]) => (type ? [] : [[column, 'forged']]))
    const profile = JSON.stringify(Object.fromEntries(others))
    return others.length > 0 ? [...own, `profile = (profile::jsonb || '${profile}')::json`] : own
  }
}

/** SQL for a value that differs from the current one, by the type of the column. */
export function otherThan(column: string, type: string): string {
  if (type === 'boolean') return `not ${column}`
  if (/^(smallint|integer|bigint|numeric)$/.test(type)) return `coalesce(${column}, 0) + 1`
  if (type === 'date') return `coalesce(${column}, '2020-01-01') + 1`
  if (type.startsWith('timestamp')) return `coalesce(${column}, '2020-01-01') + interval '1 second'`
  if (type === 'uuid') return `'01999999-9999-7999-8999-999999999999'`
  if (type === 'bytea') return `'\\x00'`
  if (type.startsWith('json')) return `'{"forged": "yes"}'`
  if (type === 'ARRAY') return `array_append(${column}, null)`
  return `concat(${column}, 'x')`
}

/** Runs in a transaction that is rolled back, without the constraints that would refuse forged rows. */
export async function forging<T>(
  w: World,
  environment: number,
  work: (forger: Forger) => Promise<T>,
): Promise<T> {
  const columns = await w.sql<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type
     from information_schema.columns where table_schema = 'public' order by ordinal_position`,
  )
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  return undone(w.pool, async (client) => {
    await client.query(`${LOCK_FIRST}; ${WITHOUT_CONSTRAINTS}`)
    const { checks } = await verifyWithin(client, { environmentId: environment })
    assert.deepEqual(
      checks.flatMap(({ examples }) => examples),
      [],
    )
    return work(new Forger(client, environment, types))
  })
}

/** Locks the tables that the running service locks, before any other, to prevent deadlocks. */
const LOCK_FIRST = 'lock table webhook_endpoints, webhook_deliveries, environment_counters, emails'

/** Returns the properties of a kind of object that verification does not compare with the last event. */
export async function uncompared(
  forger: Forger,
  table: string,
  item: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const columns = forger.columnsOf(table)
  const plain = new Map<string, string>()
  const silent = 'can be forged: verification does not compare it with the last event'
  for (const property of propertiesOf(item)) {
    const name = `${item}.${property}`
    const [storedIn = '', column] = (STORED_IN[name] ?? `${table}.${property}`).split('.')
    if (!column) {
      const line = lineShapeOf(item, property)
      for (const own of propertiesOf(line)) {
        const [, within = own] = STORED_IN[`${line}.${own}`]?.split('.') ?? []
        const unnoticed = await forger.unnoticed(storedIn, new Map([[property, within]]))
        if (unnoticed.length > 0) found.set(`${line}.${own}`, silent)
      }
    } else if (property === 'id' || name in STORED_IN) {
      if (!(await forger.isNoticed(storedIn, column))) found.set(name, silent)
    } else if (columns.includes(property) || columns.includes('profile')) {
      plain.set(property, property)
    } else found.set(name, `is no column of ${table}: say in STORED_IN where it is`)
  }
  for (const property of await forger.unnoticed(table, plain))
    found.set(`${item}.${property}`, silent)
  return found
}
