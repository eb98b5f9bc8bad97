// The parts of each object that an erasure keeps: figures, dates and numbers, but no personal data.

import type { CalendarDate } from './calendar.ts'

/** Replaces an erased name, and a line description that cannot be empty. */
export const ERASED = 'Erased'
/** Replaces an erased email address; the domain can never exist (RFC 2606). */
export const ERASED_ADDRESS = 'erased@erased.invalid'

/**
 * Default number of years, after the year of the erasure, for which finalized documents are kept. It is as long as the
 * longest of the usual retention laws for invoices (France: code de commerce, L123-22, ten years; Germany: AO §147,
 * eight; Canada: Income Tax Act, 230(4), six).
 */
const KEPT_YEARS = 10

/** The last day on which finalized documents are kept by default. */
export function defaultKeptUntil(today: CalendarDate): CalendarDate {
  const year = Number(today.slice(0, 4)) + KEPT_YEARS
  return `${String(Math.min(year, 9999)).padStart(4, '0')}-12-31` as CalendarDate
}

/** The values that replace an object's fields, by the kind of object. */
export type Left = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type JsonObject = Record<string, unknown>

/**
 * Removes personal data from an object in an event. Fields keep their order and none are added. Unknown objects are
 * left unchanged.
 */
export function withoutPerson(object: JsonObject, left: Left): JsonObject {
  // An invoice has no `object` field (specification, section 4).
  const kind = typeof object.object === 'string' ? object.object : 'invoice'
  const kept = replaced(object, left[kind] ?? {})
  if (kind === 'customer') {
    // Absent if it was never set.
    const { contact_name: _, ...rest } = kept
    return rest
  }
  return Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [
      name,
      LINES.includes(name) && Array.isArray(value)
        ? value.map((line) => ({ ...line, description: ERASED }))
        : value,
    ]),
  )
}

/** The lines of invoices, and of credit notes. */
const LINES: readonly string[] = ['line_items', 'lines']

/** The previous values in an event, without those that could identify the person. */
export function previousWithoutPerson(previous: JsonObject, left: Left): JsonObject {
  const named = new Set([...Object.values(left).flatMap(Object.keys), ...LINES])
  return Object.fromEntries(Object.entries(previous).filter(([name]) => !named.has(name)))
}

function replaced(object: JsonObject, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, name in values ? values[name] : value]),
  )
}

/** The first step of a run: the customer row. The other steps are tables with rows of the customer. */
export const FIRST_STEP = 'customer'

export const ERASURE_STATUSES = ['erasing', 'documents_kept', 'erased'] as const
export type ErasureStatus = (typeof ERASURE_STATUSES)[number]

/** An erasure that is running, waits for the last day of its documents, or is done. */
export interface Erasure {
  /** Business time, as are all instants here. */
  requested_at: number
  /** Null if there are no documents to keep. */
  keep_documents_until: CalendarDate | null
  documents_due_at: number
  due_at: number | null
  step: string | null
  history_erased_at: number | null
  documents_erased_at: number | null
}

export function erasureStatus(erasure: Erasure): ErasureStatus {
  if (erasure.documents_erased_at !== null) return 'erased'
  return erasure.history_erased_at === null ? 'erasing' : 'documents_kept'
}

/**
 * The state in which an erasure starts, or restarts with another date. It runs all steps from the first; erasing data
 * twice is harmless.
 */
export function begunErasure(
  before: Erasure | undefined,
  {
    now,
    keep_documents_until,
    documents_due_at,
  }: {
    now: number
    keep_documents_until: CalendarDate | null
    documents_due_at: number
  },
): Erasure {
  return {
    requested_at: before?.requested_at ?? now,
    keep_documents_until,
    documents_due_at,
    due_at: now,
    step: FIRST_STEP,
    history_erased_at: null,
    documents_erased_at: null,
  }
}
