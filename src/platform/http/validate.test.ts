// The error messages for values that do not match their schema.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Constraint } from '../../constraint.ts'
import { Refusal } from '../refusal.ts'
import { Body, Clearable, Metadata, OneOf, Text } from './shapes.ts'
import { compileCheck } from './validate.ts'

const Schema = Body({
  name: Text(5, 'Name.', 1),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  mode: Type.Optional(OneOf(['on', 'off'], 'Mode.')),
  email: Type.Optional(Clearable(Type.String({ format: 'email', maxLength: 20 }))),
  items: Type.Optional(Type.Array(Body({ size: Type.Integer({ minimum: 1 }) }), { maxItems: 3 })),
  metadata: Type.Optional(Metadata),
})
const check = compileCheck(Schema, (word, known) => (word === 'nmae' ? known[0] : undefined))

/** The errors found in a value: path, code and message. */
function faultsIn(value: unknown): [string | null, string, string][] {
  try {
    check(value)
    return []
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.errors.map(({ param, code, message }) => [param, code, message])
  }
}

test('a number is quoted as it was sent, or not at all', () => {
  const messageOf = (text: string) => {
    try {
      check(JSON.parse(text), text)
      return 'taken'
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return error.errors.at(-1)?.message
    }
  }
  const table: [string, string][] = [
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1e400', '1e400'],
    ['1e21', '1e21'],
    ['10.0', '10.0'],
    ['-0', '-0'],
    ['0.10000000000000000001', '0.10000000000000000001'],
    ['[9007199254740993, "\\"9e9\\"", 1]', '[9007199254740993,"\\"9e9\\"",1]'],
    ['{"a": 1e400}', '{"a":1e400}'],
  ]
  for (const [sent, quoted] of table) {
    const wanted = `count must be a whole number from 1 to 9; ${quoted} is not.`
    assert.equal(messageOf(`{"name": "a", "count": ${sent}}`), wanted)
  }
  const outOfRange = '{"name": "1e400 \\" 9007199254740993"}'
  assert.match(messageOf(outOfRange) ?? '', /; "1e400 \\" 9007199254740993" is not\.$/)
  const long = `{"name": "a", "count": 9007199254740993${' '.repeat(70_000)}}`
  assert.equal(messageOf(long), 'count must be a whole number from 1 to 9; the number sent is not.')
})

test('valid values are accepted', () => {
  for (const value of [
    { name: 'a' },
    { name: '😀😀😀😀😀', count: 9, mode: 'on', email: null, items: [{ size: 1 }], metadata: {} },
  ]) {
    assert.deepEqual(faultsIn(value), [])
  }
})

for (const [value, fault] of [
  [
    {},
    ['name', 'parameter_missing', 'name is required and must be a string of 1 to 5 characters.'],
  ],
  [{ name: '' }, ['name', 'parameter_missing', 'name must not be empty.']],
  [
    { name: 5 },
    ['name', 'parameter_invalid', 'name must be a string of 1 to 5 characters; 5 is not.'],
  ],
  [
    { name: 'abcdef' },
    ['name', 'parameter_invalid', 'name must be a string of 1 to 5 characters; "abcdef" is not.'],
  ],
  [
    { name: null },
    [
      'name',
      'parameter_invalid',
      'name cannot be cleared; it must be a string of 1 to 5 characters.',
    ],
  ],
  [
    { name: 'a', count: 0 },
    ['count', 'parameter_invalid', 'count must be a whole number from 1 to 9; 0 is not.'],
  ],
  [
    { name: 'a', mode: 'up' },
    ['mode', 'parameter_invalid', 'mode must be on or off; "up" is not.'],
  ],
  [
    { name: 'a', nmae: 1 },
    ['nmae', 'parameter_unknown', 'Unknown field `nmae`. Did you mean `name`?'],
  ],
  [
    { name: 'a', items: [{ size: 1 }, { size: '2' }] },
    [
      'items[1].size',
      'parameter_invalid',
      'items[1].size must be a whole number of at least 1; "2" is not.',
    ],
  ],
  [
    { name: 'a', items: [{ size: 1, depth: 2 }] },
    [
      'items[0].depth',
      'parameter_unknown',
      'Unknown field `depth` in `items[0]`. Allowed: `size`.',
    ],
  ],
] as const) {
  test(`${JSON.stringify(value)} is refused: ${fault[2]}`, () =>
    assert.deepEqual(faultsIn(value), [fault]))
}

test('a value of a union is reported once, with what the union allows', () => {
  const [[param, , message] = []] = faultsIn({ name: 'a', email: 'nobody' })
  assert.equal(param, 'email')
  assert.match(String(message), /email address such as .* or null; "nobody" is not\.$/)
})

test('an error has a path, several are reported at once, and a typo gets a suggestion', () => {
  const value = { nmae: 'a', items: [{ size: 1 }, { size: 0, depth: 2 }] }
  assert.throws(
    () => check(value),
    (error) => {
      assert.ok(error instanceof Refusal)
      const found = error.errors.map(({ param, constraint }) => [param, constraint?.kind])
      assert.deepEqual(found, [
        ['nmae', 'unknown_name'],
        ['name', 'required'],
        ['items[1].depth', 'unknown_name'],
        ['items[1].size', 'integer'],
      ])
      const { known, ...first } = error.constraint as Extract<Constraint, { kind: 'unknown_name' }>
      assert.deepEqual(first, {
        kind: 'unknown_name',
        noun: 'field',
        name: 'nmae',
        within: '',
        meant: 'name',
      })
      assert.ok(known.includes('items'))
      return true
    },
  )
})

test('a suggested name comes before the property that is missing because of the typo', () => {
  assert.deepEqual(
    faultsIn({ nmae: 'a', count: 0 }).map(([param]) => param),
    ['nmae', 'name', 'count'],
  )
  assert.throws(() => check({ nmae: 'a', count: 0 }), {
    message: '3 parameters are not valid. Unknown field `nmae`. Did you mean `name`?',
    param: 'nmae',
  })
})

test('several errors are counted in the message and listed, at most twenty', () => {
  assert.equal(faultsIn({ count: 0, mode: 1 }).length, 3)
  assert.throws(() => check({ count: 0, mode: 1 }), /^Error: 3 parameters are not valid\. /)
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]))
  assert.equal(faultsIn({ name: 'a', ...unknown }).length, 20)
  assert.throws(() => check({ name: 'a', ...unknown }), /At least 20 parameters are not valid/)
})

test('a malicious value is refused quickly', () => {
  let looks = 0
  const item = {
    wrong: 1,
    get size() {
      looks++
      return 'x'
    },
  }
  const items = Array.from({ length: 200_000 }, () => item)
  assert.equal(faultsIn({ name: 'a', items }).length, 20)
  assert.ok(looks > 0 && looks < 1_000, `${looks} looks at 200 000 items`)
})

test('quoted values are truncated', () => {
  const [[, , message] = []] = faultsIn({ name: 'x'.repeat(100_000) })
  assert.ok(String(message).length < 200)
})
