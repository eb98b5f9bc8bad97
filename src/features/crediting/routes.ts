// The API routes of credit notes.

import type { Static } from 'typebox'
import { CREDIT_NOTE_STATUSES } from '../../domain/credit-note.ts'
import { CREDIT_REASONS } from '../../domain/credit-reasons.ts'
import { exactText, parseExact } from '../../domain/decimal.ts'
import { validationError } from '../../domain/errors.ts'
import { invariant } from '../../invariant.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { Body } from '../../platform/http/shapes.ts'
import { creditNoteIds, creditNotes } from '../credit-notes/record.ts'
import { crud } from '../crud.ts'
import { anyOf, currencies, filter, ofCustomer } from '../filters.ts'
import { idInPath, idSchema, inPath } from '../identifiers.ts'
import { decodePreviewSent } from '../invoices/decode.ts'
import { withOwed } from '../invoices/pay-owed.ts'
import { invoiceIds } from '../invoices/record.ts'
import { sendingFields, withTexts } from '../mail-texts/sending.ts'
import type { Service } from '../service.ts'
import {
  type CreditRequest,
  createCreditNote,
  type LineRequest,
  previewCreditNote,
  voidCreditNote,
} from './actions.ts'
import type { RefundWay } from './refunds.ts'
import { explainRoute } from './routes-explain.ts'
import { CreditNoteCreate, CreditNotePreview, CreditNotePreviewCreate } from './schemas.ts'
import { sendCreditNote } from './send.ts'

const tag = creditNoteIds.of.page

const filters = {
  invoice_id: filter(
    idSchema('invoice', 'Notes on this invoice.'),
    (ref) => sql`invoice_id = ${invoiceIds.parse(ref)}::uuid`,
  ),
  customer_id: ofCustomer('Notes on invoices of this customer'),
  status: anyOf(CREDIT_NOTE_STATUSES, 'Notes in this state.'),
  reason: anyOf(CREDIT_REASONS, 'Notes with this reason.'),
  currency: currencies,
}

const REFUSALS = [
  'credit_exceeds_invoice',
  'refund_exceeds_payment',
  'invoice_not_creditable',
  'parameters_exclusive',
]

const example = {
  summary: 'One of three seats',
  body: {
    invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41',
    lines: [{ line_id: 'il_01h2xcejqtf2nbrexx3vqjhp42', quantity: '1' }],
    reason: 'order_change' as const,
  },
}

const previewRoute = route({
  method: 'POST',
  path: '/credit_notes/preview',
  operation: 'previewCreditNote',
  summary: 'Preview a credit note',
  description:
    'Shows what a note would credit, and what is then still to be paid; nothing is written. To make sure that you get this note, send `at` and `hash` of the response as `preview` when you create it.',
  tag,
  permission: 'credit_notes:write',
  body: CreditNotePreviewCreate,
  refers: true,
  response: CreditNotePreview,
  errors: ['resource_missing', ...REFUSALS],
  example: {
    summary: 'An amount of the whole invoice',
    body: { invoice_id: 'inv_01h2xcejqtf2nbrexx3vqjhp41', amount: 1000 },
  },
  async handle(call, service: Service) {
    const look = { ...call, claim: undefined, dryRun: true }
    const reply = await service.write(look, previewCreditNote, decode(call.body))
    if (call.dryRun) return reply
    invariant(reply.foreseen, 'A preview is never done.')
    return { json: reply.foreseen.answer.json, etag: true }
  },
})

const voidRoute = route({
  method: 'POST',
  path: '/credit_notes/:id/void',
  params: inPath(creditNoteIds),
  operation: 'voidCreditNote',
  summary: 'Void a credit note',
  description:
    'For a note that was issued by mistake. Its invoice is owed again, and the credit that it gave is taken back from the customer. Its number is not reused.',
  tag,
  permission: 'credit_notes:write',
  response: creditNotes.item,
  errors: ['resource_missing', 'credit_note_used', 'precondition_failed'],
  handle: async (call, service: Service) =>
    service.write(call, voidCreditNote, { id: idInPath(creditNoteIds, call) }),
})

const sendRoute = route({
  method: 'POST',
  path: '/credit_notes/:id/send',
  params: inPath(creditNoteIds),
  operation: 'sendCreditNote',
  summary: 'Send a credit note',
  description:
    "Sends the credit note with its PDF to the customer's current email or to another one. Test environments do not send emails. A dry run returns the email with its text and HTML.",
  tag,
  permission: 'credit_notes:write',
  body: Body(sendingFields),
  response: creditNotes.item,
  errors: [
    'resource_missing',
    'credit_note_not_sendable',
    'email_address_missing',
    'precondition_failed',
  ],
  example: {
    summary: 'With a copy to the accountant',
    body: { cc: ['accounts@example.com'], message: 'Hi Ada, here is the correction.' },
  },
  async handle(call, service: Service) {
    const { to, cc, message } = call.body
    const id = idInPath(creditNoteIds, call)
    const reply = await service.write(call, sendCreditNote, { id, to, cc, message })
    return withTexts(service, call.scope, reply)
  },
})

function wayOf({ refund_paid, refund_by_gateway }: CreditNoteCreate): RefundWay {
  if (refund_paid && refund_by_gateway) throw exclusive('refund_paid', 'refund_by_gateway')
  if (refund_paid) return 'paid'
  return refund_by_gateway === false ? 'by_hand' : 'by_gateway'
}

/** The request with its invoice ID decoded. Throws unless it says what to credit in exactly one way. */
function decode({
  invoice_id,
  refund = 0,
  outside = 0,
  ...wanted
}: Omit<Static<typeof CreditNotePreviewCreate>, 'reason'>): CreditRequest {
  return {
    // The schema has already validated it.
    invoice_id: invoiceIds.parse(invoice_id) as string,
    returned: { refund, outside },
    sent: sentOf(wanted),
  }
}

function sentOf({
  lines,
  amount,
}: Pick<CreditNoteCreate, 'lines' | 'amount'>): CreditRequest['sent'] {
  if (lines === undefined) {
    if (amount === undefined) throw missing('lines')
    return { amount }
  }
  if (amount !== undefined) throw exclusive('lines', 'amount')
  const named = new Set<string>()
  return { lines: lines.map((line, at) => lineOf(line, at, named)) }
}

function lineOf(
  { line_id, amount, quantity }: NonNullable<CreditNoteCreate['lines']>[number],
  at: number,
  named: Set<string>,
): LineRequest {
  const param = `lines[${at}]`
  if (named.has(line_id)) {
    throw validationError(`${param}.line_id`, { kind: 'repeated', list: false })
  }
  named.add(line_id)
  if (amount === undefined) {
    if (quantity === undefined) throw missing(`${param}.amount`)
    return { line_id, quantity: exactText(parseExact(quantity)) }
  }
  if (quantity !== undefined) throw exclusive(`${param}.amount`, `${param}.quantity`)
  return { line_id, amount }
}

const missing = (param: string) =>
  validationError(param, { kind: 'required' }, { code: 'parameter_missing' })

const exclusive = (param: string, other: string) =>
  validationError(param, { kind: 'exclusive', with: other }, { code: 'parameters_exclusive' })

export const creditNoteRoutes: Route<Service>[] = [
  previewRoute,
  ...crud({
    ids: creditNoteIds,
    record: creditNotes,
    list: {
      description: 'Credit notes, newest first.',
      filters,
      weight: sql`octet_length(t.lines::text) + octet_length(t.note) + octet_length(t.metadata::text)`,
      example: { summary: 'For goodwill', query: { reason: 'goodwill' } },
    },
    create: {
      summary: 'Issue a credit note',
      description:
        'Credits lines of a finalized invoice by amount or quantity, or an amount of the whole invoice. It reduces what is still to be paid; the rest becomes credit of the customer, which pays other invoices, unless it is refunded or was returned outside of Reckoner.',
      body: CreditNoteCreate,
      refers: true,
      errors: [...REFUSALS, 'preview_outdated'],
      example,
      handle: ({ body, ...call }, service) => {
        const { reason, outside_reference, note, metadata, send_email, preview } = body
        const input = {
          ...decode(body),
          body: {
            reason,
            outside_reference: outside_reference ?? '',
            note: note ?? '',
            metadata: metadata ?? {},
          },
          way: wayOf(body),
          isSent: send_email === true,
          ...decodePreviewSent({ preview }),
        }
        const whose = sql`select n.customer_id, n.currency from invoices n
          where n.environment_id = s.environment_id and n.id = ${input.invoice_id}::uuid`
        return withOwed(service, call, whose, (paysOwed) =>
          service.write({ body, ...call }, createCreditNote, { ...input, ...paysOwed }),
        )
      },
    },
  }),
  sendRoute,
  voidRoute,
  explainRoute,
]
