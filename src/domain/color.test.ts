// Colors: WCAG contrast, and a readable text color for any background.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, DEFAULT_COLOR, inkOn, readableOnWhite } from './color.ts'

test('contrast matches WCAG 2.2', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#ffffff', '#ffffff'), 1)
  // The lightest gray that passes 4.5 : 1 on white; every contrast checker gives 4.54.
  assert.equal(Math.trunc(contrast('#767676', '#ffffff') * 100), 454)
})

test('text on any chosen color is readable', () => {
  for (const color of ['#000000', '#ffffff', '#ffe600', '#0055ff', '#808080', '#00c853']) {
    assert.ok(contrast(color, inkOn(color)) >= 4.5, color)
  }
  assert.equal(inkOn('#ffe600'), '#101216')
  assert.equal(inkOn('#0033aa'), '#ffffff')
})

test('a color too light for text is replaced by the default', () => {
  assert.equal(readableOnWhite('#0033aa'), '#0033aa')
  assert.equal(readableOnWhite('#ffe600'), DEFAULT_COLOR)
  assert.ok(contrast(DEFAULT_COLOR, '#ffffff') > 7)
})
