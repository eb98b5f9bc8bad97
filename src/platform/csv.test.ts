// CSV cells: formulas are disabled, and other texts are unchanged.

import assert from 'node:assert/strict'
import test from 'node:test'
import { csvHeadings, csvLine, textCell } from './csv.ts'

const CELLS: [string | null, string, string][] = [
  ['Nordlicht Inc.', 'Nordlicht Inc.', 'plain text stays plain'],
  [null, '', 'nothing is an empty cell'],
  ['', '', 'and so is an empty text'],
  ['a,b', '"a,b"', 'a comma is quoted'],
  ['say "no"', '"say ""no"""', 'a quote is doubled'],
  ['two\r\nlines', '"two\r\nlines"', 'line breaks stay within the cell'],
  ['=1+1', "'=1+1", 'a formula'],
  ['+1', "'+1", 'a formula that begins with a sign'],
  ['-1', "'-1", 'the same'],
  ['@SUM(A1)', "'@SUM(A1)", 'a formula of old'],
  ['  =1', "'  =1", 'blanks before it'],
  ['\t=1', "'\t=1", 'a tab before it'],
  ['\r=1', '"\'\r=1"', 'a line break before it'],
  ['a\n=1', '"a\n\'=1"', 'a line of its own'],
  ['a\r\n -1', '"a\r\n \'-1"', 'the same after a blank'],
  ['a;=1', "a;'=1", 'the separator of other countries before it'],
  ['a\t+1|@b', "a\t'+1|'@b", 'other separators'],
  ['\uff1d1+1', "'\uff1d1+1", 'a full-width sign'],
  ['a; b', 'a; b', 'a separator alone does no harm'],
  ['2026-11-26', '2026-11-26', 'nor does a sign within a word'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"', 'a formula with quotes'],
  ['1=1', '1=1', 'a sign further on does no harm'],
  ['日本 🎉', '日本 🎉', 'any script'],
]

for (const [text, cell, why] of CELLS) {
  test(`the cell ${JSON.stringify(text)} is safe: ${why}`, () => assert.equal(textCell(text), cell))
}

test('a line joins its cells with commas and ends in CRLF; numbers are not escaped', () =>
  assert.equal(csvLine([textCell('-x'), '-1.50', '']), "'-x,-1.50,\r\n"))

test('headings start with a byte-order mark for users only', () => {
  assert.equal(csvHeadings(['id', 'name'], {}), 'id,name\r\n')
  assert.equal(csvHeadings(['id', 'name'], { role: 'owner' }), '\ufeffid,name\r\n')
})
