// Spans of whole UTC days and edges, from which sums over any period are computed (docs/decisions/0036).

import type { CalendarDate } from './calendar.ts'

export const SUM_KINDS = [
  'invoices_created',
  'invoices_billed',
  'invoices_warned',
  'invoices_posted',
  'invoices_overdue',
  'payments_received',
  'customers_owing',
] as const
export type SumKind = (typeof SUM_KINDS)[number]

const DAY_MS = 86_400_000
/** Later midnights cannot be represented. */
const LAST_MIDNIGHT_MS = Date.UTC(9999, 11, 31)

/** Whole days from first to last, and hours to add or subtract at the ends. No days if last is before first. */
export interface Span {
  first: CalendarDate
  last: CalendarDate
  edges: { low: number; high: number; sign: 1 | -1 }[]
}

/** Splits a period between instants into whole UTC days and the edges to add or subtract. */
export function spanOf({ after, before }: { after: number; before: number }): Span {
  const nearest = (at: number) => {
    const midnight = at + DAY_MS / 2 - ((at + DAY_MS / 2) % DAY_MS)
    return Math.min(midnight, LAST_MIDNIGHT_MS)
  }
  const [first, beyond] = [nearest(after), nearest(before)]
  const edge = (from: number, to: number, sign: 1 | -1) =>
    from < to ? { low: from, high: to, sign } : { low: to, high: from, sign: -sign as 1 | -1 }
  const edges = [edge(after, first, 1), edge(beyond, before, 1)]
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    first: dateOf(first),
    last: dateOf(beyond - DAY_MS),
    edges: edges.filter(({ low, high }) => low < high),
  }
}
