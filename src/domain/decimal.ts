// Exact decimals of any length, for quantities, unit prices and line amounts before rounding.

import { invariant } from '../invariant.ts'
import { roundHalfAwayFromZero } from './money.ts'

/** `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const ZERO: Decimal = { digits: 0n, scale: 0 }

export const whole = (number: number | bigint): Decimal => ({ digits: BigInt(number), scale: 0 })

/** Parses a decimal that the schemas have already validated: "12", "0.0025". */
export function parseExact(text: string): Decimal {
  const [, units, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? []
  invariant(units !== undefined, `"${text}" is a decimal.`)
  return { digits: BigInt(units + fraction), scale: fraction.length }
}

/** The shortest text of a decimal: "12.5" for "12.50". */
export function exactText({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits)
  const sign = digits < 0n ? '-' : ''
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const fraction = text.slice(-scale).replace(/0+$/, '')
  return `${sign}${text.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale }
}

export function minus(one: Decimal, other: Decimal): Decimal {
  return plus(one, { digits: -other.digits, scale: other.scale })
}

export function times(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale }
}

/** Returns a negative number, 0 or a positive number if the first is less than, equal to or greater than the second. */
export function compare(one: Decimal, other: Decimal): number {
  const { digits } = minus(one, other)
  return digits < 0n ? -1 : digits > 0n ? 1 : 0
}

export const least = (one: Decimal, other: Decimal): Decimal =>
  compare(one, other) < 0 ? one : other

/** The quotient by a whole number, rounded up, at least 0: 23 by 10 is 3. */
export function begun({ digits, scale }: Decimal, size: number): bigint {
  if (digits <= 0n) return 0n
  const unit = BigInt(size) * 10n ** BigInt(scale)
  return (digits + unit - 1n) / unit
}

export const isWhole = ({ digits, scale }: Decimal): boolean => digits % 10n ** BigInt(scale) === 0n

/** Rounds to a whole number, halves away from zero: the only rounding of a line. */
export function rounded({ digits, scale }: Decimal): bigint {
  return roundHalfAwayFromZero(digits, 10n ** BigInt(scale))
}

const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale)
