// Parsing of request bodies: what JSON.parse alone would accept, and null on create.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../refusal.ts'
import { parseBody, withoutNulls } from './body.ts'

function refused(text: string): Refusal {
  try {
    parseBody(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new assert.AssertionError({ message: `${text} was taken` })
}

test('empty and blank text count as no body', () => {
  for (const text of ['', ' ', '\r\n\t']) assert.equal(parseBody(text), undefined)
})

test('a JSON syntax error reports its position and never quotes the body', () => {
  const { code, message } = refused('{"secret":"hunter2",}')
  assert.equal(code, 'invalid_json')
  assert.match(message, /position 20/)
  assert.doesNotMatch(message, /hunter2|secret/)
})

test('eight levels are accepted, nine or a hundred thousand are not', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.ok(parseBody(nested(8)))
  assert.match(refused(nested(9)).message, /8 levels/)
  assert.match(refused(nested(100_000)).message, /8 levels/)
})

test('NUL and lone surrogates are found at any depth, and quoted safely', () => {
  for (const [text, param] of [
    ['{"a":{"b":["x","\\u0000"]}}', 'a.b[1]'],
    ['{"a\\u0000":1}', 'a\\u0000'],
    ['{"a":"\\ud800"}', 'a'],
    ['["\\udfff"]', '[0]'],
  ] as const) {
    const refusal = refused(text)
    assert.equal(refusal.param, param)
    assert.ok(refusal.message.isWellFormed() && !refusal.message.includes('\u0000'))
  }
})

test('__proto__ is refused as a property, at any level', () => {
  assert.equal(refused('{"__proto__":1}').param, '__proto__')
  assert.equal(refused('{"a":[{"__proto__":{}}]}').param, 'a[0].__proto__')
})

test('an object with a duplicate name is refused, even if an escape disguises the name', () => {
  for (const [text, param] of [
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"":1,"b":"\\\\","a\\u0022":2}', 'a"'],
    ['{"line_items":[{},{"x":{"d":":,{","d":2}}]}', 'line_items[1].x.d'],
    ['[[1,{"a":[],"a":[]}]]', '[0][1].a'],
    ['{"":1,"":2}', ''],
    ['{"a":{"b":1,"b":2},"a":{}}', 'a.b'],
    ['{"toString":1,"toString":2}', 'toString'],
    ['{"\u{1f600}":1,"\\ud83d\\ude00":2}', '\u{1f600}'],
  ] as const) {
    const refusal = refused(text)
    assert.deepEqual([refusal.code, refusal.param], ['invalid_json', param], text)
    assert.match(refusal.message, /more than once/)
  }
  for (const text of [
    '{"a":":\\":","b":{"a":1},"c":[{"a":1},{"a":1}]}',
    '{"a":"{\\"a\\":1}","A":1,"a ":1}',
    '{"1":1,"01":1,"1.0":1}',
  ]) {
    assert.deepEqual(parseBody(text), JSON.parse(text))
  }
})

test('finding a duplicate name takes no longer than reading a megabyte', () => {
  const slashes = '\\\\'.repeat(260_000)
  const quotes = '\\"'.repeat(520_000)
  for (const text of [slashes, quotes]) {
    const started = performance.now()
    refused(`{"a":"${text}","a":1}`)
    assert.ok(performance.now() - started < 1_000)
  }
})

test('at most twenty errors are reported, however many there are', () => {
  const many = JSON.stringify(Array.from({ length: 500 }, () => '\u0000'))
  assert.equal(refused(many).errors.length, 20)
})

test('all other JSON is parsed like JSON.parse', () => {
  const holdsOddity = (text: string) =>
    /\\u0000|\\ud[89a-f]/i.test(text) || text.includes('__proto__')
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      if (holdsOddity(text)) return
      assert.deepEqual(parseBody(text), JSON.parse(text))
    }),
  )
})

test('null properties are absent on create, also in lines and metadata; null items stay', () => {
  const body = { a: null, b: 0, lines: [{ c: null, d: '' }, null], meta: { e: null, f: false } }
  assert.deepEqual(withoutNulls(body), { b: 0, lines: [{ d: '' }, null], meta: { f: false } })
  assert.equal(withoutNulls(null), null)
  assert.deepEqual(withoutNulls([null]), [null])
})

test('a body has at most five thousand values; commas in strings do not count', () => {
  const list = (count: number) => `[${Array(count).fill('12').join(',')}]`
  assert.ok(parseBody(list(5_000)))
  assert.throws(() => parseBody(list(5_001)), /more than 5000 fields/)
  const text = JSON.stringify(`${',"\\,'.repeat(9_000)}\\`)
  assert.ok(parseBody(`[${text},${text}]`))
  assert.throws(() => parseBody(`[${text},${list(5_001)}]`), /more than 5000 fields/)
})
