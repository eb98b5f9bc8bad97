// How French is set: a sign that stands apart from its word never begins a line, nor ends one.

/** Texts, or functions that make one of values; groups of them may nest. */
export interface Messages {
  readonly [name: string]: string | ((...values: never[]) => string) | Messages
}

/** Spaces that do not break: a narrow one before ; ! ?, a whole one before a colon and in quotation marks. */
export function typeset(text: string): string {
  return text.replace(/ (?=[;!?])/g, '\u202f').replace(/ (?=[:»])|(?<=«) /g, '\u00a0')
}

/** The same messages, each set so; functions when they are called. */
export function typesetAll<T extends Messages>(messages: T): T {
  const set = Object.entries(messages).map(([name, word]) => {
    if (typeof word === 'string') return [name, typeset(word)]
    if (typeof word !== 'function') return [name, typesetAll(word)]
    return [name, (...values: never[]) => typeset(word(...values))]
  })
  return Object.fromEntries(set) as T
}
