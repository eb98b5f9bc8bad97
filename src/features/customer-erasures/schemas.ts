// Erasure schemas: responses and request bodies.

import { type Static, Type } from 'typebox'
import { timestamp } from '../../domain/calendar.ts'
import { customerRef } from '../../domain/customer.ts'
import { ERASURE_STATUSES, erasureStatus } from '../../domain/erasure.ts'
import { Body, OneOf, Timestamp } from '../../platform/http/shapes.ts'
import type { Behind, ErasureRow } from './store.ts'

export const ErasureCreate = Body({
  documents: Type.Optional(
    OneOf(
      ['keep', 'erase'],
      'Keep finalized invoices, and notes on payments and credit, as long as the law requires (default), or erase them immediately.',
    ),
  ),
  keep_documents_until: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2036-12-31'],
      description:
        'Last day to keep them, in the time zone of the account. Default: the end of the tenth year from now.',
    }),
  ),
})
export type ErasureCreate = Static<typeof ErasureCreate>

const OptionalTime = (description: string) => Type.Union([Timestamp, Type.Null()], { description })

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const CustomerErasure = Type.Object(
  {
    object: Type.Literal('customer_erasure'),
    customer_id: Type.String({ pattern: '^cus_[0-9]+$' }),
    status: OneOf(ERASURE_STATUSES, 'In progress, done except for stored documents, or all done.'),
    requested_at: Timestamp,
    keep_documents_until: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description: 'Last day on which documents are kept; null if none are.',
    }),
    history_erased_at: OptionalTime('When everything except documents was erased.'),
    documents_erased_at: OptionalTime('When the documents were erased.'),
    covers: Type.Object(
      {
        documents: Count('Finalized invoices.'),
        never_issued: Count('Invoices that were voided as drafts.'),
        emails: Count('Emails.'),
        payments: Count('Payments.'),
        credit_transactions: Count('Credit transactions.'),
      },
      {
        additionalProperties: false,
        description: 'Numbers of records affected. Amounts, dates and numbers stay.',
      },
    ),
  },
  { additionalProperties: false },
)

const time = (ms: number | null): string | null => (ms === null ? null : timestamp(ms))

export function erasureJson(
  row: ErasureRow,
  { open: _, live: __, waiting: ___, ...covers }: Behind,
): string {
  return JSON.stringify({
    object: 'customer_erasure',
    customer_id: customerRef(row.id),
    status: erasureStatus(row),
    requested_at: timestamp(row.requested_at),
    keep_documents_until: row.keep_documents_until,
    history_erased_at: time(row.history_erased_at),
    documents_erased_at: time(row.documents_erased_at),
    covers,
  })
}
