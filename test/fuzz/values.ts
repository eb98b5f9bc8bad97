// Values to try: mostly at a schema's bounds, just beyond them, and garbage.

import type { JsonSchema } from '../../src/platform/http/json-schema.ts'
import type { Random } from '../random.ts'
import { Spelled } from './spelling.ts'
import { TEXTS } from './texts.ts'

/** IDs seen so far, by prefix; customers as `cus`. */
export type Ids = Map<string, string[]>

/** The IDs of each environment, by the key that reaches them. IDs of other environments are garbage. */
export type Pools = Record<'test' | 'other' | 'live' | 'none' | 'wrong', Ids>

export interface Chance {
  random: Random
  pools: Pools
  /** IDs that the key of the case can reach. */
  ids: Ids
  resolve(schema: JsonSchema): JsonSchema
}

const NUMBERS: readonly unknown[] = [
  ...[0, -0, 1, -1, 2, 0.5, -1.5, 100, 101, 255, 256, 32_767, 65_536, 2_147_483_647, 2_147_483_648],
  ...[
    -2_147_483_649,
    999_999_999_999,
    1_000_000_000_000,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    2 ** 63,
  ],
  ...[-(2 ** 63), -(2 ** 64), 1e21, 1e308, -1e308, 5e-324, 1e-7],
  ...['1e400', '-1e400', '1.0', '-0', '1E0', '10e-1', '9007199254740993', '0.1e1'].map(spelled),
  ...[`1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`, '01', '+1', '.5', '0x10', 'Infinity'].map(
    spelled,
  ),
]

function spelled(text: string): Spelled {
  return new Spelled(text)
}

const OTHERS: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { a: 1 }, [1, 'a', null], { '': '' }],
  ...[{ length: 1 }, { $gt: '' }, { toString: 'x' }, Array(1000).fill(0)],
  new Spelled('{"__proto__":{"admin":true}}'),
  new Spelled('{"then":1}'),
  new Spelled('{"a":1,"a":2}'),
  new Spelled(`${'['.repeat(9)}${']'.repeat(9)}`),
]

/** A value of any type, whatever the schema. */
export function garbage({ random, pools }: Chance): unknown {
  const kind = random.below(10)
  if (kind < 4) return random.pick(TEXTS)
  if (kind < 6) return random.pick(NUMBERS)
  if (kind < 8) return random.pick(OTHERS)
  return random.pick(allIds(pools))
}

export const allIds = (pools: Pools): string[] =>
  Object.values(pools)
    .flatMap((ids) => [...ids.values()].flat())
    .concat('inv_x')

/** A value that the schema allows, or nearly: from `examples`, bounds, or in between. */
export function fitting(schema: JsonSchema, chance: Chance, depth = 0): unknown {
  const { random, resolve } = chance
  const whole = resolve(schema)
  const { type, anyOf } = whole
  if (anyOf) return fitting(random.pick(anyOf), chance, depth)
  if (whole.const !== undefined) return whole.const
  if (whole.enum) return random.pick(whole.enum)
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('null') && random.below(6) === 0) return null
  const [kind] = types.filter((each) => each !== 'null')
  if (kind === 'integer' || kind === 'number') return fittingNumber(whole, random)
  if (kind === 'boolean') return random.below(2) === 0
  if (kind === 'array') return fittingList(whole, chance, depth)
  if (kind === 'object') return fittingObject(whole, chance, depth)
  return fittingText(whole, chance)
}

function fittingNumber({ minimum = 0, maximum = 1000 }: JsonSchema, random: Random): number {
  const near = Math.min(maximum, minimum + random.below(100))
  return random.pick([near, near, near, minimum, maximum])
}

function fittingList(schema: JsonSchema, chance: Chance, depth: number): unknown[] {
  const { minItems = 0, maxItems = 3, items } = schema
  const { random } = chance
  const many = random.below(40) === 0 && depth < 2
  const length = many ? Math.min(maxItems, 300) : Math.min(maxItems, minItems + random.below(3))
  return Array.from({ length }, () => (items ? fitting(items, chance, depth + 1) : 0))
}

function fittingObject(schema: JsonSchema, chance: Chance, depth: number): object {
  const { properties = {}, required = [], additionalProperties: values, maxProperties = 5 } = schema
  const { random } = chance
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || random.below(depth === 0 ? 3 : 2) === 0,
  )
  const known = names.map((name) => [
    name,
    fitting(properties[name] as JsonSchema, chance, depth + 1),
  ])
  if (typeof values !== 'object') return Object.fromEntries(known)
  const most = random.below(20) === 0 ? maxProperties : 3
  const free = Array.from({ length: random.below(most + 1) }, (_, index) => [
    `k${index}`,
    fitting(values, chance, depth + 1),
  ])
  return Object.fromEntries([...known, ...free])
}

/** Texts for patterns that name their content. */
const BY_PATTERN: Record<string, readonly unknown[]> = {
  '^[A-Za-z]{2}$': ['CA', 'us', 'De', 'ZZ', 'XK'],
  '^[A-Za-z]{3}$': ['cad', 'USD', 'jpy', 'kwd', 'clf', 'xxx', 'zzz'],
  '^[A-Za-z]': [
    'UTC',
    'America/Toronto',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Etc/GMT+12',
    'Mars/Base',
  ],
  '^[a-z]{2,3}(-[A-Z]{2})?$': ['en', 'fr', 'fr-CA', 'de', 'zzz', 'en-ZZ'],
  '^#[0-9A-Fa-f]{6}$': ['#000000', '#FFFFFF', '#12ab9F'],
  '^https?://': ['https://example.com', 'http://a', 'https://', 'https://[', 'http://ü.example/ä'],
}

function fittingText(schema: JsonSchema, chance: Chance): unknown {
  const { format, pattern = '', examples, minLength = 0, maxLength } = schema
  const { random } = chance
  if (examples && random.below(3) === 0) return random.pick(examples)
  if (format === 'date') return random.pick(DATES)
  if (format === 'date-time') return random.pick(INSTANTS)
  if (format === 'email')
    return random.pick(['a@b.example', 'Ü@ü.example', `${'a'.repeat(64)}@b.c`])
  const ids = idsFor(pattern, chance)
  if (ids.length > 0) return random.pick(ids)
  const known = BY_PATTERN[pattern]
  if (known) return random.pick(known)
  const bound = random.pick([minLength, maxLength ?? 10, minLength + 1, 5, 5])
  return random
    .pick(['x', 'é', '😀', 'a b '])
    .repeat(bound + 1)
    .slice(0, bound)
    .toWellFormed()
}

/** IDs of the kind that a pattern asks for; recent ones, which probably still exist. */
function idsFor(pattern: string, { ids }: Chance): string[] {
  const [, prefix = ''] = /^\^\(?([a-z]+)_/.exec(pattern) ?? []
  return ids.get(prefix)?.slice(-12) ?? []
}

const DATES = ['2026-11-20', '2026-12-20', '2028-02-29', '1970-01-01', '0001-01-01', '9999-12-31']
const INSTANTS = [
  ...['2026-11-20T00:00:00Z', '2026-11-20T12:00:00.123Z', '2027-01-01T00:00:00+05:45'],
  ...['1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
]

/** A value just outside a schema's bounds; garbage if it has none. */
export function beyond(schema: JsonSchema, chance: Chance): unknown {
  const { random } = chance
  const { minimum, maximum, minLength, maxLength, maxItems, items, maxProperties } =
    chance.resolve(schema)
  const tries: unknown[] = []
  if (minimum !== undefined) tries.push(minimum - 1, minimum + 0.5)
  if (maximum !== undefined) tries.push(maximum + 1, maximum + 0.5, new Spelled(`${maximum}0`))
  if (minLength) tries.push('')
  if (maxLength !== undefined) tries.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1))
  if (maxItems !== undefined && items) {
    tries.push(Array.from({ length: maxItems + 1 }, () => fitting(items, chance, 2)))
  }
  if (maxProperties !== undefined) {
    const entries = Array.from({ length: maxProperties + 1 }, (_, at) => [`k${at}`, 'v'])
    tries.push(Object.fromEntries(entries))
  }
  return tries.length > 0 ? random.pick(tries) : garbage(chance)
}
