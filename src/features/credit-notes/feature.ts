// The parts of the credit notes feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { creditNoteIds, creditNotes } from './record.ts'
import { creditNoteRoutes } from './routes.ts'
import { series } from './series.ts'

export const creditNotesFeature: Feature<Service> = {
  name: 'credit-notes',
  tables: [declared(creditNotes)],
  routes: creditNoteRoutes,
  series,
  objects: creditNotes,
  erased: {
    table: 'credit_notes',
    left: creditNotes.left,
    meanwhile: 'none',
    erase: creditNotes.erase,
  },
  searched: {
    kind: 'credit_note',
    exactly: [
      byId(creditNoteIds, creditNotes.find, ({ number, reason, status }) => ({
        title: number,
        detail: reason,
        status,
      })),
    ],
  },
}
