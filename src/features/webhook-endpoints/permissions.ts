// Limits the events that a caller can have sent to an endpoint: existing ones, of objects they can read themselves.

import type { Constraint } from '../../constraint.ts'
import { explain } from '../../constraint-messages.ts'
import { billingError, errorOf } from '../../domain/errors.ts'
import { eventPatterns, scopeOfEvents, typesOf } from '../../domain/event.ts'
import { nearest } from '../../domain/nearest.ts'
import { allows } from '../../platform/scope.ts'

/** The patterns or types that require more than these scopes. */
function beyond(scopes: readonly string[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !allows(scopes, scopeOfEvents(pattern)))
}

/** Throws `parameter_invalid` for patterns that match no event, except `kept` ones, which were stored before. */
export function assertKnownEvents(patterns: readonly string[], kept: readonly string[] = []): void {
  const faults = patterns.flatMap((pattern, index) => {
    if (typesOf(pattern).length > 0 || kept.includes(pattern)) return []
    return [explain('parameter_invalid', `enabled_events[${index}]`, constraintOn(pattern))]
  })
  const error = errorOf(faults, 'event types do not exist')
  if (error) throw error
}

function constraintOn(pattern: string): Constraint {
  const sent = JSON.stringify(pattern)
  const meant = nearest(pattern, eventPatterns())
  if (meant) return { kind: 'event_type', sent, meant }
  const family = `${pattern.split('.')[0]}.`
  const like = eventPatterns().filter((known) => known.startsWith(family))
  const known = like.length > 0 ? like : eventPatterns().filter((each) => each.endsWith('*'))
  return { kind: 'event_type', sent, known }
}

/** Throws if an endpoint would be sent events that the caller cannot read. */
export function assertMayReceive(scopes: readonly string[], patterns: readonly string[]): void {
  const [first] = beyond(scopes, patterns)
  if (first === undefined) return
  throw billingError(
    'permission_denied',
    `An endpoint receives only events that you can read, and ${JSON.stringify(first)} requires the scope ${scopeOfEvents(first)}. Choose events that you can read, such as ${suggestionFor(scopes)}, or use a key or role that has this scope.`,
    { param: `enabled_events[${patterns.indexOf(first)}]` },
  )
}

/** Throws if the change concerns events that the caller cannot read; `rule` says who can do it. */
export function assertCanRead(
  scopes: readonly string[],
  patterns: readonly string[],
  rule: string,
): void {
  const [first] = beyond(scopes, patterns)
  if (first === undefined) return
  throw billingError(
    'permission_denied',
    `${rule}, and ${JSON.stringify(first)} requires the scope ${scopeOfEvents(first)}. Use a key or role that has it.`,
  )
}

const suggestionFor = (scopes: readonly string[]): string =>
  eventPatterns().find((each) => each.endsWith('.*') && beyond(scopes, [each]).length === 0) ??
  'invoice.* with invoices:read'
