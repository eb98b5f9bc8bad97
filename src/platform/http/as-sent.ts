// Numbers as they were written, for messages to quote: 9007199254740993 and 1e400 are no floats.

/** Going through the text takes ten times as long as parsing it, so long texts are not. */
const LENGTH_MOST = 65_536
const LITERALS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Before a number that is spelled otherwise than we would. No text of a body begins so: a NUL is refused. */
const MARK = '\u0000'
const MARKED = /"\\u0000([^"]*)"/g

/** The value of a JSON text, with numbers that a message could not quote as marked texts. */
export function asSent(text: string, value: unknown): unknown {
  if (text.trim() === '' || text.length > LENGTH_MOST) return value
  const spelled = text.replace(LITERALS, (literal) =>
    literal.startsWith('"') || String(Number(literal)) === literal
      ? literal
      : `"\\u0000${literal}"`,
  )
  return JSON.parse(spelled)
}

/** Whether a value was sent as a text, and is no marked number. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith(MARK)
}

/** The number that was sent, marked or not; NaN for anything else. */
export function numberSent(value: unknown): number {
  if (typeof value === 'number') return value
  const isMarked = typeof value === 'string' && value.startsWith(MARK)
  return isMarked ? Number(value.slice(MARK.length)) : Number.NaN
}

/** A value as quoted in a message: JSON, cut short. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return 'the number sent'
  }
  const text = JSON.stringify(value).replace(MARKED, '$1')
  const characters = [...text.slice(0, 200)]
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text
}
