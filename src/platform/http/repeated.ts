// Finds duplicate names in JSON objects; JSON.parse silently keeps only the last.

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Returns the path of a property that a valid JSON text names twice in one object. Names are compared after unescaping,
 * so `"a"` and `"\u0061"` are equal. `value` is the result of JSON.parse.
 */
export function findRepeated(text: string, value: unknown): string | undefined {
  // A duplicate name is parsed to one property, so only then does the text have more names.
  return colonsOf(text) === membersOf(value) ? undefined : placeOfRepeated(text)
}

function colonsOf(text: string): number {
  let colons = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COLON) colons++
    else if (code === QUOTE) at = endOfString(text, at)
  }
  return colons
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = 0
  if (Array.isArray(value)) {
    for (const item of value) members += membersOf(item)
    return members
  }
  for (const key in value) members += 1 + membersOf((value as Record<string, unknown>)[key])
  return members
}

/** An open object or list. */
interface Level {
  path: string
  /** The names so far; undefined for a list. */
  names?: Set<string>
  /** Index of the current list item. */
  index: number
  /** The name whose value comes next. */
  name?: string
}

function placeOfRepeated(text: string): string | undefined {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const level = levels.at(-1)
    if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      const path = level ? placeIn(level) : ''
      levels.push({ path, index: 0, ...(code === OPENING_BRACE && { names: new Set<string>() }) })
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      levels.pop()
    } else if (code === COMMA && level) {
      level.index++
      delete level.name
    } else if (code === QUOTE) {
      const end = endOfString(text, at)
      if (level?.names && level.name === undefined) {
        level.name = JSON.parse(text.slice(at, end + 1)) as string
        if (level.names.has(level.name)) return placeIn(level)
        level.names.add(level.name)
      }
      at = end
    }
  }
  return undefined
}

function placeIn({ path, names, index, name }: Level): string {
  if (!names) return `${path}[${index}]`
  const brief = [...(name ?? '')].slice(0, 64).join('')
  return path ? `${path}.${brief}` : brief
}

/** Returns where the string ends that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from
  do at = text.indexOf('"', at + 1)
  while (isEscaped(text, at))
  return at
}

/** True if an odd number of backslashes precedes the position. */
export function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (at - before) % 2 === 1
}
