// Colours: contrast by WCAG, and the ink for any ground.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, DEFAULT_COLOR, inkOn, readableOnWhite } from './color.ts'

test('contrast is that of WCAG 2.2', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#ffffff', '#ffffff'), 1)
  // The lightest grey that passes 4.5 : 1 on white, as every checker says: 4.54.
  assert.equal(Math.trunc(contrast('#767676', '#ffffff') * 100), 454)
})

test('whatever colour was chosen, what stands on it can be read', () => {
  for (const color of ['#000000', '#ffffff', '#ffe600', '#0055ff', '#808080', '#00c853']) {
    assert.ok(contrast(color, inkOn(color)) >= 4.5, color)
  }
  assert.equal(inkOn('#ffe600'), '#101216')
  assert.equal(inkOn('#0033aa'), '#ffffff')
})

test('a colour too light for letters gives way', () => {
  assert.equal(readableOnWhite('#0033aa'), '#0033aa')
  assert.equal(readableOnWhite('#ffe600'), DEFAULT_COLOR)
  assert.ok(contrast(DEFAULT_COLOR, '#ffffff') > 7)
})
