// Parses CSV as spreadsheets write it: cells between commas, semicolons or tabs, each row with its line number.

export interface CsvRow {
  /** The line on which it begins, counted from 1. */
  line: number
  cells: string[]
}

const SEPARATORS = [',', ';', '\t'] as const

/** Rows with any content. A quoted cell can contain separators and line breaks; a quote within it is doubled. */
export function csvRows(text: string): CsvRow[] {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain)
  const cell = new RegExp(
    `(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  while (cell.lastIndex <= plain.length) {
    const found = cell.exec(plain) ?? unclosed(plain, cell, separator)
    const [all = '', quoted, bare = '', end = ''] = found
    row.cells.push((quoted?.replaceAll('""', '"') ?? bare).trim())
    line += all.split(/\r\n|\n|\r/).length - 1
    if (end === separator) continue
    rows.push(row)
    row = { line, cells: [] }
    if (end === '') break
  }
  return rows.filter(({ cells }) => cells.some((each) => each !== ''))
}

/** The separator of the first line, whose cells are column names without separators. */
function separatorOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1)
  const count = (separator: string) => head.split(separator).length
  return SEPARATORS.reduce((most, each) => (count(each) > count(most) ? each : most), ',')
}

/** A quote that is never closed is an ordinary character. */
function unclosed(text: string, cell: RegExp, separator: string): (string | undefined)[] {
  const at = cell.lastIndex
  const [bare = ''] = text.slice(at).split(new RegExp(`[${separator}\\r\\n]`), 1)
  const end = text.slice(at + bare.length, at + bare.length + 1)
  cell.lastIndex = at + bare.length + end.length
  return [bare + end, undefined, bare, end]
}
