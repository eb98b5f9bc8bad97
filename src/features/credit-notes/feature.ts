// The manifest of the credit notes feature. Its actions and routes are in `crediting`, which starts refunds as well.

import { declared, type Feature } from '../manifest.ts'
import { byId } from '../searched.ts'
import { type CreditNote, creditNoteIds, creditNotes } from './record.ts'
import { series } from './series.ts'
import { erasedNotes, findByNumber } from './store.ts'

const shown = ({ number, reason, status }: CreditNote) => ({
  title: number,
  detail: reason,
  status,
})

export const creditNotesFeature: Feature<unknown> = {
  name: 'credit-notes',
  tables: [declared(creditNotes)],
  series,
  objects: creditNotes,
  erased: erasedNotes,
  searched: {
    kind: 'credit_note',
    exactly: [
      byId(creditNoteIds, creditNotes.find, shown),
      // CN-000042 is also found as cn-42; only digits are the number of an invoice.
      async (db, environment_id, text) => {
        const [, digits] = /^cn-0*(\d{1,12})$/i.exec(text) ?? []
        if (digits === undefined) return []
        const notes = await findByNumber(db, environment_id, `CN-${digits.padStart(6, '0')}`)
        return notes.map((note) => ({ id: creditNoteIds.ref(note.id), ...shown(note) }))
      },
    ],
  },
}
