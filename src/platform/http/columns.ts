// The columns of a list as CSV: which members of an object become cells, and how.

import { invariant } from '../../invariant.ts'
import { type CsvColumn, textCell } from '../csv.ts'
import type { Members } from '../db/column.ts'

/** An object as the API answers it. */
type Item = Record<string, unknown>
type Column = CsvColumn

/** A text, which no spreadsheet may take for a formula. */
export const text = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => textCell(value === null || value === undefined ? null : `${value}`),
})

/** A number, a switch or an instant: what is never a formula. */
export const plain = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => (value === null || value === undefined ? '' : String(value)),
})

interface JsonColumn {
  /** The name of the member, unless told otherwise. */
  heading?: string
  /** A part of a list as it is shown. */
  shown?(part: Item, item: Item): Item
}

/** What has parts: as JSON, or empty where it has none. */
export const json = (name: string, { heading = name, shown }: JsonColumn = {}): Column => ({
  name: heading,
  cell(item) {
    const value = item[name]
    if (value === null || value === undefined || Object.keys(value).length === 0) return ''
    const parts = shown ? (value as Item[]).map((part) => shown(part, item)) : value
    return textCell(JSON.stringify(parts))
  },
})

/** A list of words, with blanks between them. */
export const words = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => textCell(((value ?? []) as string[]).join(' ')),
})

interface ColumnsOptions<N extends string> {
  /** What of the object no column has, by name. */
  without?: readonly N[]
  /** Those that come first, in this order; what is not named follows them. */
  order?: readonly N[]
  /** What stands elsewhere than in the object: before another. */
  before?: Partial<Record<N, N>>
}

/** The columns that follow from the members of a table: all that clients see, in that order. */
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

/** Several columns of one kind. */
export const all = (make: (name: string) => Column, ...names: string[]): Column[] =>
  names.map((name) => make(name))

export const headingsOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

export const lineOf = (columns: readonly Column[], item: Item): string[] =>
  columns.map(({ cell }) => cell(item))
