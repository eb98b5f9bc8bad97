// Explains the amounts of a credit note.

import { Type } from 'typebox'
import { explainedLines, noteSentences } from '../../domain/credit-note-explanation.ts'
import { explainedUnused } from '../../domain/unused-time.ts'
import { invariant } from '../../invariant.ts'
import { route } from '../../platform/http/route.ts'
import { creditNoteIds, creditNotes } from '../credit-notes/record.ts'
import { findCreditedBefore } from '../credit-notes/store.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import { findInvoices } from '../invoices/store.ts'
import { lineRef } from '../invoices/text.ts'
import { cents } from '../kinds.ts'
import type { Service } from '../service.ts'
import { subscriptionRecord } from '../subscriptions/record.ts'

const Amount = (description: string) => cents(description).input

const Tax = Type.Object(
  {
    ...{ rate: Type.String(), name: Type.String(), percentage: Type.String() },
    inclusive: Type.Boolean({ description: 'Whether the amounts of the line include it.' }),
    tax: Amount('The tax of the whole line on the invoice.'),
    share: Amount('tax × (credited_before + amount) ÷ base of the line, rounded.'),
    credited_before: Amount('The tax that earlier notes credited.'),
    adjustment: Type.Integer({
      description: 'Added so that the parts of a line or of the note add up; 0 for most.',
    }),
    amount: Amount('share − credited_before + adjustment.'),
  },
  { title: 'CreditNoteExplanationTax', additionalProperties: false },
)

const day = (description: string) => ({ ...Type.String({ description }), format: 'date' })

const Unused = Type.Object(
  {
    first_day: day('The first day returned.'),
    last_day: day('The last day returned.'),
    price: Type.String({
      description:
        'The price of the whole period in cents, less what was billed of it before; a decimal.',
    }),
    seconds: Type.Integer({ description: 'The time returned.' }),
    period_seconds: Type.Integer({ description: 'The length of the whole period.' }),
    amount: Amount('price × seconds ÷ period_seconds, rounded.'),
    adjustment: Type.Integer({
      description:
        'Added so that the lines of an item return the price of its remaining time together: a line for added units returns at most its amount, and the line before it the rest; 0 for most.',
    }),
    discount: Amount(
      'The share of the discount of the line in amount + adjustment, which is not returned.',
    ),
  },
  { title: 'CreditNoteExplanationUnused', additionalProperties: false },
)

const Line = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Its place on the invoice, from 1.' }),
    description: Type.String(),
    base: Amount('What the invoice billed of the line after its discounts.'),
    credited_before: Amount('What earlier notes credited of it.'),
    amount: Amount('What this note credits of it.'),
    unused: Type.Union([Unused, Type.Null()], {
      description: 'The unused time of a subscription that it returns; null for other reasons.',
    }),
    taxes: Type.Array(Tax),
  },
  { title: 'CreditNoteExplanationLine', additionalProperties: false },
)

const Explanation = Type.Object(
  {
    object: Type.Literal('credit_note_explanation'),
    credit_note_id: Type.String(),
    invoice_id: Type.String(),
    currency: Type.String(),
    total: Amount('The total of the note.'),
    lines: Type.Array(Line, { description: 'The lines that it credits.' }),
    sentences: Type.Array(Type.String(), { description: 'The same in words.' }),
  },
  { title: 'CreditNoteExplanation', additionalProperties: false },
)

export const explainRoute = route({
  method: 'GET',
  path: '/credit_notes/:id/explain',
  params: inPath(creditNoteIds),
  operation: 'explainCreditNote',
  summary: 'Explain the amounts of a credit note',
  description:
    'What of each line was credited before and by this note, how its taxes follow from that, and where the total went.',
  tag: 'Credit notes',
  permission: 'credit_notes:read',
  response: Explanation,
  errors: ['resource_missing'],
  async handle(call, service: Service) {
    const id = idInPath(creditNoteIds, call)
    const { environment_id } = call.scope
    const note = await service.read(creditNotes.find, { environment_id, id })
    if (!note) throw creditNoteIds.missing(creditNoteIds.ref(id))
    // Neither a finalized invoice nor the credits before this note can change.
    const invoice = await service.read(findInvoices, { environment_id, id: note.invoice_id })
    invariant(invoice, `Credit note ${note.number} is on an invoice that does not exist.`)
    const before = await findCreditedBefore(service.pool, note)
    const explained = { ...note, credits: note.credits ?? [], before }
    const { subscription_id } = note
    const counting =
      note.reason === 'unused_time' && subscription_id !== null
        ? await service.read(subscriptionRecord.find, { environment_id, id: subscription_id })
        : null
    const lines = explainedLines(invoice, explained, (line, base) => {
      const returned = note.lines.find((each) => each.invoice_line_id === lineRef(line))?.period
      if (!counting || !returned) return null
      const { proration_unit: unit, zone } = counting
      const span = { start: Date.parse(returned.start), end: Date.parse(returned.end) }
      return explainedUnused(line, { span, base, unit, zone })
    })
    const json = JSON.stringify({
      object: 'credit_note_explanation',
      credit_note_id: creditNoteIds.ref(id),
      invoice_id: invoiceIds.ref(note.invoice_id),
      currency: note.currency,
      total: note.total,
      lines,
      sentences: noteSentences(lines, explained),
    })
    return { json, etag: true }
  },
})
