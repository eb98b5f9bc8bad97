// Corruptions of one row, made from the database catalogue: each value changed, each row deleted, copied or moved.

import { type Column, erasureOf, type Row, type Shape, stateOf } from './corruptions-shapes.ts'
import {
  firstValues,
  freshValue,
  type OtherJson,
  otherJsons,
  otherValues,
} from './corruptions-values.ts'

/** One statement, and the environments to verify after it. */
export interface Attempt {
  text: string
  values: (string | null)[]
  environments: number[]
}

/** One corruption of a row of one state; the first attempt that PostgreSQL accepts is judged. */
export interface Spoiling {
  /** For example `invoices.total changed` or `customers removed`: the key for which an excuse is given. */
  key: string
  state: string
  attempts: Attempt[]
}

/** Maximum number of rows of one state that are tried in turn, until PostgreSQL accepts a change of one. */
const ROWS_MOST = 12

/** Returns all of them. A key without any row to try it on has no corruption but is still in `keys`. */
export function spoilings(
  shapes: Shape[],
  environments: number[],
): { keys: string[]; all: Spoiling[] } {
  const all = shapes.flatMap((shape) => [
    ...ofColumns(shape),
    ...ofJsons(shape),
    ...ofRows(shape, environments),
  ])
  const keys = shapes.flatMap(keysOf)
  return { keys: [...new Set([...keys, ...all.map(({ key }) => key)])], all }
}

/** Keys that need a verdict, whether or not there is a row to try them on. */
function keysOf(shape: Shape): string[] {
  const { table } = shape
  return [
    ...judgedColumns(shape).flatMap(({ name, nullable }) =>
      ['changed', ...(nullable ? ['emptied', 'filled'] : [])].map(
        (way) => `${table}.${name} ${way}`,
      ),
    ),
    ...['removed', 'doubled', ...(isTenant(shape) ? ['moved'] : [])].map(
      (way) => `${table} ${way}`,
    ),
  ]
}

const isTenant = ({ columns }: Shape) => columns.some(({ name }) => name === 'environment_id')

/** A changed environment_id is tried as moving the row. */
const judgedColumns = ({ columns }: Shape) =>
  columns.filter(({ name }) => name !== 'environment_id')

function statesOf(shape: Shape, rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => stateOf(shape, row))
}

function ofColumns(shape: Shape): Spoiling[] {
  return judgedColumns(shape).flatMap((column) => {
    const { name, nullable, type } = column
    const key = `${shape.table}.${name}`
    const filled = shape.rows.filter((row) => row[name] !== null)
    const empty = shape.rows.filter((row) => row[name] === null)
    const ways: [string, Row[], (row: Row) => (string | null)[]][] = []
    // The first value represents the JSON here; each of its values is also tried separately.
    ways.push([
      'changed',
      filled,
      type === 'json' ? someJson : (row) => otherValues(shape, column, row),
    ])
    if (nullable) {
      ways.push(['emptied', filled, () => [null]])
      ways.push(['filled', empty, (row) => firstValues(shape, column, row)])
    }
    function someJson(row: Row): string[] {
      const others = otherJsons(row[name] as string)
      // Another value in each state, so that one event type is not always tested with the same value.
      const nth = [...statesOf(shape, filled).keys()].indexOf(stateOf(shape, row))
      return [(others[nth % others.length] as OtherJson).text]
    }
    return ways.flatMap(([way, rows, values]) =>
      inEachState(shape, `${key} ${way}`, rows, (row) =>
        values(row).map((value) => setting(shape, row, column, value)),
      ),
    )
  })
}

/** Each value in a JSON column, in the richest row of its kind that has it. */
function ofJsons(shape: Shape): Spoiling[] {
  const kindOf = (row: Row) =>
    `${shape.table === 'events' ? row.type?.split('.')[0] : ''} ${erasureOf(shape, row)}`
  return judgedColumns(shape)
    .filter(({ type }) => type === 'json')
    .flatMap((column) => {
      const seen = new Map<string, Spoiling>()
      for (const row of shape.rows) {
        const text = row[column.name]
        if (text === null || text === undefined) continue
        for (const other of otherJsons(text)) {
          const at = `${kindOf(row)} ${other.at}`
          if (other.at === '' || seen.has(at)) continue
          seen.set(at, {
            key: `${shape.table}.${column.name}.${other.at} changed`,
            state: stateOf(shape, row),
            attempts: [setting(shape, row, column, other.text)],
          })
        }
      }
      return [...seen.values()]
    })
}

function ofRows(shape: Shape, environments: number[]): Spoiling[] {
  const { table, rows } = shape
  const ways: [string, (row: Row) => Attempt[]][] = [
    ['removed', (row) => [removal(shape, row)]],
    ['doubled', (row) => doublings(shape, row, environments)],
  ]
  if (isTenant(shape)) ways.push(['moved', (row) => moves(shape, row, environments)])
  return ways.flatMap(([way, attempts]) => inEachState(shape, `${table} ${way}`, rows, attempts))
}

function inEachState(
  shape: Shape,
  key: string,
  rows: Row[],
  attemptsOf: (row: Row) => Attempt[],
): Spoiling[] {
  return [...statesOf(shape, rows)].map(([state, alike]) => ({
    key,
    state,
    attempts: alike.slice(0, ROWS_MOST).flatMap(attemptsOf),
  }))
}

function setting(shape: Shape, row: Row, column: Column, value: string | null): Attempt {
  const { where, values } = rowIs(shape, row, 2)
  return {
    text: `update ${shape.table} set ${column.name} = $1::${column.type} where ${where}`,
    values: [value, ...values],
    environments: environmentsOf(shape, row),
  }
}

function removal(shape: Shape, row: Row): Attempt {
  const { where, values } = rowIs(shape, row, 1)
  const environments = environmentsOf(shape, row)
  return { text: `delete from ${shape.table} where ${where}`, values, environments }
}

/** To the same account first, where most moves are harder to notice. */
function moves(shape: Shape, row: Row, environments: number[]): Attempt[] {
  const from = Number(row.environment_id)
  const { where, values } = rowIs(shape, row, 2)
  // A user's own link has no environment.
  if (from === 0) return []
  return environments
    .filter((to) => to !== from)
    .map((to) => ({
      text: `update ${shape.table} set environment_id = $1::int where ${where}`,
      values: [String(to), ...values],
      environments: [from, to],
    }))
}

/** A copy with another key. If a unique constraint refuses that, its columns get other values, too. */
function doublings(shape: Shape, row: Row, environments: number[]): Attempt[] {
  const own = (name: string) => name !== 'environment_id'
  const columnOf = (name: string) => shape.columns.find((column) => column.name === name) as Column
  const fresh = (name: string) => freshValue(shape, columnOf(name), row)
  const keys = shape.primary.filter(own).toReversed()
  if (keys.length === 0) {
    return environments
      .filter((to) => to !== Number(row.environment_id))
      .map((to) => copy(shape, row, new Map([['environment_id', String(to)]]), [to]))
  }
  const byKey = keys.flatMap((name) => fresh(name).map((value) => new Map([[name, value]])))
  const rules = shape.uniques.map((rule) =>
    rule.findLast((name) => own(name) && row[name] !== null),
  )
  const byRules = byKey.slice(0, 1).map((changes) => {
    const others = new Map(changes)
    for (const name of rules)
      if (name && !others.has(name)) others.set(name, fresh(name)[0] as string)
    return others
  })
  return [...byKey, ...byRules].map((changes) => copy(shape, row, changes, []))
}

function copy(shape: Shape, row: Row, changes: Map<string, string>, to: number[]): Attempt {
  const entries = [...changes]
  const { where, values } = rowIs(shape, row, entries.length + 1)
  const list = shape.columns.map(({ name, type }) => {
    const nth = entries.findIndex(([changed]) => changed === name)
    return nth < 0 ? name : `$${nth + 1}::${type}`
  })
  const names = shape.columns.map(({ name }) => name).join(', ')
  return {
    text: `insert into ${shape.table} (${names}) select ${list.join(', ')} from ${shape.table} where ${where}`,
    values: [...entries.map(([, value]) => value), ...values],
    environments: [...environmentsOf(shape, row), ...to],
  }
}

/** Condition that matches the row by its primary key; `first` is the number of its first parameter. */
function rowIs(
  shape: Shape,
  row: Row,
  first: number,
): { where: string; values: (string | null)[] } {
  const where = shape.primary.map((name, nth) => `${name}::text = $${first + nth}`).join(' and ')
  return { where, values: shape.primary.map((name) => row[name] ?? null) }
}

/** Rows without an environment belong to an account or to users; for those, the live books of the first account. */
function environmentsOf({ table }: Shape, row: Row): number[] {
  if (row.environment_id) return [Number(row.environment_id)]
  if (table === 'environments') return [Number(row.id)]
  if (table === 'accounts') return [Number(row.id) * 2 - 1, Number(row.id) * 2]
  return [2]
}
