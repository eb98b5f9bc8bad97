// Makes text from clients safe to display: replaces characters that are invisible or change how others appear.

/** Replaces a character that is not shown. */
const REPLACEMENT = '\ufffd'

/**
 * Characters that are invisible or change how others appear: controls, bidirectional overrides and isolates (UAX 9, by
 * which "gpj.exe" reads "exe.jpg"), lone surrogates, unassigned and private code points, and format characters except
 * those that scripts and emoji need (joiners, directional marks, soft hyphen, word joiner, tags of flags).
 */
const UNREADABLE =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u202a-\u202e\u2066-\u2069\u206a-\u206f\ufff9-\ufffb\u200b\ufeff\u180e]/u
const UNREADABLES = new RegExp(UNREADABLE.source, 'gu')

/** No orthography needs more than four combining marks on a letter; more would cover neighboring letters. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** A one-line text: line breaks and tabs become spaces, unreadable characters are replaced. */
export function readableLine(text: string): string {
  return readable(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')).trim()
}

/** A multi-line text: line breaks become \n; empty lines at both ends are removed. */
export function readableText(text: string): string {
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
  const shown = lines.map((line) => readable(line.replaceAll('\t', '    ')).trimEnd())
  return shown.join('\n').replace(/^\n+|\n+$/g, '')
}

function readable(text: string): string {
  // Fast path: nearly all texts are ASCII, and this test costs a tenth of the replacement.
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text.replace(UNREADABLES, REPLACEMENT).replace(PILED_MARKS, `$1${REPLACEMENT}`)
}
