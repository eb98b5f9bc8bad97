// Saves versions of credit notes, each with its event.

import type { Answer, DeclaredEvent } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import { aboutNote, type CreditNote, creditNoteIds, creditNotes } from './record.ts'

export function getNote(work: Work, id: string): CreditNote {
  const note = work.find(creditNotes, id)
  if (!note) throw creditNoteIds.missing(creditNoteIds.ref(id))
  return note
}

export const changeNote = (
  work: Work,
  event: DeclaredEvent,
  before: CreditNote,
  after: CreditNote,
): Answer =>
  work.change(event, aboutNote(after), {
    table: creditNotes,
    before,
    after,
    present: creditNotes.json,
  })
