// The number series of credit notes.

import type { Series } from '../../platform/db/table.ts'

export const series = {
  /** Definitive and without gaps: a note takes its number when it is issued. */
  credit_note: { counter: 'credit_note_number' },
} satisfies Record<string, Series>
