// The manifest of the invoices feature.

import type { Background } from '../background.ts'
import { declared, type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { invoiceRoutes } from './routes.ts'
import { Invoice } from './schemas.ts'
import { searched } from './search.ts'
import { series } from './series.ts'
import { findInvoices, invoices } from './store.ts'
import { erasedInvoices } from './store-erase.ts'
import { overdueWork, reminderWork } from './sweeps.ts'
import { invoiceTexts } from './sweeps-texts.ts'
import { invoiceJson } from './text.ts'

export const invoicesFeature: Feature<Service, Background> = {
  name: 'invoices',
  tables: [
    // Before invoices, so that a reset deletes it after them: no document of a deleted invoice remains.
    undeclared('invoice_documents', 'documents are deleted with the texts of their invoice'),
    declared(invoices),
    undeclared('invoice_lines', 'the texts of lines are erased with their invoice'),
  ],
  routes: invoiceRoutes,
  series,
  objects: {
    name: 'invoices',
    item: Invoice,
    find: findInvoices,
    // The only object without an `object` property (specification, section 4).
    json: (row, publicUrl) => `{"object":"invoice",${invoiceJson(row, publicUrl).slice(1)}`,
  },
  searched,
  erased: erasedInvoices,
  dueWork: (background) => [overdueWork(background), reminderWork(background)],
  backfills: [invoiceTexts],
}
