// Basics of the stand-alone evaluator: exact numbers, shapes and shares. Imports nothing from the product.

import { inspect } from 'node:util'

export type Json = ReturnType<typeof JSON.parse>
export const [list, safe] = [Array.isArray, Number.isSafeInteger]
export const isObject = (value: Json) => typeof value === 'object' && value !== null
export function integer(least: number, most = 2 ** 53) {
  return (value: Json) => safe(value) && value >= least && value <= most
}
export const text = (pattern: RegExp) => (value: Json) =>
  typeof value === 'string' && pattern.test(value)
export const decimal = text(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
export const NODE = { inputs: {}, steps: [], result: safe }
const quote = (value: Json) => inspect(value, { depth: 1, breakLength: 1e9, maxStringLength: 60 })

/** Compares a value recursively with the wanted one and returns the differences; wanted functions are predicates. */
export function fits(value: Json, wanted: Json, where: string): string[] {
  const isRule = typeof wanted === 'function'
  const alike = isObject(wanted) && isObject(value) && list(value) === list(wanted)
  if (isRule ? wanted(value) : value === wanted) return []
  if (!alike) return [`${where} is ${quote(value)}, not ${isRule ? 'allowed' : quote(wanted)}`]
  const own = (from: Json, name: string) => (Object.hasOwn(from, name) ? from[name] : undefined)
  return [...new Set([...Object.keys(wanted), ...Object.keys(value)])].flatMap((name) =>
    fits(own(value, name), own(wanted, name), `${where} ${list(wanted) ? +name + 1 : name}`),
  )
}

/** Converts a decimal to an integer with that many decimal places; `show` converts back. */
export function read(value: string | number | bigint, places: number): bigint {
  const [units, rest = ''] = String(value).split('.')
  return BigInt(units + rest.slice(0, places).padEnd(places, '0'))
}
export function show(digits: bigint, places: number): string {
  const padded = String(digits).padStart(places + 1, '0')
  const point = padded.length - places
  return `${padded.slice(0, point)}.${padded.slice(point)}`.replace(/\.?0*$/, '')
}
export const total = (all: bigint[]) => all.reduce((sum, each) => sum + each, 0n)
export const json = (whole: bigint) => (whole < 2n ** 53n ? Number(whole) : whole)

/** Rounds an exact value to an integer, half away from zero; `exactOf` returns it as a decimal if it is not whole. */
export function rounded(value: bigint, by: bigint): bigint {
  return value < 0n ? -rounded(-value, by) : (2n * value + by) / (2n * by)
}
export function exactOf(digits: bigint, places: number): string | undefined {
  if (digits % read(1, places) === 0n) return undefined
  return digits < 0n ? `-${show(-digits, places)}` : show(digits, places)
}

/** Splits an amount in proportion to weights, by largest remainder. */
export function split(amount: bigint, weights: bigint[]): bigint[] {
  const sum = total(weights)
  if (sum === 0n) return weights.map(() => 0n)
  if (sum < 0n) return split(amount, negated(weights))
  if (amount < 0n) return negated(split(-amount, weights))
  const rest = (weight: bigint) => (((amount * weight) % sum) + sum) % sum
  const parts = weights.map((weight) => (amount * weight - rest(weight)) / sum)
  const missing = Number(amount - total(parts))
  const order = (a: bigint, b: bigint) => Number(b > a) - Number(b < a)
  const ranked = [...weights.entries()].sort(
    ([i, a], [j, b]) => order(rest(a), rest(b)) || order(a, b) || i - j,
  )
  for (const [at] of ranked.slice(0, missing)) parts[at] = (parts[at] ?? 0n) + 1n
  return parts
}
const negated = (all: bigint[]) => all.map((each) => -each)

/** The steps of any value, and those with a given rule. */
export const stepsOf = (node: Json): Json[] => (list(node?.steps) ? Array.from(node.steps) : [])
export const find = (node: Json, rule: string) => stepsOf(node).find((step) => step?.rule === rule)
