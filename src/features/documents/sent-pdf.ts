// The response with a PDF.

import type { DocumentReply } from '../../platform/http/route.ts'
import type { InvoicePdf } from './deliver.ts'

export const sentPdf = ({ pdf, sha256, standard, filename }: InvoicePdf): DocumentReply => ({
  body: pdf,
  contentType: 'application/pdf',
  headers: {
    'content-disposition': `inline; filename="${filename}"`,
    'cache-control': 'private, no-cache',
    'pdf-standard': standard,
  },
  etag: `"${sha256}"`,
})
