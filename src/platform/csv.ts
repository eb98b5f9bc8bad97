// CSV as spreadsheets read it: RFC 4180, with no cell that a spreadsheet would run as a formula.

/** What begins with one of these is a formula to a spreadsheet, or hides one behind a blank. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\r\n]/

/** A text as a cell: shown as it is, whatever it holds. */
export function textCell(text: string | null): string {
  if (text === null) return ''
  // The apostrophe is what spreadsheets themselves take for "this is text".
  const shown = FORMULA.test(text) ? `'${text}` : text
  return SPECIAL.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
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
