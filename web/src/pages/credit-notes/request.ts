// The input of a user who credits an invoice, and the request that it makes.
import { compare, parseExact, ZERO } from '../../../../src/domain/decimal.ts'
import { decimalIn } from '../../text/amount-text.ts'
import type { Left, LineLeft } from './left.ts'

export type Way = 'lines' | 'amount' | 'all'

/** For one line: an amount, or a quantity as typed. Entering one clears the other. */
export interface LineTyped {
  amount: number | null
  quantity: string
}

export const NOTHING: LineTyped = { amount: null, quantity: '' }

export interface Typed {
  way: Way
  lines: Readonly<Record<string, LineTyped>>
  amount: number | null
}

/** The decimals of quantities. */
export const SCALE = 12

/** The fault of an entry; undefined if it is valid or empty. */
export type Fault = 'not_positive' | 'too_much' | 'not_a_number'

export function amountFault(amount: number | null, most: number): Fault | undefined {
  if (amount === null) return undefined
  if (Number.isNaN(amount)) return 'not_a_number'
  if (amount <= 0) return 'not_positive'
  return amount > most ? 'too_much' : undefined
}

export function quantityFault(typed: string, most: string, locale: string): Fault | undefined {
  if (typed.trim() === '') return undefined
  const quantity = decimalIn(typed, SCALE, { locale })
  if (quantity === undefined) return 'not_a_number'
  if (compare(parseExact(quantity), ZERO) <= 0) return 'not_positive'
  return compare(parseExact(quantity), parseExact(most)) > 0 ? 'too_much' : undefined
}

type LineRequest = { line_id: string } & ({ amount: number } | { quantity: string })

export type NoteRequest = { amount: number } | { lines: LineRequest[] }

/** Undefined while something is missing or wrong. */
export function requestOf(typed: Typed, left: Left, locale: string): NoteRequest | undefined {
  if (typed.way === 'all') return { amount: left.total }
  if (typed.way === 'amount') {
    const { amount } = typed
    return amount === null || amountFault(amount, left.total) ? undefined : { amount }
  }
  const lines = left.lines.map((line) => lineOf(line, typed.lines[line.id] ?? NOTHING, locale))
  const entered = lines.flatMap((line) => line ?? [])
  return entered.length === 0 || lines.includes(undefined) ? undefined : { lines: entered }
}

/** Null for a line without an entry, undefined for a wrong one. */
function lineOf(
  { id, amount: most, quantity: units }: LineLeft,
  { amount, quantity }: LineTyped,
  locale: string,
): LineRequest | null | undefined {
  if (amount !== null) {
    return amountFault(amount, most) ? undefined : { line_id: id, amount }
  }
  if (quantity.trim() === '') return null
  const decimal = decimalIn(quantity, SCALE, { locale })
  return decimal === undefined || quantityFault(quantity, units, locale)
    ? undefined
    : { line_id: id, quantity: decimal }
}
