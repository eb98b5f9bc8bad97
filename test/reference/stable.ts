// Makes the responses of a run reproducible: replaces IDs, timestamps and dates that differ between runs.

const DAY_MS = 86_400_000
const FIRST_MS = Date.parse('2026-11-20T21:36:00.000Z')
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
/** An instant in the query of an address. */
const ENCODED = /\b\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d\.\d{3}Z/g
const ID = /\b([a-z]{2,6})_[0-7][0-9a-z]{25}\b/g
const WHOLE_KEY = /\bsvc_test_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}\b/g
const KEY = /\bsvc_test_[0-9A-Za-z]{16}\b/g

/** Properties that depend on randomness, on the machine's name resolution, or on its speed. */
const CHANCE =
  /"(last_error|error|duration_ms|secret|hash|hosted_url|link|text|html)":("(?:[^"\\]|\\.)+"|\d+)/g
/** The first boundary of a subscription, in its own time. */
const ANCHOR = /"anchor":\{[^}]*\}/g
const STABLE_ANCHOR = '"anchor":{"year":2026,"month":11,"day":20,"second":77760}'
/** A hash in a message: it depends on a timestamp. */
const NAMED_HASH = /\bhash [0-9a-f]{64}\b/g
const HASH = '5f2b1c9e8a7d6f40b3c2a1908e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b'
const BY_CHANCE: Record<string, string> = {
  hash: `"${HASH}"`,
  hosted_url: '"http://localhost:3000/i/1-x7Kq2VdTnB0fRzYwLm4sHcJ9pEa"',
  link: '"http://localhost:3000/welcome#7RkV2nQx9LpB4tYc8WzJ3mHs6GfD1aEu0PqXoI4h"',
  text: '"Hi,\\n\\nHere is your invoice INV-000001. …"',
  html: '"<!doctype html>…"',
  last_error: '"The name does not resolve."',
  error: '"The name does not resolve."',
  duration_ms: '12',
  secret: '"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="',
}

/** Replaces IDs and timestamps by stable ones, equal for equal, in order of appearance. */
export function createStabilizer(): <T>(value: T) => T {
  const ids = new Map<string, string>()
  const instants = new Map<string, string>()
  // Payment terms are 30 days from the day of the run.
  const due = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  return (value) => {
    const text = JSON.stringify(value)
      .replaceAll(`"${due}"`, '"2026-12-20"')
      .replaceAll(`\\"${due}\\"`, '\\"2026-12-20\\"')
      .replace(CHANCE, (_, name: string) => `"${name}":${BY_CHANCE[name]}`)
      .replace(ANCHOR, STABLE_ANCHOR)
      .replace(NAMED_HASH, `hash ${HASH}`)
      .replace(/ in \d+ seconds/g, ' in 59 seconds')
      .replace(ID, (id, prefix: string) => {
        const stable = ids.get(id) ?? `${prefix}_01kagx1sg0e3v8x9k2m4n6${letters(ids.size)}`
        ids.set(id, stable)
        return stable
      })
      .replace(WHOLE_KEY, 'svc_test_4hJ9sKq2LmPzXw8R_7RkV2nQx9LpB4tYc8WzJ3mHs6GfD1aEu0PqXoI')
      .replace(KEY, 'svc_test_4hJ9sKq2LmPzXw8R')
      .replace(INSTANT, (instant) => {
        // A clock advanced into the next century shows the time it was set to, plus a moment.
        if (instant > '2100') return `${instant.slice(0, 17)}00.000Z`
        const stable =
          instants.get(instant) ?? new Date(FIRST_MS + instants.size * 12_000).toISOString()
        instants.set(instant, stable)
        return stable
      })
    return JSON.parse(text)
  }
}

/** Four letters of the ID alphabet, distinct for each number. */
function letters(count: number): string {
  return (count * 7919 + 524_309)
    .toString(32)
    .slice(-4)
    .replace(/[ilou]/g, 'z')
}

/**
 * The common part of two runs: a response without its IDs, timestamps and dates, and without the number of an event:
 * what the sweeps do next to the requests can come before it or after it. Of the checks of the books the first represents all.
 */
export function shapeOf(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, item) => (name === 'checks' ? item.slice(0, 1) : item))
      .replace(ID, '$1_…')
      .replace(/\bowner\d+@/g, 'owner@')
      .replace(WHOLE_KEY, 'svc_…')
      .replace(KEY, 'svc_…')
      .replace(INSTANT, '…')
      .replace(ENCODED, '…')
      .replace(CHANCE, '"$1":"…"')
      .replace(ANCHOR, STABLE_ANCHOR)
      .replace(NAMED_HASH, 'hash …')
      .replace(/"sequence":\d+/g, '"sequence":0')
      .replace(/\b\d{4}-\d\d-\d\d\b/g, '…')
      .replace(/"https?:\/\/[^/"]+/g, '"')
      .replace(/ in \d+ seconds/g, ' in … seconds'),
  )
}
