// Names the credit notes of a change on its invoice, in the language of the customer.

import { periodOf } from '../../domain/document.ts'
import { chooseLanguage } from '../../domain/languages/choose.ts'
import type { Answer } from '../../platform/db/table.ts'
import type { Work } from '../accounts/store.ts'
import type { CreditNote } from '../credit-notes/record.ts'
import { customers } from '../customers/store.ts'

/** The maximum number of characters of notes on an invoice. */
const NOTES_MOST = 5_000

/** "Credit note CN-000012 for CA$29.77: unused time, Team, June 12, 2027 – June 30, 2027": a line for each note. */
export function notesText(work: Work, customerId: number, notes: readonly Answer[]): string {
  const { time_zone, language: ours } = work.environment
  const language = chooseLanguage(work.get(customers, customerId).language, ours)
  const texts = notes.map(({ json }) => {
    const note = JSON.parse(json) as Pick<CreditNote, 'number' | 'total' | 'currency' | 'lines'>
    const parts = note.lines.map(({ description, period }) => {
      const at = (instant: string | undefined) => (instant ? Date.parse(instant) : null)
      const span = { period_start: at(period?.start), period_end: at(period?.end) }
      const days = periodOf(span, time_zone, language)
      return days === undefined ? description : `${description}, ${days}`
    })
    const amount = language.money(note.total, note.currency)
    return language.document.unused(note.number, amount, parts.join('; '))
  })
  const all = [...texts.join('\n')]
  return all.length > NOTES_MOST ? `${all.slice(0, NOTES_MOST - 1).join('')}…` : all.join('')
}
