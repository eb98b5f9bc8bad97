// The characters of a font, compared with its makers' and fontconfig's data.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { readCoverage } from './font-coverage.ts'

const { resolve } = createRequire(import.meta.url)
const read = (name: string) => readCoverage(readFileSync(resolve(name)))

/** From `fc-query --format=%{charset}` on the same files. */
const COVERED: [string, string, string][] = [
  [
    '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
    'Aéß–€₹ΩЖ\u202f\u2212',
    '\ufffd漢שა😀',
  ],
  // Basic Multilingual Plane only (format 4).
  [
    '@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
    'กฺ฿๛\u1e0c€',
    '\u0e3b\u0e5cא漢😀',
  ],
  ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'Aé€ΩЖשسა\ufffd\ud83d\ude00', '漢字👩'],
]

test('a font covers exactly the characters it has glyphs for', () => {
  for (const [name, present, absent] of COVERED) {
    const covers = read(name)
    for (const character of present) {
      assert.ok(covers(character.codePointAt(0) as number), `${name} has ${character}`)
    }
    for (const character of absent) {
      assert.ok(!covers(character.codePointAt(0) as number), `${name} lacks ${character}`)
    }
  }
})

test('a file that is not a font is refused', () => {
  assert.throws(() => readCoverage(Buffer.alloc(64)), /no table "cmap"/)
})
