// Renamed font families, so that the machine's fonts do not affect a document.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { renameFamily } from './font-family.ts'

const { resolve } = createRequire(import.meta.url)
const inter = readFileSync(resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'))
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16()

test('a font has its new name in an otherwise identical file', () => {
  const renamed = renameFamily(inter, 'Inter', 'Paper')
  assert.equal(renamed.length, inter.length)
  assert.ok(renamed.includes(utf16('Paper')))
  const different = renamed.filter((byte, index) => byte !== inter[index]).length
  // "Inter" and "Paper" share the "er" at their ends; a family is named two or three times.
  assert.ok(different > 0 && different <= 9, `${different} bytes differ`)
})

test('an alias of another length, or another family, is an error', () => {
  assert.throws(() => renameFamily(inter, 'Inter', 'Papers'), /not as long/)
  assert.throws(() => renameFamily(inter, 'Arial', 'Paper'), /not of the family "Arial"/)
})
