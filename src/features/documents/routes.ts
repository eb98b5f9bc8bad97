// The documents of the API: an invoice as PDF.

import { type Route, route } from '../../platform/http/route.ts'
import { decodeId } from '../../platform/ids.ts'
import { invoiceMissing } from '../invoices/actions.ts'
import type { Service } from '../service.ts'
import { renderInvoicePdf, type Typesetter } from './actions.ts'
import { renderSample } from './actions-sample.ts'
import { InvoicePath, SampleQuery } from './schemas.ts'

export interface DocumentService extends Service {
  typesetter: Typesetter
}

export const documentRoutes: Route<DocumentService>[] = [
  route({
    method: 'GET',
    path: '/invoices/:id/pdf',
    params: InvoicePath,
    operation: 'retrieveInvoicePdf',
    summary: 'Download an invoice as PDF',
    description:
      'As it stands now, in the language of the customer: a draft is marked as one, and so are void ' +
      'and paid invoices. PDF/A-3b, with its fonts; the header `PDF-Standard` says `none` where a ' +
      'document could not be archived so.',
    tag: 'Invoices',
    permission: 'invoices:read',
    produces: 'application/pdf',
    errors: ['resource_missing', 'unavailable'],
    async handle({ scope, params, heavy }, service: DocumentService) {
      const ref = String(params.id)
      const id = decodeId('inv', ref)
      if (id === undefined) throw invoiceMissing(JSON.stringify(ref.slice(0, 60)))
      const { environment_id } = scope
      const made = await renderInvoicePdf(
        { heavy, typesetter: service.typesetter },
        { environment_id, id },
      )
      if (!made) throw invoiceMissing(ref)
      return {
        body: made.pdf,
        contentType: 'application/pdf',
        headers: {
          'content-disposition': `inline; filename="${made.filename}"`,
          'cache-control': 'private, no-cache',
          'pdf-standard': made.standard,
        },
        etag: true,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/account/sample_invoice/pdf',
    operation: 'retrieveSampleInvoicePdf',
    summary: 'Preview the look of documents',
    description:
      'A sample invoice as PDF, marked as a draft, with the settings of the account. `color` and `footer` replace the saved ones in this preview only.',
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
