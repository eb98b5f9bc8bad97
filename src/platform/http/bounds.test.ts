// Each kind of limit in a schema: values at the limit are accepted, values beyond it are reported as data.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Constraint } from '../../constraint.ts'
import { Refusal } from '../refusal.ts'
import { Body, Line, Metadata, Text } from './shapes.ts'
import { compileCheck } from './validate.ts'

/** One schema for each kind of constraint that has a limit, with values around it. */
const BOUNDS = Body({
  integer: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  least: Type.Optional(Type.Integer({ minimum: 5 })),
  number: Type.Optional(Type.Number({ maximum: Number.MAX_SAFE_INTEGER })),
  length: Type.Optional(Text(5, 'At most five.')),
  both: Type.Optional(Text(5, 'Two to five.', 2)),
  line: Type.Optional(Line(5, 'In one line.')),
  list: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 3 })),
  map: Type.Optional(Metadata),
})
const checkBounds = compileCheck(BOUNDS, () => undefined)
const keys = (count: number, length = 3) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}`.padStart(length, '0'), 'x']),
  )

/** Returns the constraint that a value violates; undefined if it is accepted. */
function constraintOn(value: object): Constraint | undefined {
  try {
    checkBounds(value)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.deepEqual(error.constraint, error.errors[0]?.constraint)
    return error.constraint
  }
}

for (const [name, taken, refused] of [
  [
    'integer',
    [1, 9],
    [
      [0, { kind: 'integer', min: 1, max: 9, sent: '0' }],
      [10, { kind: 'integer', min: 1, max: 9, sent: '10' }],
      [1.5, { kind: 'integer', min: 1, max: 9, sent: '1.5' }],
    ],
  ],
  ['least', [5, 6], [[4, { kind: 'integer', min: 5, sent: '4' }]]],
  [
    'number',
    [9_007_199_254_740_990, 9_007_199_254_740_991],
    [
      [
        9_007_199_254_740_992,
        { kind: 'number', max: 9_007_199_254_740_991, sent: 'the number sent' },
      ],
    ],
  ],
  [
    'length',
    ['', 'abcd', '😀😀😀😀😀'],
    [['abcdef', { kind: 'length', max: 5, sent: '"abcdef"' }]],
  ],
  [
    'both',
    ['ab', 'abcde'],
    [
      ['a', { kind: 'length', min: 2, max: 5, sent: '"a"' }],
      ['abcdef', { kind: 'length', min: 2, max: 5, sent: '"abcdef"' }],
    ],
  ],
  [
    'line',
    ['abcd', 'abcde'],
    [
      ['abcdef', { kind: 'format', format: 'line', max: 5, sent: '"abcdef"' }],
      ['a\nb', { kind: 'format', format: 'line', max: 5, sent: '"a\\nb"' }],
    ],
  ],
  [
    'list',
    [[1], [1, 2, 3]],
    [
      [[], { kind: 'list', of: 'values', min: 1, max: 3, sent: '[]' }],
      [[1, 2, 3, 4], { kind: 'list', of: 'values', min: 1, max: 3, sent: '[1,2,3,4]' }],
    ],
  ],
  [
    'map',
    [keys(49), keys(50), keys(1, 40)],
    [
      [
        keys(51),
        {
          kind: 'map',
          max: 50,
          of: {
            kind: 'any_of',
            options: [
              { kind: 'length', max: 500 },
              { kind: 'number', max: 9_007_199_254_740_991 },
              { kind: 'boolean' },
            ],
          },
          sent: '{"000":"x","001":"x","002":"x","003":"x","004":"x","005":"x"…',
        },
      ],
      [keys(1, 41), { kind: 'key_length', min: 1, max: 40 }],
      [{ '': 'x' }, { kind: 'key_length', min: 1, max: 40 }],
    ],
  ],
] as [string, unknown[], [unknown, object][]][]) {
  test(`${name}: a value at the limit is accepted, and one beyond it is reported as data`, () => {
    for (const value of taken) assert.equal(constraintOn({ [name]: value }), undefined)
    for (const [value, constraint] of refused) {
      assert.deepEqual(constraintOn({ [name]: value }), constraint)
    }
  })
}
