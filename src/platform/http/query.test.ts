// Query parameters: how the query string is parsed, and what is refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Refusal } from '../refusal.ts'
import { compileQuery } from './query.ts'

const parse = compileQuery(
  Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      open: Type.Optional(Type.Boolean()),
      name: Type.Optional(Type.String({ maxLength: 20 })),
      'at[gte]': Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  () => undefined,
)

function refusalOf(raw: string): Refusal {
  try {
    parse(raw)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new assert.AssertionError({ message: `"${raw}" was taken` })
}

for (const [raw, expected] of [
  ['', {}],
  ['&&', {}],
  ['limit=5', { limit: 5 }],
  ['limit=005', { limit: 5 }],
  ['open=true&limit=100', { open: true, limit: 100 }],
  ['name=', { name: '' }],
  ['name', { name: '' }],
  ['name=a+b%20c', { name: 'a b c' }],
  ['name=a%2Bb', { name: 'a+b' }],
  ['name=a=b', { name: 'a=b' }],
  ['name=%F0%9F%98%80', { name: '😀' }],
  ['at%5Bgte%5D=x', { 'at[gte]': 'x' }],
  ['at[gte]=x', { 'at[gte]': 'x' }],
] as const) {
  test(`"${raw}" is ${JSON.stringify(expected)}`, () => assert.deepEqual(parse(raw), expected))
}

for (const [raw, code, param] of [
  ['limit=0', 'parameter_invalid', 'limit'],
  ['limit=1.0', 'parameter_invalid', 'limit'],
  ['limit=+5', 'parameter_invalid', 'limit'],
  ['limit=', 'parameter_invalid', 'limit'],
  ['open=1', 'parameter_invalid', 'open'],
  ['open=TRUE', 'parameter_invalid', 'open'],
  ['limit=1&limit=2', 'parameter_invalid', 'limit'],
  ['limit=1&l%69mit=1', 'parameter_invalid', 'limit'],
  ['page=1', 'parameter_unknown', 'page'],
  ['__proto__=1', 'parameter_unknown', '__proto__'],
  ['constructor=1', 'parameter_unknown', 'constructor'],
  ['name=%00', 'parameter_invalid', 'name'],
  ['name=%', 'parameter_invalid', null],
  ['name=%ff', 'parameter_invalid', null],
  ['%ff=1', 'parameter_invalid', null],
] as const) {
  test(`"${raw}" is refused as ${code}`, () => {
    const refusal = refusalOf(raw)
    assert.equal(refusal.code, code)
    assert.equal(refusal.param, param)
  })
}

test('any encoded value is decoded again, and no input breaks the parser', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 5 }), (name) => {
      if (name.includes('\u0000') || [...name].length > 20) return
      assert.deepEqual(parse(`name=${encodeURIComponent(name)}`), { name })
    }),
  )
  fc.assert(
    fc.property(fc.string(), (raw) => {
      try {
        parse(raw)
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
      }
    }),
  )
})
