// The parts of the credit notes feature.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import type { Service } from '../service.ts'
import { creditNoteIds, creditNotes } from './record.ts'
import { creditNoteRoutes } from './routes.ts'
import { series } from './series.ts'
import { erasedNotes } from './store.ts'

export const creditNotesFeature: Feature<Service> = {
  name: 'credit-notes',
  tables: [declared(creditNotes)],
  routes: creditNoteRoutes,
  series,
  objects: creditNotes,
  erased: erasedNotes,
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
