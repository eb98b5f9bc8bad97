// CSV columns of a list: which properties of an object become cells, and how.

import { invariant } from '../../invariant.ts'
import { type CsvColumn, textCell } from '../csv.ts'
import type { Members } from '../db/column.ts'

/** An object as the API returns it. */
type Item = Record<string, unknown>
type Column = CsvColumn

/** A string column, escaped so that no spreadsheet reads it as a formula. */
export const text = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => textCell(value === null || value === undefined ? null : `${value}`),
})

/** A number, boolean or timestamp column, which can never be a formula. */
export const plain = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => (value === null || value === undefined ? '' : String(value)),
})

interface JsonColumn {
  /** The column's heading; defaults to the property's name. */
  heading?: string
  /** Converts each list item before it is written. */
  shown?(part: Item, item: Item): Item
}

/** A nested object or list as JSON; empty if it has no entries. */
export const json = (name: string, { heading = name, shown }: JsonColumn = {}): Column => ({
  name: heading,
  cell(item) {
    const value = item[name]
    if (value === null || value === undefined || Object.keys(value).length === 0) return ''
    const parts = shown ? (value as Item[]).map((part) => shown(part, item)) : value
    return textCell(JSON.stringify(parts))
  },
})

/** A list of words, separated by spaces. */
export const words = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => textCell(((value ?? []) as string[]).join(' ')),
})

interface ColumnsOptions<N extends string> {
  /** Names of properties that get no column. */
  without?: readonly N[]
  /** Names of the columns that come first, in this order; the others follow. */
  order?: readonly N[]
  /** Moves a column before another. */
  before?: Partial<Record<N, N>>
}

/** The columns of a table's visible properties, in their order. */
export function columnsOf<M extends Members>(
  members: M,
  { without = [], order = [], before = {} }: ColumnsOptions<keyof M & string> = {},
): Column[] {
  const columns: { name: string; column: Column }[] = []
  for (const [name, member] of Object.entries(members)) {
    if (!member.schema || !('cell' in member) || without.includes(name)) continue
    columns.push({ name, column: (member.cell as (name: string) => Column)(name) })
  }
  for (const [name, next] of Object.entries(before)) {
    const [moved] = columns.splice(indexOf(columns, name), 1)
    columns.splice(indexOf(columns, next as string), 0, moved as (typeof columns)[number])
  }
  const first = order.flatMap((name) => columns.splice(indexOf(columns, name), 1))
  return [...first, ...columns].map(({ column }) => column)
}

function indexOf(columns: readonly { name: string }[], name: string): number {
  const index = columns.findIndex((each) => each.name === name)
  invariant(index >= 0, `There is no column ${name}.`)
  return index
}

/** Makes several columns of one kind. */
export const all = (make: (name: string) => Column, ...names: string[]): Column[] =>
  names.map((name) => make(name))

export const headingsOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

export const lineOf = (columns: readonly Column[], item: Item): string[] =>
  columns.map(({ cell }) => cell(item))
