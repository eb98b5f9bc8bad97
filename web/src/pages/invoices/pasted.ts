// Parses rows copied from a spreadsheet: on the clipboard, tabs separate the cells.
import { BY_HAND, blankLine, COLUMNS, type ColumnName, type LineText } from './draft.ts'

/** True if a text is rows of a spreadsheet rather than the content of one cell. */
export function isSheet(text: string): boolean {
  return /\t|\r?\n\s*\S/.test(text)
}

/** Its cells. A quoted cell can contain tabs and line breaks; a quote within it is doubled. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  while (pattern.lastIndex <= text.length) {
    const found = pattern.exec(text)
    // A quote that is never closed is an ordinary character.
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
 * The rows after a paste at a cell: pasted cells fill it and those to the right and below, row by
 * row. Cells beyond the last column (such as a spreadsheet's amounts) and rows beyond `most` are
 * dropped.
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
      // Another text no longer matches the product, so the line gets a manual price.
      if (name !== 'quantity' && line.price_id) Object.assign(line, BY_HAND)
      if (name === 'description') line.product_id = null
      line[name] = text
    }
    after[at.row + index] = line
  }
  return { lines: after, left: cells.length - landing.length }
}
