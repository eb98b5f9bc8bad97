// Changes to the body of a request: at any place in it, or as a whole.

import type { JsonSchema } from '../../src/platform/http/json-schema.ts'
import type { Change, Described, Draft } from './requests.ts'
import { Spelled, spell, withMember } from './spelling.ts'
import { beyond, type Chance, garbage } from './values.ts'

/** A path in a JSON value: property names and indexes. */
type Way = (string | number)[]

export function damageBody(described: Described, chance: Chance): Change {
  const { random } = chance
  if (random.below(12) === 0) return replaceWhole(chance)
  const schema = described.body?.schema ?? {}
  const way = wayInto(schema, chance)
  const place = way.join('.') || 'the body'
  const kind = random.below(10)
  if (kind === 0)
    return { what: `${place} is left out`, apply: (draft) => put(draft, way, undefined) }
  if (kind === 1) return addMember(way.slice(0, -1), chance)
  const there = schemaAt(schema, way, chance)
  const value = kind < 5 && there ? beyond(there, chance) : garbage(chance)
  return {
    what: `${place} is ${spell(value).slice(0, 80)}`,
    apply: (draft) => put(draft, way, value),
  }
}

function replaceWhole({ random }: Chance): Change {
  const [what, raw] = random.pick(WHOLES)
  return {
    what: `the body is ${what}`,
    apply: (draft) => {
      draft.raw = raw(draft)
    },
  }
}

const WHOLES: [string, (draft: Draft) => string | Buffer][] = [
  ['empty', () => ''],
  ['blank', () => ' \n\t'],
  ['{}', () => '{}'],
  ['null', () => 'null'],
  ['a list', () => '[]'],
  ['a text', () => '"x"'],
  ['a number', () => '5'],
  ['a list of itself', ({ body }) => `[${spell(body)}]`],
  ['cut short', ({ body }) => spell(body).slice(0, -1)],
  ['followed by more', ({ body }) => `${spell(body)}{}`],
  ['behind a byte order mark', ({ body }) => `\ufeff${spell(body)}`],
  ['not UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['Latin 1', ({ body }) => Buffer.from(`${spell(body)}é`, 'latin1')],
  ['deep', () => `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['deep objects', () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['wide', () => `{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['too large', ({ body }) => spell(body) + ' '.repeat(1_048_577)],
  ['as large as it may be', ({ body }) => spell(body).padEnd(1_048_576)],
  ['one long text', () => `{"name":"${'x'.repeat(1_000_000)}"}`],
  ['NaN', () => '{"quantity":NaN}'],
  ['single-quoted', () => "{'name':'x'}"],
]

const NAMES = [
  ...[
    'unknown',
    '',
    '__proto__',
    'constructor',
    'toString',
    'id',
    'status',
    'object',
    'amount_paid',
    'total',
  ],
  ...[
    'environment_id',
    'created_at',
    'a\u0000b',
    '\ud800',
    'x'.repeat(10_000),
    'naem',
    'Name',
    ' name',
    '😀',
  ],
]

function addMember(way: Way, chance: Chance): Change {
  const { random } = chance
  const name = random.pick(NAMES)
  const value = garbage(chance)
  const twice = random.below(3) === 0
  return {
    what: `${way.join('.') || 'the body'} has ${twice ? 'a member twice' : JSON.stringify(name).slice(0, 40)}`,
    apply(draft) {
      const there = at(draft.body, way)
      if (typeof there !== 'object' || there === null || Array.isArray(there)) return
      if (there instanceof Spelled) return
      const own = Object.keys(there)[0]
      put(draft, way, withMember(there, twice && own !== undefined ? own : name, value))
    },
  }
}

/** A path to a random place that the schema knows. */
function wayInto(schema: JsonSchema, chance: Chance): Way {
  const { random, resolve } = chance
  const { properties = {}, items, anyOf, additionalProperties: values } = resolve(schema)
  if (anyOf) return wayInto(random.pick(anyOf), chance)
  const names = Object.keys(properties)
  if (names.length > 0) {
    const name = random.pick(names)
    const inner = properties[name] as JsonSchema
    return random.below(4) === 0 ? [name] : [name, ...wayInto(inner, chance)]
  }
  if (items) return random.below(4) === 0 ? [] : [0, ...wayInto(items, chance)]
  if (typeof values === 'object' && random.below(2) === 0) {
    return [random.pick(['a', '', '__proto__', 'x'.repeat(41), 'é', 'a\u0000'])]
  }
  return []
}

function schemaAt(schema: JsonSchema, way: Way, chance: Chance): JsonSchema | undefined {
  let here: JsonSchema | undefined = schema
  for (const step of way) here = here && innerSchema(chance.resolve(here), step, chance)
  return here
}

function innerSchema(
  { anyOf, items, properties }: JsonSchema,
  step: string | number,
  chance: Chance,
): JsonSchema | undefined {
  if (typeof step === 'number' && items) return items
  if (properties) return properties[step]
  const branch = anyOf?.find((each) => each.type !== 'null')
  return branch && innerSchema(chance.resolve(branch), step, chance)
}

function at(value: unknown, way: Way): unknown {
  let here = value
  for (const step of way)
    here = (here as Record<string | number, unknown> | null | undefined)?.[step]
  return here
}

/** Sets a value at a path and creates its parents; undefined deletes it. */
function put(draft: Draft, way: Way, wanted: unknown): void {
  // A copy, because a later change can modify it.
  const value = wanted instanceof Spelled ? wanted : structuredClone(wanted)
  const last = way.at(-1)
  if (last === undefined) {
    draft.body = value
    return
  }
  if (typeof draft.body !== 'object' || draft.body === null || draft.body instanceof Spelled) return
  let here = draft.body as Record<string | number, unknown>
  for (const [index, step] of way.slice(0, -1).entries()) {
    const next = here[step]
    if (next instanceof Spelled) return
    if (typeof next !== 'object' || next === null) {
      define(here, step, typeof way[index + 1] === 'number' ? [] : {})
    }
    here = here[step] as Record<string | number, unknown>
  }
  if (value === undefined) delete here[last]
  else define(here, last, value)
}

function define(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
