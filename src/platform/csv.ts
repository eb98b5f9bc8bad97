// CSV for spreadsheets: RFC 4180, with no cell that a spreadsheet would run as a formula.

/** Characters that start a formula, including full-width ones (OWASP, CSV injection). */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/** Where a formula can start: at the start of the text, or after a separator of other locales. */
const FORMULA = new RegExp(`(^(?=\\s{0,8}${SIGN}|[\\t\\r])|[;|\\t\\r\\n]\\s{0,8}(?=${SIGN}))`, 'g')
const SPECIAL = /[",\r\n]/

/** A string as a cell that is shown literally. */
export function textCell(text: string | null): string {
  if (text === null) return ''
  // A leading apostrophe marks a cell as text in spreadsheets.
  const shown = text.replace(FORMULA, "$1'")
  return SPECIAL.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * The heading line of a download. For a user it starts with a byte-order mark, which Excel needs to detect UTF-8; for
 * an API key it does not.
 */
export function csvHeadings(headings: readonly string[], { role }: { role?: string }): string {
  return (role === undefined ? '' : '\ufeff') + csvLine(headings)
}

/** Joins finished cells into a line. Numbers are not escaped, so negative ones stay numbers. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

/** A CSV column of a list, filled from objects as the API returns them. */
export interface CsvColumn {
  name: string
  cell(item: Record<string, unknown>): string
}
