// Exact fractions for verification, which shares no arithmetic with what it verifies.

export interface Fraction {
  /** Over `d`, which is positive. */
  n: bigint
  d: bigint
}

export const of = (n: bigint | number, d: bigint | number = 1n): Fraction => ({
  n: BigInt(n),
  d: BigInt(d),
})

export const add = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, of(-b.n, b.d))
export const multiply = (a: Fraction, b: Fraction): Fraction => of(a.n * b.n, a.d * b.d)
export const isLess = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d
export const isEqual = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d
export const isWhole = ({ n, d }: Fraction): boolean => n % d === 0n

/** A decimal in its shortest spelling; throws on any other text, and on what is no text. */
export function read(text: unknown): Fraction {
  const spelled = typeof text === 'string' && text.length <= 200 ? text : ''
  const [, units, digits = ''] = /^(0|[1-9]\d*)(?:\.(\d*[1-9]))?$/.exec(spelled) ?? []
  if (units === undefined) throw new Error(`${JSON.stringify(text)} is not a decimal`)
  return of(BigInt(units + digits), 10n ** BigInt(digits.length))
}

/** The smallest whole number that is not below it. */
export function ceiling({ n, d }: Fraction): bigint {
  const floor = n / d - (n % d < 0n ? 1n : 0n)
  return isWhole(of(n, d)) ? n / d : floor + 1n
}

/** A whole number next to it; a half goes away from zero. Nothing here is below zero. */
export const nearest = ({ n, d }: Fraction): bigint => (2n * n + d) / (2n * d)
