// What is shown of texts that others wrote: whatever cannot be seen, or lies about what is seen, is replaced.

/** Stands for a character that is not shown. */
const REPLACEMENT = '\ufffd'

/**
 * Characters that have no look of their own, or change the look of others: controls, the overrides
 * and isolates of the bidirectional algorithm (UAX 9, by which "gpj.exe" reads "exe.jpg"), lone
 * surrogates, code points that are unassigned or private, and invisible format characters but those
 * that scripts and emoji need (joiners, directional marks, soft hyphen, word joiner, tags of flags).
 */
const UNREADABLE =
  /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u202a-\u202e\u2066-\u2069\u206a-\u206f\ufff9-\ufffb\u200b\ufeff\u180e]/u
const UNREADABLES = new RegExp(UNREADABLE.source, 'gu')

/** Marks piled on one letter, beyond the four that any orthography needs, would cover its neighbours. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** A text of one line: breaks and tabs become spaces, what is unreadable the replacement character. */
export function readableLine(text: string): string {
  return readable(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')).trim()
}

/** A text of several lines: breaks of every kind stay, as \n; empty lines at both ends do not. */
export function readableText(text: string): string {
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
  const shown = lines.map((line) => readable(line.replaceAll('\t', '    ')).trimEnd())
  return shown.join('\n').replace(/^\n+|\n+$/g, '')
}

function readable(text: string): string {
  // Nearly every text is plain; a test of it costs a tenth of a replacement.
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text.replace(UNREADABLES, REPLACEMENT).replace(PILED_MARKS, `$1${REPLACEMENT}`)
}
