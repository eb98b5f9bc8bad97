// Exact fractions, and the values of prices and lines as they are stored, for the second rules of verification.

import { invariant } from '../../invariant.ts'

/** Not negative, and in lowest terms. */
export interface Fraction {
  numerator: bigint
  denominator: bigint
}

export type Members = Record<string, unknown>

export function fraction(numerator: bigint, denominator: bigint): Fraction {
  let [common, rest] = [numerator, denominator]
  while (rest !== 0n) [common, rest] = [rest, common % rest]
  return { numerator: numerator / common, denominator: denominator / common }
}
export const integer = (value: number | bigint): Fraction => ({
  numerator: BigInt(value),
  denominator: 1n,
})
export const NOTHING = integer(0)
export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)
export const isBelow = (a: Fraction, b: Fraction): boolean =>
  a.numerator * b.denominator < b.numerator * a.denominator
export const smaller = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? a : b)
/** How much `a` exceeds `b`; zero if it does not. */
export const beyond = (a: Fraction, b: Fraction): Fraction =>
  isBelow(b, a)
    ? fraction(
        a.numerator * b.denominator - b.numerator * a.denominator,
        a.denominator * b.denominator,
      )
    : NOTHING
export const sum = (all: Fraction[]): Fraction => all.reduce(plus, NOTHING)
export const isNothing = ({ numerator }: Fraction): boolean => numerator === 0n

/** A fraction as an exact decimal; its denominator divides a power of ten. */
export function spell({ numerator, denominator }: Fraction): string {
  let digits = 0
  let power = 1n
  while (power % denominator !== 0n) {
    digits += 1
    power *= 10n
    invariant(digits <= String(denominator).length * 4, `1/${denominator} has no exact decimal`)
  }
  const spelled = String((numerator * power) / denominator).padStart(digits + 1, '0')
  return digits === 0 ? spelled : `${spelled.slice(0, -digits)}.${spelled.slice(-digits)}`
}

export const quote = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

export function whole(value: unknown, least = Number.MIN_SAFE_INTEGER): number {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value)
  invariant(isWhole, `${quote(value)} is not a whole number`)
  invariant(value >= least, `${value} is below ${least}`)
  return value
}

export function readDecimal(value: unknown): Fraction {
  const match = typeof value === 'string' ? /^(0|[1-9]\d*)(?:\.(\d*[1-9]))?$/.exec(value) : null
  invariant(match, `${quote(value)} is not a decimal`)
  const [, units = '', rest = ''] = match
  return fraction(BigInt(units + rest), 10n ** BigInt(rest.length))
}

/** Returns an object with exactly these members. */
export function readMembers(value: unknown, names: string[], what: string): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  invariant(isObject, `its ${what} is ${quote(value)}`)
  for (const name of names) invariant(Object.hasOwn(value, name), `its ${what} has no ${name}`)
  const extra = Object.keys(value).find((name) => !names.includes(name))
  invariant(extra === undefined, `its ${what} has ${extra}, which does not belong`)
  return value as Members
}

export function readList(value: unknown, what: string): unknown[] {
  invariant(Array.isArray(value), `its ${what} is ${quote(value)}`)
  return Array.from(value)
}

/** Rounds halves away from zero; no value here is negative. */
export const rounded = ({ numerator, denominator }: Fraction): bigint =>
  (numerator * 2n + denominator) / (denominator * 2n)
