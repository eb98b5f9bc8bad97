// Named text formats: what JSON Schema's `format` means here, and how a refusal says so.

import { Format } from 'typebox/format'

export interface TextFormat {
  check(text: string): boolean
  /** Completes "must be …". */
  allowed: string
  /** As close as a pattern comes, for readers of the schema who do not know this format. */
  pattern?: string
  /** The error code of a text that fails; `parameter_invalid` unless the catalogue has a finer one. */
  code?: string
  /** Whether "of at most n characters" belongs behind `allowed`. */
  sized?: boolean
  /** A whole sentence on a text that fails, where more can be said than what is allowed. */
  explain?(text: string): string
}

const formats = new Map<string, TextFormat>()

/** Registers a format for schemas to name. */
export function defineFormat(name: string, format: TextFormat): void {
  formats.set(name, format)
  Format.Set(name, format.check)
}

export function findFormat(name: string | undefined): TextFormat | undefined {
  return name === undefined ? undefined : formats.get(name)
}

/** One `@`, a dotted domain, no spaces or control characters (contract: sizes). */
defineFormat('email', {
  check: (text) => /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u.test(text),
  allowed: 'an email address such as billing@example.com',
})

/** A line that can stand in a header of a mail: nothing in it ends the line. */
defineFormat('line', {
  check: (text) => /^[^\p{Cc}\u2028\u2029]*$/u.test(text),
  allowed: 'a string in one line, without control characters,',
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  sized: true,
})

defineFormat('lines', {
  check: (text) => /^[^\p{Cc}]*$/u.test(text.replace(/[\t\n\r]/g, '')),
  allowed: 'a string without control characters, except tabs and line breaks,',
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
  allowed: 'an address such as https://www.example.com',
  pattern: '^https?://',
})

defineFormat('base64', {
  check: (text) => Buffer.from(text, 'base64').toString('base64') === text,
  allowed: 'base64 (RFC 4648, section 4)',
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
  allowed: 'a time such as 2026-11-20T21:36:00.000Z',
})

/** A day of the calendar, of the years that every part of the service can count with. */
defineFormat('date', {
  check: (text) => /^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text) && isRealDate(text),
  allowed: 'a calendar date such as 2026-11-20',
})

function isRealDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
