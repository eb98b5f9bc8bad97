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

/** What has parts: as JSON, or empty where it has none. */
export const json = (name: string): Column => ({
  name,
  cell({ [name]: value }) {
    if (value === null || value === undefined || Object.keys(value).length === 0) return ''
    return textCell(JSON.stringify(value))
  },
})

/** A list of words, with blanks between them. */
export const words = (name: string): Column => ({
  name,
  cell: ({ [name]: value }) => textCell(((value ?? []) as string[]).join(' ')),
})

/** Several columns of one kind. */
export const all = (make: (name: string) => Column, ...names: string[]): Column[] => names.map(make)

export const headingsOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

export const lineOf = (columns: readonly Column[], item: Item): string[] =>
  columns.map(({ cell }) => cell(item))
