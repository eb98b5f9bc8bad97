// Named text formats: what JSON Schema's `format` means here, and how a refusal says so.

import { Format } from 'typebox/format'
import type { Constraint, Format as FormatName } from '../../constraint.ts'

export interface TextFormat {
  check(text: string): boolean
  /** The words that are allowed, where it is a list of them. */
  words?: readonly string[]
  /** As close as a pattern comes, for readers of the schema who do not know this format. */
  pattern?: string
  /** The error code of a text that fails; `parameter_invalid` unless the catalogue has a finer one. */
  code?: string
  /** Whether its length is told beside what it is. */
  sized?: boolean
  /** What is wrong with a text that fails, where more can be said than what is allowed. */
  explain?(text: string): Constraint | undefined
}

const formats = new Map<string, TextFormat & { name: FormatName }>()

/** Registers a format for schemas to name; constraint-messages.ts says in words what it is. */
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

/** A line that can stand in a header of a mail: nothing in it ends the line. */
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

/** An address that a browser may be led to. */
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

/** With an offset one can go a day beyond what can be written in UTC. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** RFC 3339, in UTC or with an offset, to the millisecond at most. */
defineFormat('date-time', {
  check: (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    Date.parse(text) <= LAST_INSTANT_MS &&
    isRealDate(text.slice(0, 10)),
})

/** A day of the calendar, of the years that every part of the service can count with. */
defineFormat('date', {
  check: (text) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) && isRealDate(text),
})

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
