// Parses the values of options; an invalid value is refused with the valid forms.

import { InvalidArgumentError } from 'commander'
import { urlPhrase } from '../constraint-messages.ts'
import type { EventType } from '../domain/event.ts'
import { eventPatterns, typesOf } from '../domain/event.ts'
import { nearest } from '../domain/nearest.ts'
import { GRANTS } from '../domain/scopes.ts'
import { RECKONER } from '../platform/invocation.ts'
import { parseKey } from '../platform/key-text.ts'
import { urlConstraint } from '../platform/outgoing/client.ts'
import { CommandError } from './failure.ts'

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const DURATION = /^(\d{1,6})([smhdw])$/
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/
const FURTHEST_MS = 100 * 366 * UNIT_MS.d

/** `90s`, `30m`, `24h`, `30d`, `4w` in milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = DURATION.exec(text) ?? []
  if (!unit) throw new InvalidArgumentError('Use a number and a unit, such as 30m, 24h or 7d.')
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** The expiry of a key: an ISO 8601 date (midnight UTC), a timestamp, or a duration from now. */
export function parseExpiry(text: string, now: number): number {
  if (DURATION.test(text)) return now + parseDuration(text)
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  // Some engines roll over a date that does not exist, such as 30 February.
  if (Number.isNaN(at) || !isRealDay(text)) {
    throw new InvalidArgumentError(
      'Use a date or time such as 2027-01-31 or 2027-01-31T12:00Z, or a time from now such as 30d.',
    )
  }
  if (at <= now) throw new InvalidArgumentError('Use a date in the future.')
  if (at - now > FURTHEST_MS)
    throw new InvalidArgumentError('Use a date within the next 100 years.')
  return at
}

function isRealDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** Scopes separated by commas, all known. */
export function parseScopes(text: string): string[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))].filter(Boolean)
  for (const scope of scopes) {
    if (GRANTS.includes(scope)) continue
    const meant = nearest(scope, GRANTS)
    throw new InvalidArgumentError(
      meant ? `Did you mean ${meant}?` : `Scopes are ${GRANTS.join(', ')}.`,
    )
  }
  if (scopes.length === 0) throw new InvalidArgumentError(`Scopes are ${GRANTS.join(', ')}.`)
  return scopes
}

export function parseAccountId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError(`Use the number that "${RECKONER} accounts list" shows.`)
  }
  return Number(text)
}

export function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError('Use a whole number of at least 1, such as 6000.')
  }
  return Number(text)
}

/** A key ID, also taken from a whole key. Other input may be a secret and is not repeated. */
export function parseKeyId(text: string): string {
  const id = parseKey(text)?.id ?? text
  if (/^svc_(test|live)_[0-9A-Za-z]{16}$/.test(id)) return id
  throw new CommandError(
    `That is not the ID of a key. An ID is svc_test_ or svc_live_ and 16 letters and digits. "${RECKONER} keys list" lists all keys.`,
  )
}

/** A URL without a trailing slash. Any address is allowed, as it is the caller's own. */
export function parseUrl(text: string): string {
  const constraint = urlConstraint(text, true)
  if (constraint) throw new InvalidArgumentError(`It ${urlPhrase(constraint)}.`)
  return text.replace(/\/+$/, '')
}

export function parseSequence(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError('Use the sequence of an event, or 0 to start with the first.')
  }
  return Number(text)
}

/** One of these event types; `whyNot` explains why an existing type is not among them. */
export function parseEventType<T extends EventType>(
  text: string,
  offered: readonly T[],
  whyNot: (text: string) => string | undefined,
): T {
  const type = offered.find((each) => each === text)
  if (type) return type
  const why = whyNot(text)
  throw why ? new InvalidArgumentError(why) : unknownEvent(text, offered)
}

/** `invoice.paid`, `invoice.*` and `*`, separated by commas. */
export function parseEventPatterns(text: string): string[] {
  const patterns = [...new Set(text.split(',').map((pattern) => pattern.trim()))].filter(Boolean)
  const known = eventPatterns()
  for (const pattern of patterns) {
    if (typesOf(pattern).length === 0) throw unknownEvent(pattern, known)
  }
  if (patterns.length === 0) throw unknownEvent('', known)
  return patterns
}

function unknownEvent(text: string, known: readonly string[]): InvalidArgumentError {
  const meant = nearest(text, known)
  const listed = `There are ${known.join(', ')}.`
  return new InvalidArgumentError(meant ? `Did you mean ${meant}? ${listed}` : listed)
}

/** A whole number between two others. */
export function within(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
  }
}
