// Cells that spreadsheets must not run, and texts that must come back as they went in.

import assert from 'node:assert/strict'
import test from 'node:test'
import { csvLine, textCell } from './csv.ts'

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
  ['\t=1', "'\t=1", 'a tab before it'],
  ['\r=1', '"\'\r=1"', 'a line break before it'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"', 'a formula with quotes'],
  ['1=1', '1=1', 'a sign further on does no harm'],
  ['日本 🎉', '日本 🎉', 'any script'],
]

for (const [text, cell, why] of CELLS) {
  test(`${JSON.stringify(text)}: ${why}`, () => assert.equal(textCell(text), cell))
}

test('a line is its cells with commas between, and CRLF; numbers stay numbers', () =>
  assert.equal(csvLine([textCell('-x'), '-1.50', '']), "'-x,-1.50,\r\n"))
