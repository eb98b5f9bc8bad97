// What erasing a person leaves of each object: its figures, dates and numbers, and no word about anybody.

import type { CalendarDate } from './calendar.ts'

/** What a name that had to go is called, and a description without which a line could not be. */
export const ERASED = 'Erased'
/** Where a mail went to whose address had to go; the name can never exist (RFC 2606). */
export const ERASED_ADDRESS = 'erased@erased.invalid'

/**
 * For how many years after the one of the erasure issued documents are kept unless the caller says
 * otherwise: as long as the longest of the usual laws wants invoices kept (France: code de commerce,
 * L123-22, ten years; Germany: AO §147, eight; Canada: Income Tax Act, 230(4), six).
 */
const KEPT_YEARS = 10

/** Until the end of which date issued documents are kept when nobody says. */
export function defaultKeptUntil(today: CalendarDate): CalendarDate {
  const year = Number(today.slice(0, 4)) + KEPT_YEARS
  return `${String(Math.min(year, 9999)).padStart(4, '0')}-12-31` as CalendarDate
}

/** What erasing leaves of the members of each kind of object, by what it says that it is. */
export type Left = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Told = Record<string, unknown>

/**
 * An object as an event told it, without the person: members keep their places and those it did not
 * have are not added. What is not known here is not changed.
 */
export function withoutPerson(object: Told, left: Left): Told {
  // An invoice has no member that says what it is (specification, section 4).
  const kind = typeof object.object === 'string' ? object.object : 'invoice'
  const kept = replaced(object, left[kind] ?? {})
  if (kind === 'customer') {
    // Absent when it was never given.
    const { contact_name: _, ...rest } = kept
    return rest
  }
  if (!Array.isArray(kept.line_items)) return kept
  return { ...kept, line_items: kept.line_items.map((line) => ({ ...line, description: ERASED })) }
}

/** The former values that an event tells, without those that could tell of the person. */
export function previousWithoutPerson(previous: Told, left: Left): Told {
  const named = new Set([...Object.values(left).flatMap(Object.keys), 'line_items'])
  return Object.fromEntries(Object.entries(previous).filter(([name]) => !named.has(name)))
}

function replaced(object: Told, values: Told): Told {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, name in values ? values[name] : value]),
  )
}

/** The first step of a round: what is recorded of the customer itself. The others are tables with rows of it. */
export const FIRST_STEP = 'customer'

/** How far an erasure is. */
export const ERASURE_STATUSES = ['erasing', 'documents_kept', 'erased'] as const
export type ErasureStatus = (typeof ERASURE_STATUSES)[number]

/** An erasure that is under way, waits for the documents' last day, or is done. */
export interface Erasure {
  /** Business time, as all instants here. */
  requested_at: number
  /** Null when no document has to be kept. */
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
 * An erasure as it begins, or as it begins again with another date: all that is due is gone through
 * from the first step, which does no harm to what was erased before.
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
