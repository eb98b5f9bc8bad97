// Reads CSV according to RFC 4180, with code that shares nothing with the writer.

/** Parses the rows of a text, each keyed by the header. */
export function readCsv(text: string): Record<string, string>[] {
  const [heading = [], ...rows] = cellsOf(text)
  return rows.map((cells) => Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? ''])))
}

export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (text[at] === '"' && text[at + 1] === '"') at++
        else if (text[at] === '"') break
        cell += text[at]
      }
      at++
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++]
    }
    row.push(cell)
    if (text[at] === ',') {
      at++
      continue
    }
    // Every line ends with CRLF, the last one too.
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No end of line at ${at}.`)
    at += 2
    rows.push(row)
    row = []
  }
  return rows
}
