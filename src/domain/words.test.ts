// Search words match in any spelling.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allBegin, queryWords, wordsOf } from './words.ts'

test('case, accents and punctuation are ignored', () => {
  for (const [text, words] of [
    ['Nordlicht Inc.', ['nordlicht', 'inc']],
    ['Café Müller-Straße', ['cafe', 'muller', 'strasse']],
    ['CAFÉ', ['cafe']],
    ['İstanbul ŁÓDŹ Ærø', ['istanbul', 'lodz', 'aero']],
    ['billing@nordlicht.example', ['billing', 'nordlicht', 'example']],
    ['ﬁnance Ⅷ ｆｕｌｌ', ['finance', 'viii', 'full']],
    ['a a A', ['a']],
    ['!!! 🎉 …', []],
    ['', []],
  ] as const) {
    assert.deepEqual(queryWords(text), words, text)
  }
})

test('in scripts without spaces, a word begins at every letter', () => {
  assert.deepEqual(wordsOf(['東京電力', null]), ['東京電力', '京電力', '電力', '力'])
  assert.ok(allBegin(queryWords('電力'), wordsOf(['東京電力'])))
})

test('texts of any length give a bounded number of bounded words', () => {
  const long = Array.from({ length: 256 }, (_, n) => `w${n}`).join(' ')
  assert.equal(wordsOf([long, long]).length, 40)
  assert.equal(wordsOf(['x'.repeat(256)])[0]?.length, 40)
  assert.ok(allBegin(queryWords('x'.repeat(256)), wordsOf(['x'.repeat(256)])))
})
