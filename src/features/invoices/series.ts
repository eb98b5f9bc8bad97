// The number series of invoices.

import type { Series } from '../../platform/db/table.ts'

export const series = {
  /** Provisional; a draft keeps its number until it is finalized. */
  draft: { counter: 'draft_number' },
  /** Definitive and without gaps. */
  invoice: { counter: 'invoice_number' },
} satisfies Record<string, Series>
