// Rows copied from a sheet, as its programs put them on the clipboard: tabs between cells.
import { BY_HAND, blankLine, COLUMNS, type ColumnName, type LineText } from './draft.ts'

/** Whether a text is rows of a sheet, and not something to be put into one cell. */
export function isSheet(text: string): boolean {
  return /\t|\r?\n\s*\S/.test(text)
}

/** Its cells. A cell in quotes may hold tabs and line ends; a quote within it is doubled. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  while (pattern.lastIndex <= text.length) {
    const found = pattern.exec(text)
    // A quote that never closes is a character like any other.
    const [all, quoted, plain, end] = found ?? fallback(text, pattern)
    row.push(((quoted?.replaceAll('""', '"') ?? plain) as string).replace(/\s+/g, ' ').trim())
    if (end !== '\t') {
      rows.push(row)
      row = []
    }
    if (end === '' || all === undefined) break
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

function fallback(text: string, pattern: RegExp): readonly (string | undefined)[] {
  const plain = /[^\t\r\n]*/y
  plain.lastIndex = pattern.lastIndex
  const [cell = ''] = plain.exec(text) ?? []
  const end = /^(?:\t|\r\n|\n|\r|)/.exec(text.slice(plain.lastIndex))?.[0] ?? ''
  pattern.lastIndex = plain.lastIndex + end.length
  return [cell + end, undefined, cell, end]
}

/**
 * The rows after a paste at a cell: cells go to it and those right of it and below, row by row;
 * cells beyond the last column (a sheet's own amounts) go nowhere. Rows beyond `most` do not land.
 */
export function pasteInto(
  lines: readonly LineText[],
  at: { row: number; column: ColumnName },
  cells: readonly string[][],
  most: number,
): { lines: LineText[]; left: number } {
  const first = COLUMNS.indexOf(at.column)
  const landing = cells.slice(0, Math.max(0, most - at.row))
  const after = [...lines]
  for (const [index, texts] of landing.entries()) {
    const line = { ...(after[at.row + index] ?? blankLine()) }
    for (const [offset, text] of texts.entries()) {
      const name = COLUMNS[first + offset]
      if (name === undefined) continue
      // Another text is no longer that of the product, and a price is typed by hand.
      if (name !== 'quantity' && line.price_id) Object.assign(line, BY_HAND)
      if (name === 'description') line.product_id = null
      line[name] = text
    }
    after[at.row + index] = line
  }
  return { lines: after, left: cells.length - landing.length }
}
