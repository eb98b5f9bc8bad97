// CSV as spreadsheets read it: RFC 4180, with no cell that a spreadsheet would run as a formula.

/** Signs that begin a formula, full-width ones included (OWASP, CSV injection). */
const SIGN = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/** Where a formula can begin: in front of the text, and behind what other settings take for the end of a cell. */
const FORMULA = new RegExp(`(^(?=\\s{0,8}${SIGN}|[\\t\\r])|[;|\\t\\r\\n]\\s{0,8}(?=${SIGN}))`, 'g')
const SPECIAL = /[",\r\n]/

/** A text as a cell: shown as it is, whatever it holds. */
export function textCell(text: string | null): string {
  if (text === null) return ''
  // The apostrophe is what spreadsheets themselves take for "this is text".
  const shown = text.replace(FORMULA, "$1'")
  return SPECIAL.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * The headings of a download. For a person it begins with a byte-order mark, without which Excel does not read UTF-8;
 * for a program it does not.
 */
export function csvHeadings(headings: readonly string[], { role }: { role?: string }): string {
  return (role === undefined ? '' : '\ufeff') + csvLine(headings)
}

/** One line of finished cells. Numbers are given as they are, so that a negative one stays one. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

/** A column of a list as CSV, made of objects as the API answers them. */
export interface CsvColumn {
  name: string
  cell(item: Record<string, unknown>): string
}
