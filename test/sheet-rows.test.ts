// Numbers and rows as people paste them into the editor of an invoice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankLine, filledLines, invalidCells, totalsOf } from '../web/src/pages/invoices/draft.ts'
import { cellsOf, isSheet, pasteInto } from '../web/src/pages/invoices/pasted.ts'
import { parseAmount } from '../web/src/text/amount-text.ts'

// Written by hand: the value of each text in this locale, in units of the last digit.
const AMOUNTS: [
  text: string,
  scale: number,
  locale: 'en' | 'fr' | 'en-AT',
  expected: number | undefined,
][] = [
  ['19.99', 2, 'en', 1999],
  ['19,99', 2, 'fr', 1999],
  // The other decimal mark is accepted where it is unambiguous.
  ['19,99', 2, 'en', 1999],
  ['19.99', 2, 'fr', 1999],
  ['19.9', 2, 'en', 1990],
  ['19', 2, 'en', 1900],
  ['1,234', 2, 'en', 123400],
  ['1.234', 2, 'en-AT', 123400],
  // Ambiguous: refused, never rounded, never read as a thousand.
  ['1.234', 2, 'fr', undefined],
  ['1.234', 2, 'en', undefined],
  ['1,234', 2, 'fr', undefined],
  // The dinar has three decimal places: here the same text is a price.
  ['1.234', 3, 'en', 1234],
  ['1,234', 3, 'en', 1234000],
  ['1,234.50', 2, 'en', 123450],
  ['1.234,50', 2, 'en', 123450],
  ['1 234,50', 2, 'fr', 123450],
  ['1\u202f234,50 €', 2, 'fr', 123450],
  ["1'234.50", 2, 'en', 123450],
  ['1,234,567', 2, 'en', 123456700],
  ['1,234,567.89', 2, 'en', 123456789],
  ['1,23,456', 2, 'en', undefined],
  ['CA$19.99', 2, 'en', 1999],
  ['$ 19.99', 2, 'en', 1999],
  ['19.99 CAD', 2, 'en', 1999],
  ['-5', 2, 'en', -500],
  ['-$5', 2, 'en', -500],
  ['10000', 0, 'en', 10000],
  ['3.00', 0, 'en', 3],
  ['3,00', 0, 'fr', 3],
  ['2.5', 0, 'en', undefined],
  ['19.999', 2, 'en', undefined],
  ['', 2, 'en', undefined],
  ['free', 2, 'en', undefined],
  ['1e5', 2, 'en', undefined],
  ['=1+1', 2, 'en', undefined],
  ['12 apples', 0, 'en', undefined],
  ['99999999999999999999', 2, 'en', undefined],
]

test('a number is parsed with the separators of the locale', () => {
  for (const [text, scale, locale, expected] of AMOUNTS) {
    const currency = ['jpy', '', 'cad', 'kwd'][scale]
    const writing = { locale, ...(currency && { currency }) }
    assert.equal(parseAmount(text, scale, writing), expected, `${text} at ${scale} in ${locale}`)
  }
})

test('cells of a spreadsheet round-trip', () => {
  assert.deepEqual(cellsOf('a\tb\nc\td\n'), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  assert.deepEqual(cellsOf('a\tb\r\nc\td'), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  // A cell with two lines, and one with a quotation mark, quoted as spreadsheets do.
  assert.deepEqual(cellsOf('"two\nlines"\t3\n"5"" pipe"\t1'), [
    ['two lines', '3'],
    ['5" pipe', '1'],
  ])
  assert.deepEqual(cellsOf('5" pipe\t1\n"never closed\t2'), [
    ['5" pipe', '1'],
    ['"never closed', '2'],
  ])
  assert.deepEqual(cellsOf('\t\n\n'), [])
  assert.equal(isSheet('one text'), false)
  assert.equal(isSheet('one text\n'), false)
  assert.equal(isSheet('a\tb'), true)
  assert.equal(isSheet('a\nb'), true)
})

test('pasted rows fill cells from the selected one, and rows beyond the maximum are dropped', () => {
  const cells = [
    ['Seats', '3', '19,99', '59,97'],
    ['Support', 'two', '49,00'],
  ]
  const start = [{ ...blankLine(), description: 'Kept', quantity: '1', price: '1' }, blankLine()]
  const { lines, left } = pasteInto(start, { row: 1, column: 'description' }, cells, 250)
  assert.equal(left, 0)
  assert.deepEqual(
    lines.map(({ description, quantity, price }) => [description, quantity, price]),
    [
      ['Kept', '1', '1'],
      ['Seats', '3', '19,99'],
      ['Support', 'two', '49,00'],
    ],
  )
  const spelling = { locale: 'fr', currency: 'cad' }
  assert.deepEqual(
    lines.map((line) => invalidCells(line, spelling, true)),
    [[], [], ['quantity']],
  )
  // 1 × 1.00 + 3 × 19.99 = 60.97; the row without a quantity is not counted.
  const { settled, unfinished } = totalsOf(lines, spelling)
  assert.equal(settled?.total, 6097)
  assert.equal(unfinished, 1)

  const many = Array.from({ length: 260 }, (_, index) => [`Line ${index}`, '1', '1'])
  const full = pasteInto([blankLine()], { row: 0, column: 'description' }, many, 250)
  assert.equal(filledLines(full.lines).length, 250)
  assert.equal(full.left, 10)
  const prices = pasteInto(lines, { row: 0, column: 'price' }, [['5'], ['6']], 250)
  assert.deepEqual(
    prices.lines.map(({ price }) => price),
    ['5', '6', '49,00'],
  )
})
