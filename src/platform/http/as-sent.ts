// Keeps numbers as they were written, for error messages: 9007199254740993 and 1e400 do not fit a float.

/** Longer texts are skipped: scanning a text takes ten times as long as parsing it. */
const LENGTH_MOST = 65_536
const LITERALS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Marks a number that JavaScript would write differently. Bodies with a NUL are refused, so it is unambiguous. */
const MARK = '\u0000'
const MARKED = /"\\u0000([^"]*)"/g

/** Returns the value of a JSON text; numbers that could not be quoted exactly become marked strings. */
export function asSent(text: string, value: unknown): unknown {
  if (text.trim() === '' || text.length > LENGTH_MOST) return value
  const spelled = text.replace(LITERALS, (literal) =>
    literal.startsWith('"') || String(Number(literal)) === literal
      ? literal
      : `"\\u0000${literal}"`,
  )
  return JSON.parse(spelled)
}

/** True if the value was sent as a string, so it is not a marked number. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith(MARK)
}

/** Returns the number that was sent, marked or not; NaN for any other value. */
export function numberSent(value: unknown): number {
  if (typeof value === 'number') return value
  const isMarked = typeof value === 'string' && value.startsWith(MARK)
  return isMarked ? Number(value.slice(MARK.length)) : Number.NaN
}

/** Returns a value as JSON for a message, truncated. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return 'the number sent'
  }
  const text = JSON.stringify(value).replace(MARKED, '$1')
  const characters = [...text.slice(0, 200)]
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text
}
