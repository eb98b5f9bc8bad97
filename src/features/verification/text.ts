// Compares the stored text of an invoice with its columns, since reads return the text instead.

import { same } from './canonical.ts'
import type { Differ } from './checks.ts'

/** `members` are the values of the columns. */
export function checkText(text: string, members: Record<string, unknown>, differ: Differ): void {
  const stored = parsed(text)
  if (!stored) {
    differ('its text is not a JSON object')
    return
  }
  for (const name of new Set([...Object.keys(members), ...Object.keys(stored)])) {
    const [is, was] = [members[name] ?? null, stored[name]]
    if (same(was, is)) continue
    differ(
      `${name} is ${JSON.stringify(was)} in its text, but ${JSON.stringify(is)} in its columns`,
    )
  }
  // Equal values can have different texts: numbers beyond the range of JavaScript, duplicate names.
  if (JSON.stringify(stored) !== text)
    differ('its text is not in the form in which texts are written')
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
