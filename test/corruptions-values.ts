// Other values for a column: of its type, and as plausible as possible without knowing its meaning.

import type { Column, Row, Shape } from './corruptions-shapes.ts'

/** Maximum number of values taken from other rows. */
const BORROWED_MOST = 2
/** An unused ID. */
const FRESH_UUID = '01999999-9999-7999-8999-999999999999'
const SOME_DAY = '2026-11-20'
const SECOND_MS = 1000
const DAY_MS = 86_400_000

/** Other values for a column of a row, the most plausible first; JSON has its own way. */
export function otherValues(shape: Shape, column: Column, row: Row): string[] {
  const value = row[column.name] as string
  const made = madeFrom(column, value)
  const borrowed = borrows(column) ? valuesOfOthers(shape, column, value, row) : []
  const words = column.words.filter((word) => word !== value)
  return [...new Set([...borrowed, ...words, ...made])].filter((other) => other !== value)
}

export function firstValues(shape: Shape, column: Column, row: Row): string[] {
  return [...valuesOfOthers(shape, column, null, row), ...column.words, sampleOf(column)]
}

/** A value that no row has yet in this column, for a copy of a row. */
export function freshValue(shape: Shape, column: Column, row: Row): string[] {
  const value = row[column.name] as string
  if (/int|numeric/.test(column.type)) {
    // The next value within the tenant, as if it had been created in sequence.
    const near = shape.rows.filter((each) => each.environment_id === row.environment_id)
    return [String(Math.max(...near.map((each) => Number(each[column.name]))) + 1)]
  }
  if (column.type === 'uuid') return [FRESH_UUID]
  return [...column.words, ...madeFrom(column, value)].filter((other) => other !== value)
}

/** True if values are taken from other rows: references, and columns with few distinct words. */
function borrows({ name, type }: Column): boolean {
  return /^(text|uuid|bytea)$/.test(type) || (/int/.test(type) && /(^|_)id$/.test(name))
}

function valuesOfOthers(shape: Shape, { name }: Column, value: string | null, row: Row): string[] {
  // Of the same tenant, so that the referenced row exists.
  const near = shape.rows.filter((each) => each.environment_id === row.environment_id)
  const others = near.map((each) => each[name]).filter((each) => each !== null && each !== value)
  return ([...new Set(others)] as string[]).filter((each) => each !== '').slice(0, BORROWED_MOST)
}

function madeFrom({ type }: Column, value: string): string[] {
  if (type === 'boolean') return [value === 'true' ? 'false' : 'true']
  if (type.startsWith('numeric')) return [added(value, '0.01'), added(value, '-0.01')]
  if (type.endsWith('int') || type === 'integer') {
    return [String(BigInt(value) + 1n), String(BigInt(value) - 1n)]
  }
  // A row without a day gets one.
  if (type === 'date' && value === '-infinity') return [SOME_DAY]
  if (type === 'date') return [shiftedDate(value, 1), shiftedDate(value, -1)]
  if (type.startsWith('timestamp')) return [shifted(value, SECOND_MS), shifted(value, -SECOND_MS)]
  if (type === 'uuid') return [FRESH_UUID]
  if (type === 'bytea') return [otherBytes(value)]
  if (type === 'text[]') return [value === '{}' ? '{x}' : value.replace(/\}$/, ',x}')]
  if (type === 'smallint[]') return [value === '{}' ? '{9}' : value.replace(/\}$/, ',9}')]
  if (type === 'text') return [otherEnd(value), `${value}x`]
  throw new Error(`How is a value of type ${type} changed? Say it in test/corruptions-values.ts.`)
}

function sampleOf({ type }: Column): string {
  if (type === 'boolean') return 'true'
  if (/int|numeric/.test(type)) return '1'
  if (type === 'date') return SOME_DAY
  if (type.startsWith('timestamp')) return '2026-11-20T12:00:00.000Z'
  if (type === 'uuid') return FRESH_UUID
  if (type === 'bytea') return '\\x00'
  if (type === 'json') return '{"a":"b"}'
  return type.endsWith('[]') ? '{}' : 'x'
}

/** Adds decimals of at most eight digits exactly; the result has no trailing zeros. */
function added(value: string, more: string): string {
  const scaled = (text: string) => {
    const [whole = '0', rest = ''] = text.replace('-', '').split('.')
    const size = BigInt(whole + rest.padEnd(8, '0'))
    return text.startsWith('-') ? -size : size
  }
  const sum = scaled(value) + scaled(more)
  const digits = String(sum < 0n ? -sum : sum).padStart(9, '0')
  const text = `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  return `${sum < 0n ? '-' : ''}${text}`
}

const shifted = (value: string, ms: number) => new Date(Date.parse(value) + ms).toISOString()
const shiftedDate = (value: string, days: number) =>
  shifted(`${value}T00:00:00.000Z`, days * DAY_MS).slice(0, 10)

/** PostgreSQL writes bytes as \x and digits. */
const otherBytes = (value: string) => value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

/** Replaces the last letter or digit by its neighbor, so that the text keeps its form. */
function otherEnd(value: string): string {
  return value.replace(/[0-9a-zA-Z](?=[^0-9a-zA-Z]*$)/, (last) =>
    /[9zZ]/.test(last)
      ? String.fromCharCode(last.charCodeAt(0) - 1)
      : String.fromCharCode(last.charCodeAt(0) + 1),
  )
}

/** A JSON text with one value changed, and the path of that value: `line_items.amount`. */
export interface OtherJson {
  at: string
  text: string
}

/** Returns one change for each value in the JSON; for a list, only for its first element. */
export function otherJsons(text: string): OtherJson[] {
  const whole: unknown = JSON.parse(text)
  return leavesOf(whole, []).map((path) => ({
    at: path.filter((step) => typeof step === 'string').join('.'),
    text: JSON.stringify(changedAt(whole, path)),
  }))
}

type Path = (string | number)[]

function leavesOf(value: unknown, path: Path): Path[] {
  if (Array.isArray(value) && value.length > 0) return leavesOf(value[0], [...path, 0])
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [path]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

function changedAt(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return otherLeaf(value)
  if (Array.isArray(value)) return value.with(Number(step), changedAt(value[Number(step)], rest))
  const object = value as Record<string, unknown>
  return { ...object, [step]: changedAt(object[step], rest) }
}

function otherLeaf(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return ['x']
  if (typeof value === 'object' && value !== null) return { a: 'b' }
  if (typeof value !== 'string' || value === '') return 'x'
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return shiftedDate(value, 1)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return shifted(value, SECOND_MS)
  const other = otherEnd(value)
  return other === value ? `${value}x` : other
}
