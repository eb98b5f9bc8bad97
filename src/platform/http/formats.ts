// Named string formats: the meaning of JSON Schema's `format`, and the error for a mismatch.

import { Format } from 'typebox/format'
import type { Constraint, Format as FormatName } from '../../constraint.ts'

export interface TextFormat {
  check(text: string): boolean
  /** The allowed words, if the format is a list of words. */
  words?: readonly string[]
  /** The closest pattern, for readers of the schema that do not know this format. */
  pattern?: string
  /** Error code of a mismatch; `parameter_invalid` unless the catalogue has a more specific one. */
  code?: string
  /** True if the message states the length in addition to the format. */
  sized?: boolean
  /** Returns a more specific reason for a mismatch, if one is known. */
  explain?(text: string): Constraint | undefined
}

const formats = new Map<string, TextFormat & { name: FormatName }>()

/** Registers a format for schemas; constraint-messages.ts describes it in words. */
export function defineFormat(name: FormatName, format: TextFormat): void {
  formats.set(name, { ...format, name })
  Format.Set(name, format.check)
}

export function findFormat(
  name: string | undefined,
): (TextFormat & { name: FormatName }) | undefined {
  return name === undefined ? undefined : formats.get(name)
}

/** One `@`, a dotted domain, no spaces or control characters (contract: sizes). */
defineFormat('email', {
  check: (text) => /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u.test(text),
})

/** A single line without control characters, safe in an email header. */
defineFormat('line', {
  check: (text) => /^[^\p{Cc}\u2028\u2029]*$/u.test(text),
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  sized: true,
})

defineFormat('lines', {
  check: (text) => /^[^\p{Cc}]*$/u.test(text.replace(/[\t\n\r]/g, '')),
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
  sized: true,
})

/** A URL that is safe to redirect a browser to. */
defineFormat('web-address', {
  check: (text) =>
    /^https?:\/\/[^\s\p{Cc}]+$/u.test(text) &&
    URL.canParse(text) &&
    new URL(text).username === '' &&
    new URL(text).password === '',
  pattern: '^https?://',
})

defineFormat('base64', {
  check: (text) => Buffer.from(text, 'base64').toString('base64') === text,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  sized: true,
})

/** With an offset, a timestamp can be up to a day beyond what UTC can express. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** RFC 3339, in UTC or with an offset, to the millisecond at most. */
defineFormat('date-time', {
  check: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    Date.parse(text) <= LAST_INSTANT_MS &&
    isRealDate(text.slice(0, 10)),
})

/** A calendar date in the range of years that every part of the service supports. */
defineFormat('date', {
  check: (text) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) && isRealDate(text),
})

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
