// The columns of a list as CSV: which members of an object become cells, and how.

import { textCell } from '../csv.ts'

/** An object as the API answers it. */
type Item = Record<string, unknown>

export interface Column {
  name: string
  cell(item: Item): string
}

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

/** Several columns of one kind. */
export const all = (make: (name: string) => Column, ...names: string[]): Column[] =>
  names.map((name) => make(name))

export const headingsOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

export const lineOf = (columns: readonly Column[], item: Item): string[] =>
  columns.map(({ cell }) => cell(item))
