// The API route of documents: an invoice as PDF.

import { type Route, route } from '../../platform/http/route.ts'
import { creditNoteIds } from '../credit-notes/record.ts'
import { idInPath, inPath } from '../identifiers.ts'
import { invoiceIds } from '../invoices/record.ts'
import type { Service } from '../service.ts'
import { deliverInvoicePdf, deliverNotePdf, type Typesetter } from './deliver.ts'
import { renderSample } from './sample.ts'
import { SampleQuery } from './schemas.ts'
import { sentPdf } from './sent-pdf.ts'

export interface DocumentService extends Service {
  typesetter: Typesetter
}

export const documentRoutes: Route<DocumentService>[] = [
  route({
    method: 'GET',
    path: '/invoices/:id/pdf',
    params: inPath(invoiceIds),
    operation: 'retrieveInvoicePdf',
    summary: 'Download an invoice as PDF',
    description:
      'The invoice as finalized, in the language of the customer at that time. The bytes of the first delivery are ' +
      'stored: later payments and versions of Reckoner do not change them. A draft is marked as one and not ' +
      'stored; a void invoice has a separate document. PDF/A-3b with embedded fonts; the header ' +
      '`PDF-Standard` is `none` if that format is not possible. The `ETag` is the SHA-256 of the bytes.',
    tag: 'Invoices',
    permission: 'invoices:read',
    produces: 'application/pdf',
    errors: ['resource_missing', 'unavailable'],
    async handle({ scope, params, heavy }, { pool, typesetter, wallNow }: DocumentService) {
      const id = idInPath(invoiceIds, { params })
      const { environment_id } = scope
      const delivery = { pool, typesetter, heavy, wallNow }
      const made = await deliverInvoicePdf(delivery, { environment_id, id })
      if (!made) throw invoiceIds.missing(invoiceIds.ref(id))
      return sentPdf(made)
    },
  }),
  route({
    method: 'GET',
    path: '/credit_notes/:id/pdf',
    params: inPath(creditNoteIds),
    operation: 'retrieveCreditNotePdf',
    summary: 'Download a credit note as PDF',
    description:
      'With the parties, texts and language of its invoice, whose number and date it names. A void note is marked as one. PDF/A-3b as for invoices; the `ETag` is the SHA-256 of the bytes.',
    tag: 'Credit notes',
    permission: 'credit_notes:read',
    produces: 'application/pdf',
    errors: ['resource_missing', 'unavailable'],
    async handle({ scope, params, heavy }, { typesetter }: DocumentService) {
      const id = idInPath(creditNoteIds, { params })
      const { environment_id } = scope
      const made = await deliverNotePdf({ typesetter, heavy }, { environment_id, id })
      if (!made) throw creditNoteIds.missing(creditNoteIds.ref(id))
      return sentPdf(made)
    },
  }),
  route({
    method: 'GET',
    path: '/account/sample_invoice/pdf',
    operation: 'retrieveSampleInvoicePdf',
    summary: 'Preview the document design',
    description:
      'A sample invoice as PDF with the settings of the account. `color` and `footer` replace the saved ones in this preview.',
    tag: 'Account',
    permission: 'account:read',
    query: SampleQuery,
    produces: 'application/pdf',
    untagged: true,
    errors: ['unavailable'],
    async handle({ scope, query, heavy }, { typesetter, wallNow }: DocumentService) {
      const { pdf, standard } = await renderSample({ heavy, typesetter, wallNow }, scope, query)
      return {
        body: pdf,
        contentType: 'application/pdf',
        headers: {
          'content-disposition': 'inline; filename="sample.pdf"',
          'cache-control': 'private, no-store',
          'pdf-standard': standard,
        },
      }
    },
  }),
]
