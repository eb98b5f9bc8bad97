// French typography: punctuation separated from its word by a space never begins or ends a line.

/** Strings, or functions that return one; groups of them can nest. */
export interface Messages {
  readonly [name: string]: string | ((...values: never[]) => string) | Messages
}

/** Inserts non-breaking spaces: narrow ones before ; ! ?, full ones before a colon and in quotation marks. */
export function typeset(text: string): string {
  return text.replace(/ (?=[;!?])/g, '\u202f').replace(/ (?=[:»])|(?<=«) /g, '\u00a0')
}

/** The same messages with this typography; functions apply it when called. */
export function typesetAll<T extends Messages>(messages: T): T {
  const set = Object.entries(messages).map(([name, word]) => {
    if (typeof word === 'string') return [name, typeset(word)]
    if (typeof word !== 'function') return [name, typesetAll(word)]
    return [name, (...values: never[]) => typeset(word(...values))]
  })
  return Object.fromEntries(set) as T
}
